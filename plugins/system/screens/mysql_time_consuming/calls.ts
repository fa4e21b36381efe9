import { defineCall, zTime } from '@waypost/contract';
import { z } from 'zod';
import { SLOW_SIGHTS } from '../../database/values.ts';
import { pluginChangeSettings, pluginSettings } from '../plugins/calls.ts';

const area = 'mysql_time_consuming';
const change = { permission: 'system.slow_operation:update' } as const;

export const slowState = defineCall({
  area,
  call: 'state',
  body: z.strictObject({}),
  result: z.object({
    sight: z.enum(SLOW_SIGHTS),
    /** Milliseconds from which a command counts as slow; 0: none is noted. */
    least_ms: z.int(),
    kept_days: z.int(),
    /** Up to when notes were read; null: never yet. */
    read_through: zTime.nullable(),
  }),
  access: { permission: 'system.slow_operation:read' },
  ratePerMinute: 120,
  summary:
    'Whether commands of the database that take long are noted, from when on one does, and for how long they stay',
});

export const slowSettings = defineCall({
  area,
  call: 'settings',
  body: z.strictObject({}),
  result: z.object({ form: pluginSettings.result }),
  access: change,
  summary: 'What counts as slow in the database and how long it stays in the list, as a form',
});

export const slowChangeSettings = defineCall({
  area,
  call: 'change_settings',
  body: pluginChangeSettings.body.omit({ id: true }),
  result: pluginChangeSettings.result,
  access: change,
  summary: 'Changes what counts as slow in the database and how long it stays in the list',
});

export const slowClear = defineCall({
  area,
  call: 'clear',
  body: z.strictObject({}),
  result: z.object({ removed: z.int() }),
  access: { permission: 'system.slow_operation:empty' },
  ratePerMinute: 30,
  summary: 'Takes all slow commands out of the list; what is slow from now on is noted anew',
});
