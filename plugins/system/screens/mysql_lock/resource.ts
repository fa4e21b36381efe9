import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { ESSENTIAL_PARTS, WORK_STATES, zVerb } from '../../database/values.ts';

const shown = { write: 'none' } as const;

/** Something that the database has at hand at this moment. Nobody stores it: it has no calls of the kernel's. */
export const databaseWork = defineResource({
  name: 'system.database_work',
  area: 'mysql_lock',
  title: 'name',
  fields: {
    /** What it does to what, in the reader's language. */
    name: field(z.string(), { ...shown, list: true, search: true, priority: 0 }),
    state: field(z.enum(WORK_STATES), {
      ...shown,
      list: true,
      filter: 'equals',
      quick: true,
      options: WORK_STATES,
      priority: 1,
    }),
    /** How long it has been at it, or the transaction open. */
    milliseconds: field(z.int(), { ...shown, list: true, sort: true, priority: 1 }),
    shape: field(z.string(), { ...shown, list: true, priority: 4 }),
    /** Plugin and call, or job; empty: not known. */
    asked_by: field(z.string(), { ...shown, list: true, priority: 2 }),
    program: field(z.string(), { ...shown, list: true, priority: 3 }),
    /** What others cannot have meanwhile. */
    holds: field(z.string(), { ...shown, list: true, priority: 3 }),
    /** Part of the platform whose own work it is, which is not ended here; null: of none. */
    essential: field(z.enum(ESSENTIAL_PARTS).nullable(), { ...shown, list: true, priority: 5 }),
    verb: field(zVerb, { ...shown, list: 'hidden' }),
    collection: field(z.string(), { ...shown, list: 'hidden' }),
    command: field(z.string(), { ...shown, list: 'hidden' }),
    since: field(zTime, { ...shown, list: 'hidden' }),
    is_in_transaction: field(z.boolean(), { ...shown, list: 'hidden' }),
  },
  access: 'all',
  calls: [],
  defaultSort: { field: 'milliseconds', order: 'desc' },
});
