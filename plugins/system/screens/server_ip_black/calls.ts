import { defineCall, zExportFormat, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { serverAddress, TREATMENTS } from './resource.ts';

const LONGEST_LINE = 300;
/** Letters of all lines. */
export const MOST_LETTERS = 900_000;

/** Puts many on the list at once: those that are right, with a fault for each that is not. */
export const addServersCall = defineCall({
  area: 'server_ip_black',
  call: 'batch_add',
  access: { permission: 'system.server_ip_black:create' },
  summary: 'Puts many servers on the list: a line each, `address[,note]`; faults are told by line',
  body: z.strictObject({
    lines: z.string().min(1).max(MOST_LETTERS),
    treatment: z.enum(TREATMENTS).optional(),
    /** Of lines that have none of their own. */
    remark: serverAddress.fields.remark.schema.optional(),
  }),
  bodyLimit: 1_000_000,
  result: z.object({
    added: z.int(),
    /** `row` counts from 1, as people see lines. */
    faults: z.array(z.object({ row: z.int(), text: z.string().max(LONGEST_LINE), message: z.string() })),
  }),
});

export const serverExportCall = defineCall({
  area: 'server_ip_black',
  call: 'export',
  access: { permission: 'system.server_ip_black:export' },
  answers: 202,
  summary: 'Starts an export of the list, in the form that batch_add reads',
  body: z.strictObject({ format: zExportFormat }),
  result: zStarted,
});
