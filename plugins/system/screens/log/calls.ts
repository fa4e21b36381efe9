import { defineCall, pageOf, pagingShape, zExportFormat, zId, zStarted, zTime } from '@waypost/contract';
import { z } from 'zod';
import { logEntry } from './resource.ts';

const area = 'log';
const read = { permission: 'system.log:read' } as const;

/** What the list is narrowed by; all of it is found through an index. */
export const zLogFilter = z.strictObject({
  type: z.string().max(100).optional(),
  person: z.string().max(64).optional(),
  acting_for: z.string().max(64).optional(),
  target: z.string().max(200).optional(),
  ip: z.string().max(64).optional(),
  time_from: zTime.optional(),
  time_to: zTime.optional(),
});

const row = { id: zId, version: z.int(), create_time: zTime, update_time: zTime };
const { fields } = logEntry;
const zEntry = z.object({
  ...row,
  content: fields.content.schema,
  time: fields.time.schema,
  user: fields.user.schema,
  acted_as: fields.acted_as.schema,
  ip: z.string(),
  source: fields.source.schema,
  type: z.string(),
  person: z.string(),
  acting_for: z.string(),
  target: z.string(),
  user_id: fields.user_id.schema,
  server_ip: fields.server_ip.schema,
  user_agent: fields.user_agent.schema,
  number: fields.number.schema,
});

const zOrder = { sort_field: z.enum(['time']).optional(), sort_order: z.enum(['asc', 'desc']).optional() };

export const logInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, ...zOrder, ...zLogFilter.shape }),
  result: pageOf(zEntry),
  access: read,
  summary: 'Lists the audit log, newest first; pages reach the first 10,000 entries that fit',
});

const zSide = z.string().nullable();

export const logDetails = defineCall({
  area,
  call: 'details',
  body: z.strictObject({ id: zId }),
  result: z.object({
    ...zEntry.shape,
    request_id: z.string(),
    /** Field by field; a side is null where there was nothing. */
    changes: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        before: zSide,
        after: zSide,
        is_changed: z.boolean(),
      }),
    ),
  }),
  access: read,
  summary: 'One entry of the audit log, with what was before and after',
});

export const logExport = defineCall({
  area,
  call: 'export',
  body: z.strictObject({ ...zOrder, ...zLogFilter.shape, format: zExportFormat }),
  result: zStarted,
  answers: 202,
  access: { permission: 'system.log:export' },
  summary: 'Starts an export of entries of the audit log as a table',
});

export const logState = defineCall({
  area,
  call: 'state',
  body: z.strictObject({}),
  result: z.object({
    newest: z.int(),
    checked: z
      .object({
        time: zTime,
        through: z.int(),
        fault: z.enum(['changed', 'removed', 'inserted', 'forged']).nullable(),
        broken_at: z.int().nullable(),
      })
      .nullable(),
    removed: z.object({ through: z.int(), until: zTime, time: zTime }).nullable(),
  }),
  access: read,
  summary: 'Whether the chain of the audit log is whole, as it was found when it was last looked at',
});

export const logVerify = defineCall({
  area,
  call: 'verify',
  body: z.strictObject({}),
  result: zStarted,
  answers: 202,
  access: { permission: 'system.log:verify' },
  ratePerMinute: 6,
  summary: 'Looks at the whole chain of the audit log',
});
