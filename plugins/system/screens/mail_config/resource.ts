import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';

export const LETTER_STATES = ['waiting', 'sent', 'failed'] as const;
export const LETTER_KINDS = ['password_link', 'alert', 'answer'] as const;

/** Days that a letter stands in the list after it went out or was given up. */
const KEPT_DAYS = 30;

/** Letters that wait for the operator's server, and what became of the others. */
export const letter = defineResource({
  name: 'system.mail',
  area: 'mail',
  title: 'subject',
  fields: {
    subject: field(z.string().max(300), { list: true, search: true, write: 'none', priority: 1 }),
    to: field(z.string().max(200), { list: true, search: true, write: 'none', priority: 0 }),
    kind: field(z.enum(LETTER_KINDS), {
      list: true,
      filter: 'equals',
      options: LETTER_KINDS,
      write: 'none',
      priority: 4,
    }),
    state: field(z.enum(LETTER_STATES), {
      list: true,
      filter: 'equals',
      quick: true,
      options: LETTER_STATES,
      write: 'none',
      default: 'waiting',
      priority: 0,
    }),
    attempts: field(z.int(), { list: true, write: 'none', default: 0, priority: 5 }),
    /** What the server said last, or why there was none to say anything. */
    answer: field(z.string(), { list: true, write: 'none', default: '', priority: 3 }),
    next_time: field(zTime, { write: 'none' }),
    done_time: field(zTime.nullable(), { list: true, write: 'none', default: null, priority: 2 }),
    /** JSON of text and link; empty once it went out, and where the link is made as it goes out. */
    body: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** Whose password a link sets. */
    account: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** Who sends it right now, and until when nobody else does. */
    claim: field(z.string(), { write: 'none', secret: true, default: '' }),
    claimed_until: field(zTime.nullable(), { write: 'none', secret: true, default: null }),
  },
  access: 'all',
  calls: ['inquire'],
  actions: { retry: {} },
  indexes: [
    { keys: { state: 1, next_time: 1 } },
    { keys: { done_time: 1 }, expireAfterSeconds: KEPT_DAYS * 86_400 },
  ],
  defaultSort: { field: 'create_time', order: 'desc' },
  onUninstall: 'drop',
});
