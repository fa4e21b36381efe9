import { defineResource, field, LOCALES, zTime } from '@waypost/contract';
import { z } from 'zod';
import { BINDING_STATES, END_REASONS } from '../../telegram/values.ts';

const own = { write: 'none' } as const;
const zMinute = z.int().min(0).max(1_439).nullable();
const joined = { ...own, stored: false } as const;

/**
 * Whose account belongs to which chat: one chat an account, and one account a chat. A row is its account's for good; what is over
 * stays as it was, with why.
 */
export const bindingResource = defineResource({
  name: 'bot.binding',
  area: 'telegram_bot_binding',
  title: 'first_name',
  access: 'own',
  onUninstall: 'keep',
  calls: ['inquire', 'user_inquire', 'details'],
  fields: {
    first_name: field(z.string(), { ...own, list: true, search: true, default: '', priority: 0 }),
    username: field(z.string(), { ...own, list: true, search: true, default: '', priority: 2 }),
    language_code: field(z.string(), { ...own, list: true, default: '', priority: 5 }),
    /** The account on this platform, and the name that it has. */
    account: field(z.string(), { ...joined, list: true, priority: 1 }),
    nickname: field(z.string(), { ...joined, list: true, priority: 3 }),
    chat_id: field(z.string(), { ...own, list: true, search: true, default: '', priority: 4 }),
    bind_time: field(zTime, { ...own, list: true, sort: true, filter: 'range', priority: 2 }),
    state: field(z.enum(BINDING_STATES), {
      ...own,
      list: true,
      filter: 'equals',
      quick: true,
      options: BINDING_STATES,
      default: 'bound',
    }),
    end_reason: field(z.enum(END_REASONS), { ...own, list: true, default: '', priority: 3 }),
    end_time: field(zTime.nullable(), { ...own, list: 'hidden', default: null }),
    /** Language of what the bot says. */
    locale: field(z.enum(LOCALES), { ...own, list: 'hidden', options: LOCALES, default: 'zh-CN' }),
    /** Kinds of messages that do not go to the chat. */
    muted: field(z.array(z.string()).max(200), { ...own, default: [] }),
    /** Whether codes may be switched on and off from the chat. */
    may_switch: field(z.boolean(), { ...own, list: 'hidden', default: false }),
    /** Hours in which alerts are held, minutes of the day by the clocks of `time_zone`; null: none. */
    quiet_from: field(zMinute, { ...own, secret: true, default: null }),
    quiet_to: field(zMinute, { ...own, secret: true, default: null }),
    /** IANA name; empty: that of the platform. */
    time_zone: field(z.string(), { ...own, secret: true, default: '' }),
    /** The chat while the binding is in force: of two for one chat the later is refused. */
    bound_chat: field(z.string().optional(), { ...own, secret: true }),
    bot_id: field(z.string(), { ...own, secret: true, default: '' }),
  },
  indexes: [
    { keys: { owner: 1 }, unique: true },
    { keys: { bound_chat: 1 }, unique: true, sparse: true },
    { keys: { bind_time: -1, _id: -1 } },
  ],
  defaultSort: { field: 'bind_time', order: 'desc' },
});
