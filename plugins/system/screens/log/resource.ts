import { accountReference, defineResource, field, type Reference, zTime } from '@waypost/contract';
import { z } from 'zod';

/** Entries that a list of the log counts; more read "10,000+". */
export const LOG_COUNT_LIMIT = 10_000;

/** Types of entries, for the filter; the screen log_type lists them. */
export const logTypeReference: Reference = {
  name: 'system.log_type',
  area: 'log_type',
  title: 'title',
  calls: ['inquire', 'details'],
};

const shown = { write: 'none' } as const;

/**
 * An entry of the audit log as people read it. It has no calls of the kernel's: rows that nobody may change have no model
 * that could, and the log's own indexes belong to the runtime.
 */
export const logEntry = defineResource({
  name: 'system.log',
  area: 'log',
  title: 'content',
  fields: {
    content: field(z.string(), { ...shown, list: true, priority: 0 }),
    time: field(zTime, { ...shown, list: true, sort: true, filter: 'range', priority: 1 }),
    /** Account of who did it; a word where nobody with an account did, such as the command line. */
    user: field(z.string(), { ...shown, list: true, priority: 2 }),
    /** Account that an operator acted as; empty: none. */
    acted_as: field(z.string(), { ...shown, list: 'hidden' }),
    ip: field(z.string().max(64), { ...shown, list: true, filter: 'equals', priority: 4 }),
    source: field(z.string(), { ...shown, list: true, priority: 5 }),
    type: field(z.string().max(100), { ...shown, list: 'hidden', filter: 'equals', ref: logTypeReference }),
    person: field(z.string().max(64), { ...shown, filter: 'equals', ref: accountReference }),
    acting_for: field(z.string().max(64), { ...shown, filter: 'equals', ref: accountReference }),
    target: field(z.string().max(200), { ...shown, list: 'hidden', filter: 'equals' }),
    user_id: field(z.string(), { ...shown, list: 'hidden' }),
    server_ip: field(z.string(), { ...shown, list: 'hidden' }),
    user_agent: field(z.string(), { ...shown, list: 'hidden' }),
    number: field(z.int(), { ...shown, list: 'hidden' }),
  },
  access: 'all',
  calls: [],
  countLimit: LOG_COUNT_LIMIT,
  defaultSort: { field: 'time', order: 'desc' },
});
