import { codeOf, defineResource, field, type Rule, YesNo, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

/** Whom a message goes to. */
export const RECIPIENTS = ['account', 'role', 'all'] as const;

/**
 * How far a message is: on its way; stopped in between (somebody cancelled it, or the server gave it up); with everybody;
 * taken back from whoever has not read it.
 */
export const SENT_STATES = ['sending', 'stopped', 'sent', 'taken_back'] as const;

/** What became of a message at one of those who got it. */
export const RECEIPTS = ['read', 'removed', 'taken_back', 'unread'] as const;
export type Receipt = (typeof RECEIPTS)[number];

const zTitle = z.string().trim().min(1).max(100);
const zText = z.string().trim().min(1).max(4000);

/** A message as it is written. Readers of a language whose words are left out get `title` and `content`. */
export const textFields = {
  title: zTitle,
  content: zText,
  title_en_us: zTitle.optional(),
  content_en_us: zText.optional(),
  title_sw_ke: zTitle.optional(),
  content_sw_ke: zText.optional(),
};

/** A language has a title and a text, or neither. */
export const TEXT_RULES: readonly Rule[] = ['en_us', 'sw_ke'].flatMap((language) => {
  const [title, content] = [`title_${language}`, `content_${language}`];
  const lacks = (one: string, other: string): Rule => ({
    path: one,
    messageKey: 'system.fault.half_text',
    holds: (text) => Boolean(text[one]) || !text[other],
  });
  return [lacks(title, content), lacks(content, title)];
});

const kept = { write: 'none' } as const;

/** What people have sent; the owner of a row is who sent it. The rows of `system.message` say who got it. */
export const sentMessage = defineResource({
  name: 'system.sent_message',
  area: 'sent_message',
  title: 'title',
  fields: {
    title: field(textFields.title, { ...kept, list: true, search: true, priority: 0 }),
    content: field(textFields.content, { ...kept, list: 'hidden', search: true }),
    title_en_us: field(textFields.title_en_us, { ...kept, search: true }),
    content_en_us: field(textFields.content_en_us, { ...kept, search: true }),
    title_sw_ke: field(textFields.title_sw_ke, { ...kept, search: true }),
    content_sw_ke: field(textFields.content_sw_ke, { ...kept, search: true }),
    to: field(z.enum(RECIPIENTS), { ...kept, filter: 'equals', options: RECIPIENTS }),
    /** Id of the account or role that it went to; empty: to everyone. */
    to_id: field(z.string(), { ...kept, default: '' }),
    /** What that account or role was called; empty for the roles that every installation has. */
    to_name: field(z.string(), { ...kept, default: '' }),
    /** An agent wrote to the own people: only whoever stood below this account got it. */
    below: field(zId.nullable(), { ...kept, default: null }),
    /** Account of who sent it. */
    sender: field(z.string(), { ...kept, list: true, stored: false, priority: 3 }),
    /** Whom it went to, in words. */
    recipients: field(z.string(), { ...kept, list: true, stored: false, priority: 2 }),
    state: field(z.enum(SENT_STATES), {
      ...kept,
      list: true,
      stored: false,
      options: SENT_STATES,
      priority: 1,
    }),
    send_time: field(zTime, { ...kept, list: true, sort: true, priority: 4 }),
    /** How many it was meant for when it was sent. */
    total: field(z.int(), kept),
    sent_count: field(z.int(), { ...kept, list: true, default: 0, priority: 3 }),
    read_count: field(z.int(), { ...kept, list: true, default: 0, priority: 3 }),
    /** From how many it was taken back before they had read it. */
    taken_count: field(z.int(), { ...kept, default: 0 }),
    /** How many have taken it out of their inbox before they had read it. */
    removed_count: field(z.int(), { ...kept, default: 0 }),
    /** In how many inboxes it still waits. */
    unread_count: field(z.int(), { ...kept, stored: false }),
    finished_time: field(zTime.nullable(), { ...kept, default: null }),
    taken_back_time: field(zTime.nullable(), { ...kept, default: null }),
    /** Id of the last account that has it: portions go up by ids, each in one transaction with its rows. */
    cursor: field(z.string(), { ...kept, secret: true, default: '' }),
    /** Whether the caller may take it back. */
    is_open: field(codeOf(YesNo), { ...kept, stored: false }),
  },
  access: 'own',
  calls: ['inquire', 'details'],
  defaultSort: { field: 'send_time', order: 'desc' },
  indexes: [{ keys: { send_time: -1, _id: -1 } }, { keys: { owner: 1, send_time: -1, _id: -1 } }],
});

/** Node of who writes to others. */
export const SEND = 'system.sent_message:send';
