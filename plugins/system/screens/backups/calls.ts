import { defineCall, zId, zTime } from '@waypost/contract';
import { zElsewhere } from '@waypost/contract/platform';
import { z } from 'zod';
import { pluginChangeSettings, pluginSettings } from '../plugins/calls.ts';

/** Says where backups go: whoever has it can have everything written where they can read it. */
export const BACKUPS = 'system.backup:update';
const area = 'backup';
const access = { permission: BACKUPS } as const;

export const backupSettings = defineCall({
  area,
  call: 'settings',
  body: z.strictObject({}),
  result: z.object({
    form: pluginSettings.result,
    /** The data is in the operator's own database, which may be backed up there as well. */
    has_own_database: z.boolean(),
    /** Zone that the time of day is meant in. */
    time_zone: z.string(),
    last: z.object({ time: zTime, bytes: z.int(), elsewhere: zElsewhere }).nullable(),
    /** A day whose backup has failed and is tried again. */
    missing: z.object({ fault: z.string(), next_time: zTime }).nullable(),
    drill: z.object({ time: zTime, file: z.string(), ok: z.boolean(), found: z.string() }).nullable(),
  }),
  access,
  summary: 'When and where backups are made, the last one, and what the last trial of one came to',
});

export const backupChangeSettings = defineCall({
  area,
  call: 'change_settings',
  body: pluginChangeSettings.body.omit({ id: true }),
  result: pluginChangeSettings.result,
  access,
  needsSecondFactor: true,
  summary: 'Changes when and where backups are made; the folder is looked at first',
});

export const backupRun = defineCall({
  area,
  call: 'run',
  body: z.strictObject({}),
  result: z.object({ id: zId }),
  access,
  ratePerMinute: 6,
  summary: 'Makes a backup now, into the folder that is set',
});
