/** How the bot hears of what people write to it. */
export const MODES = ['polling', 'webhook'] as const;
export type Mode = (typeof MODES)[number];

/** What stands between the bot and Telegram; empty: nothing. */
export const BOT_FAULTS = ['', 'token', 'conflict', 'webhook', 'refused', 'away'] as const;
export type BotFault = (typeof BOT_FAULTS)[number];

/** A binding is in force, or over. */
export const BINDING_STATES = ['bound', 'over'] as const;
/** Why a binding is over; empty: it is not. */
export const END_REASONS = ['', 'self', 'command', 'operator', 'blocked', 'gone', 'replaced'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** What became of a message. */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export const MESSAGE_KINDS = ['alert', 'answer', 'password_link', 'picture'] as const;

/** What became of a link that binds. */
export const LINK_STATES = ['waiting', 'used', 'over'] as const;

/** How Telegram writes a token: the bot's id, and what nobody may know. */
export const TOKEN_PATTERN = /^\d{5,20}:[A-Za-z0-9_-]{30,100}$/;
/** Commands that people are offered. */
export const COMMANDS = ['me', 'stats', 'codes', 'lang', 'password', 'unbind', 'help'] as const;
