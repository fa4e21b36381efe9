import { defineCall, pageOf, pagingShape, zTime } from '@waypost/contract';
import { z } from 'zod';
import { logType } from './resource.ts';

const area = 'log_type';
const access = { permission: 'system.log_type:read' } as const;
const zType = z.string().min(1).max(100);
const { title, type, source, last_time, recorded } = logType.fields;
const zRow = z.object({
  id: zType,
  version: z.int(),
  create_time: zTime,
  update_time: zTime,
  title: title.schema,
  type: type.schema,
  source: source.schema,
  last_time: last_time.schema,
  recorded: recorded.schema,
});

export const logTypeInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({
    ...pagingShape,
    search: z.string().max(200).optional(),
    recorded: z.enum(['always', 'yes', 'no']).optional(),
  }),
  result: pageOf(zRow),
  access,
  summary: 'Lists the types of entries that the audit log has',
});

export const logTypeDetails = defineCall({
  area,
  call: 'details',
  body: z.strictObject({ id: zType }),
  result: zRow,
  access,
  summary: 'One type of entries of the audit log',
});
