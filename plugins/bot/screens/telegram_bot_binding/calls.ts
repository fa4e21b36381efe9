import { defineCall, LOCALES, zId, zSealed, zTime } from '@waypost/contract';
import { z } from 'zod';
import { BOT_FAULTS, END_REASONS, LINK_STATES, MODES, TOKEN_PATTERN } from '../../telegram/values.ts';

/** Whether there are clocks by this name. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const area = 'telegram_bot_binding';
const may = (verb: string) => ({ permission: `bot.binding:${verb}` });

const zKind = z.object({ name: z.string(), title: z.string(), is_on: z.boolean() });

/** The own binding, the link that makes one, and what may be chosen. */
export const ownBinding = defineCall({
  area,
  call: 'own',
  body: z.strictObject({}),
  result: z.object({
    /** Name of the bot at Telegram; null: an operator has set none up. */
    bot: z.object({ username: z.string(), name: z.string() }).nullable(),
    binding: z
      .object({
        id: zId,
        first_name: z.string(),
        username: z.string(),
        bind_time: zTime,
        is_bound: z.boolean(),
        end_reason: z.enum(END_REASONS),
        end_time: zTime.nullable(),
        locale: z.enum(LOCALES),
        may_switch: z.boolean(),
        /** Hours in which alerts are held; null: none. */
        quiet: z.object({ quiet_from: z.string(), quiet_to: z.string(), time_zone: z.string() }).nullable(),
      })
      .nullable(),
    link: z
      .object({ state: z.enum(LINK_STATES), expires_at: zTime, refused_time: zTime.nullable() })
      .nullable(),
    kinds: z.array(zKind),
    /** That of the platform. */
    time_zone: z.string(),
    is_password_on: z.boolean(),
  }),
  access: may('read'),
  summary: 'Whether the own account is bound to a chat, and which messages go there',
});

export const makeLinkCall = defineCall({
  area,
  call: 'make_link',
  /** The password: a bound chat is sent links to a new one, and a stolen session must not end in that. */
  body: z.strictObject({ old_password: zSealed }),
  result: z.object({
    /** Told once. */
    link: z.string(),
    picture: z.object({ size: z.int(), path: z.string() }),
    expires_at: zTime,
  }),
  access: may('create'),
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 20,
  failureStatuses: [409],
  summary: 'Makes a link that binds the own account to the chat which opens it, once and within ten minutes',
});

export const unbindCall = defineCall({
  area,
  call: 'unbind',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: may('delete'),
  summary: 'Ends a binding: the own one, or with the right to see everybody’s any',
});

const zClock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'bot.fault.clock');

/** What people choose; the form and the call check the same. */
export const CHOICES_SHAPE = {
  locale: z.enum(LOCALES),
  /** Kinds of messages that go to the chat; those that come later do as well. */
  kinds: z.array(z.string().max(100)).max(200),
  /** Whether codes may be switched on and off from the chat. */
  may_switch: z.boolean(),
  /** Whether alerts are held from `quiet_from` to `quiet_to` of each day, in `time_zone`. */
  is_quiet: z.boolean(),
  quiet_from: zClock,
  quiet_to: zClock,
  time_zone: z.string().max(64).refine(isTimeZone, 'bot.fault.time_zone'),
} as const;

/** Locale key of what is said where quiet hours would begin and end at once. */
export const QUIET_SAME = 'bot.fault.quiet_same';
export const hasQuietEnd = (choice: {
  is_quiet?: unknown;
  quiet_from?: unknown;
  quiet_to?: unknown;
}): boolean => choice.is_quiet !== true || choice.quiet_from !== choice.quiet_to;

export const chooseKinds = defineCall({
  area,
  call: 'choose',
  /** Quiet hours, and whether codes may be switched, stay as they are where they are left out. */
  body: z
    .strictObject({
      ...CHOICES_SHAPE,
      may_switch: CHOICES_SHAPE.may_switch.optional(),
      is_quiet: CHOICES_SHAPE.is_quiet.optional(),
      quiet_from: CHOICES_SHAPE.quiet_from.default('22:00'),
      quiet_to: CHOICES_SHAPE.quiet_to.default('07:00'),
      /** Empty: that of the platform. */
      time_zone: CHOICES_SHAPE.time_zone.or(z.literal('')).default(''),
    })
    .refine(hasQuietEnd, { path: ['quiet_to'], message: QUIET_SAME }),
  result: z.null(),
  access: may('update'),
  failureStatuses: [409],
  summary: 'Chooses which messages go to the own chat, when they are held, and the language of the bot',
});

export const testMessage = defineCall({
  area,
  call: 'test',
  body: z.strictObject({}),
  result: z.object({
    is_sent: z.boolean(),
    /** What Telegram said where it did not take it. */
    answer: z.string(),
  }),
  access: may('test'),
  ratePerMinute: 6,
  failureStatuses: [409],
  summary: 'Sends a message to the own chat at once and says what Telegram answered',
});

const bot = 'telegram_bot';
const zBot = z.object({
  version: z.int(),
  has_token: z.boolean(),
  username: z.string(),
  name: z.string(),
  mode: z.enum(MODES),
  is_password_on: z.boolean(),
  per_second: z.int(),
  gather_seconds: z.int(),
  /** Where Telegram calls with the webhook. */
  webhook: z.string(),
  /** Where a Bot API server of one's own answers; empty: at Telegram. */
  api_root: z.string(),
  /** Whether the caller may set token and API root. */
  may_lead_out: z.boolean(),
  fault: z.enum(BOT_FAULTS),
  fault_text: z.string(),
  fault_time: zTime.nullable(),
  heard_time: zTime.nullable(),
  /** When Telegram last brought something: a minute late at most. */
  update_time: zTime.nullable(),
  /** Since when nothing stands in the way. */
  connected_time: zTime.nullable(),
  /** What stood in the way last, also after it was gone. */
  last_fault: z.enum(BOT_FAULTS),
  last_fault_text: z.string(),
  last_fault_time: zTime.nullable(),
  /** Accounts that are bound, and messages that wait. */
  bound: z.int(),
  waiting: z.int(),
});

export const botDetails = defineCall({
  area: bot,
  call: 'details',
  body: z.strictObject({}),
  result: zBot,
  access: { permission: 'bot.settings:read' },
  summary: 'The bot, how it hears of updates and what stands in its way; the token is not in it',
});

/** What operators set; the form and the call check the same. */
export const BOT_SHAPE = {
  /** Left empty, the token stays as it is. */
  token: z.string().trim().regex(TOKEN_PATTERN, 'bot.fault.token').or(z.literal('')),
  /** Origin, and a path where there is one, before `/bot<token>/`; empty: Telegram itself. */
  api_root: z
    .string()
    .trim()
    .max(300)
    .regex(/^(https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?)?$/, 'bot.fault.api_root'),
  mode: z.enum(MODES),
  is_password_on: z.boolean(),
  per_second: z.int().min(1).max(1_000),
  /** Alerts of one kind that come to a chat within so long go out as one message; 0: each goes out at once. */
  gather_seconds: z.int().min(0).max(600),
} as const;

export const botUpdate = defineCall({
  area: bot,
  call: 'update',
  /** Token and API root, where they are left out, stay; to change them takes a super administrator. */
  body: z.strictObject({
    ...BOT_SHAPE,
    token: BOT_SHAPE.token.default(''),
    api_root: BOT_SHAPE.api_root.optional(),
    version: z.int().min(0),
  }),
  result: zBot,
  access: { permission: 'bot.settings:update' },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 20,
  failureStatuses: [409],
  summary: 'Sets the bot up: Telegram is asked whether the token is one before anything is kept',
});

export const botRemove = defineCall({
  area: bot,
  call: 'remove',
  body: z.strictObject({ version: z.int().min(0) }),
  result: zBot,
  access: { permission: 'bot.settings:update' },
  isPersonal: true,
  needsSecondFactor: true,
  summary: 'Forgets the token of the bot; bindings stay until another bot takes its place',
});

/** Room for the longest message and one that it answers, with every letter escaped. */
const UPDATE_BYTES = 32 * 1_024;

export const receiveUpdate = defineCall({
  area: 'telegram_webhook',
  call: 'receive',
  body: z.looseObject({ update_id: z.int().min(0) }),
  result: z.null(),
  access: { public: true },
  header: 'x-telegram-bot-api-secret-token',
  bodyLimit: UPDATE_BYTES,
  ratePerMinute: 6_000,
  failureStatuses: [401],
  summary: 'Takes an update that Telegram brings; it proves itself by the secret that it was given',
});

export const sendPasswordLink = defineCall({
  area: 'telegram_password',
  call: 'send_link',
  body: z.strictObject({ account: z.string().trim().min(1).max(64) }),
  result: z.null(),
  access: { public: true },
  ratePerMinute: 5,
  summary: 'Has a link to a new password sent to the chat of an account; what is answered is always the same',
});
