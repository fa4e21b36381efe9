import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';

const shown = { write: 'none' } as const;

/** A kind of entry that the audit log has; its id is the type itself. */
export const logType = defineResource({
  name: 'system.log_type',
  area: 'log_type',
  title: 'title',
  fields: {
    title: field(z.string(), { ...shown, list: true, search: true, priority: 0 }),
    type: field(z.string(), { ...shown, list: true, priority: 3 }),
    source: field(z.string(), { ...shown, list: true, priority: 2 }),
    last_time: field(zTime, { ...shown, list: true, priority: 1 }),
    recorded: field(z.enum(['always', 'yes', 'no']), {
      ...shown,
      list: true,
      filter: 'equals',
      quick: true,
      options: ['always', 'yes', 'no'],
      priority: 1,
    }),
  },
  access: 'all',
  calls: [],
});
