import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { VERSION_FIELDS } from '../../codes/versions/values.ts';
import { CHANGE_AUTHORS } from '../qr_code_list/calls.ts';

const area = 'code_version';

export const zCodeVersion = z.object({
  /** Of the change that made it; 0: what was there before the first one that is recorded. */
  number: z.int(),
  /** Null where it is not known who made it, and when. */
  time: zTime.nullable(),
  author: z.enum(CHANGE_AUTHORS).nullable(),
  /** For those who see the codes of every owner; else empty. */
  account: z.string(),
  /** In what it differs from the version before. */
  changed: z.array(z.enum(VERSION_FIELDS)),
  /** Each of the fields as it was. */
  content: z.record(z.string(), z.unknown()),
});
export type CodeVersion = z.infer<typeof zCodeVersion>;

export const versionsCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ id: zId }),
  result: z.object({
    name: z.string(),
    /** Of the code, to send with `roll_back`. */
    version: z.int(),
    /** The newest first, which is what holds now; at most 200. */
    versions: z.array(zCodeVersion),
  }),
  access: { permission: 'qr.code:read' },
  summary:
    'Versions of the targets and rules of a code, with who made each and when, as the log has kept them',
});

export const rollBackCall = defineCall({
  area,
  call: 'roll_back',
  body: z.strictObject({ id: zId, number: z.int().min(0), version: z.int().min(0) }),
  result: z.object({ id: zId, version: z.int() }),
  access: { permission: 'qr.code:update' },
  summary:
    'Brings targets and rules of a code back as a version had them: a change like any other, which can be taken back in turn',
});
