import { defineCall, pageOf, pagingShape, zTime } from '@waypost/contract';
import { z } from 'zod';
import { ESSENTIAL_PARTS, SIGHTS, WORK_STATES, zVerb } from '../../database/values.ts';

const area = 'mysql_lock';
const zWorkId = z.string().regex(/^[ot]-[\w:-]{1,120}$/);

const zWork = z.object({
  id: zWorkId,
  name: z.string(),
  state: z.enum(WORK_STATES),
  milliseconds: z.int(),
  shape: z.string(),
  asked_by: z.string(),
  program: z.string(),
  holds: z.string(),
  essential: z.enum(ESSENTIAL_PARTS).nullable(),
  verb: zVerb,
  collection: z.string(),
  command: z.string(),
  since: zTime,
  is_in_transaction: z.boolean(),
});

export const workInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({
    ...pagingShape,
    sort_field: z.enum(['milliseconds']).optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
    search: z.string().max(200).optional(),
    state: z.enum(WORK_STATES).optional(),
    /** Whether the platform's own work is among them, which is not ended here; default: not. */
    with_own: z.boolean().optional(),
  }),
  result: pageOf(zWork).extend({
    sees: z.enum(SIGHTS),
    /** How many are the platform's own. */
    own: z.int(),
  }),
  access: { permission: 'system.database_work:read' },
  summary:
    'Lists what the database does now, what waits there and which transactions are open, without values',
});

export const workKill = defineCall({
  area,
  call: 'kill',
  body: z.strictObject({ id: zWorkId }),
  result: z.object({
    /** False: it has been asked to end, and has not yet. */
    is_gone: z.boolean(),
  }),
  access: { permission: 'system.database_work:kill' },
  isPersonal: true,
  needsSecondFactor: true,
  ratePerMinute: 60,
  summary: 'Ends a command of the database, or an open transaction; whoever sent it is told',
});
