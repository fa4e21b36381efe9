import { defineCall } from '@waypost/contract';
import { z } from 'zod';

const access = { permission: 'system.log_config:update' } as const;

/** A figure as it is typed; what is none is answered with `conversion_failed` at the field. */
const zFigure = z.union([z.string().max(40), z.number()]);

export const zLogConfig = z.object({
  version: z.int().min(0),
  /** Days; 0: for ever. A text that is no figure is what is stored and cannot be converted. */
  kept_days: z.string(),
  unrecorded: z.array(z.string()),
  /** Types that may be left out, in words. */
  optional: z.array(z.object({ type: z.string(), title: z.string() })),
  days_min: z.int(),
  /** Fields whose stored value cannot be converted. */
  unconverted: z.array(z.string()),
});

export const logConfigInquire = defineCall({
  area: 'log_config',
  call: 'inquire',
  body: z.strictObject({}),
  result: zLogConfig,
  access,
  summary: 'What the audit log records, and for how long',
});

export const logConfigUpdate = defineCall({
  area: 'log_config',
  call: 'update',
  body: z.strictObject({
    version: z.int().min(0),
    kept_days: zFigure,
    unrecorded: z.array(z.string().max(100)).max(500),
  }),
  result: zLogConfig,
  access,
  summary: 'Changes what the audit log records, and for how long',
});
