import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { MESSAGE_KINDS, MESSAGE_STATES } from '../telegram/values.ts';

/** Days that a message stands in the list after it went out or was given up. */
const KEPT_DAYS = 14;
const own = { write: 'none' } as const;

/** Messages that wait for Telegram, and what became of the others; what stands in them is shown to nobody. */
export const botMessage = defineResource({
  name: 'bot.message',
  area: 'bot_message',
  title: 'chat_id',
  access: 'all',
  onUninstall: 'drop',
  calls: ['inquire'],
  fields: {
    chat_id: field(z.string(), { ...own, list: true, search: true, priority: 3 }),
    /** Whom it goes to. */
    account: field(z.string(), { ...own, stored: false, list: true, priority: 0 }),
    kind: field(z.enum(MESSAGE_KINDS), {
      ...own,
      list: true,
      filter: 'equals',
      options: MESSAGE_KINDS,
      priority: 2,
    }),
    state: field(z.enum(MESSAGE_STATES), {
      ...own,
      list: true,
      filter: 'equals',
      quick: true,
      options: MESSAGE_STATES,
      default: 'waiting',
      priority: 0,
    }),
    attempts: field(z.int(), { ...own, list: true, default: 0, priority: 5 }),
    /** What Telegram said last. */
    answer: field(z.string(), { ...own, list: true, default: '', priority: 1 }),
    next_time: field(zTime, own),
    done_time: field(zTime.nullable(), { ...own, list: true, default: null, priority: 4 }),
    /** Whose account; empty: of nobody who is bound. */
    person: field(z.string(), { ...own, secret: true, default: '' }),
    /** As Telegram reads it; empty once it went out, and where it is made as it goes out. */
    body: field(z.string(), { ...own, secret: true, default: '' }),
    /** Buttons below it, rows of them as JSON; empty: none. */
    buttons: field(z.string(), { ...own, secret: true, default: '' }),
    /** Of an alert its kind: those of one kind that wait for a chat go out together. Of a picture the code's id. */
    about: field(z.string(), { ...own, secret: true, default: '' }),
    /** Who sends it right now, and until when nobody else does. */
    claim: field(z.string(), { ...own, secret: true, default: '' }),
    claimed_until: field(zTime.nullable(), { ...own, secret: true, default: null }),
  },
  indexes: [
    { keys: { state: 1, next_time: 1 } },
    { keys: { chat_id: 1, state: 1 } },
    { keys: { claim: 1 }, partial: { claim: { $gt: '' } } },
    { keys: { person: 1, kind: 1, create_time: -1 } },
    { keys: { done_time: 1 }, expireAfterSeconds: KEPT_DAYS * 86_400 },
  ],
  defaultSort: { field: 'create_time', order: 'desc' },
  countLimit: 10_000,
});
