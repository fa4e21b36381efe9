import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

const LONGEST_LINE = 300;
/** Letters of all of them. */
export const MOST_LETTERS = 900_000;

/** Puts many on the list at once: those that are right, with a fault for each that is not. */
export const batchAddCall = defineCall({
  area: 'ip_black',
  call: 'batch_add',
  access: { permission: 'system.ip_black:create' },
  summary: 'Refuses many addresses: a line each, `address[,reason[,end]]`; faults are told by line',
  body: z.strictObject({
    lines: z.string().min(1).max(MOST_LETTERS),
    /** Of lines that have none of their own. */
    reason: z.string().trim().max(200).optional(),
    expires_at: zTime.nullable().optional(),
  }),
  bodyLimit: 1_000_000,
  result: z.object({
    added: z.int(),
    /** `row` counts from 1, as people see lines. */
    faults: z.array(z.object({ row: z.int(), text: z.string().max(LONGEST_LINE), message: z.string() })),
  }),
});

export const ipBlackExportCall = defineCall({
  area: 'ip_black',
  call: 'export',
  access: { permission: 'system.ip_black:export' },
  answers: 202,
  summary: 'Starts an export of the list, in the form that batch_add reads',
  body: z.strictObject({ format: z.string().max(100).optional() }),
  result: z.object({ id: zId }),
});
