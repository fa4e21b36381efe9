import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { WAYS, zVerb } from '../../database/values.ts';

const shown = { write: 'none' } as const;

/** Commands of the database of one shape that took long: what was asked with which fields, how often, how long. */
export const slowOperation = defineResource({
  name: 'system.slow_operation',
  area: 'mysql_time_consuming',
  title: 'name',
  fields: {
    /** Command and collection, such as `find qr_code`. */
    name: field(z.string(), { ...shown, list: true, search: true, priority: 0 }),
    shape: field(z.string(), { ...shown, list: true, search: true, priority: 3 }),
    count: field(z.int(), { ...shown, list: true, sort: true, priority: 1 }),
    average_ms: field(z.int(), { ...shown, list: true, sort: true, priority: 2 }),
    worst_ms: field(z.int(), { ...shown, list: true, sort: true, priority: 0 }),
    total_ms: field(z.int(), { ...shown, list: 'hidden', sort: true }),
    last_time: field(zTime, { ...shown, list: true, sort: true, priority: 1 }),
    /** How the documents of the slowest were found. */
    way: field(z.enum(WAYS), {
      ...shown,
      list: true,
      filter: 'equals',
      quick: true,
      options: WAYS,
      priority: 2,
    }),
    plan: field(z.string(), { ...shown, list: 'hidden' }),
    /** Documents that the slowest has read; null: not known. */
    documents_read: field(z.int().nullable(), { ...shown, list: 'hidden', default: null }),
    failed: field(z.int(), { ...shown, list: 'hidden' }),
    asked_by: field(z.string(), { ...shown, list: true, search: true, priority: 4 }),
    program: field(z.string(), { ...shown, list: 'hidden' }),
    verb: field(zVerb, { ...shown, list: 'hidden' }),
  },
  access: 'all',
  calls: ['inquire', 'details'],
  export: true,
  indexes: [
    { keys: { last_time: -1 } },
    { keys: { worst_ms: -1, _id: -1 } },
    { keys: { average_ms: -1, _id: -1 } },
    { keys: { count: -1, _id: -1 } },
    { keys: { total_ms: -1, _id: -1 } },
  ],
  defaultSort: { field: 'total_ms', order: 'desc' },
  onUninstall: 'drop',
});
