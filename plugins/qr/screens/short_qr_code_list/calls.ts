import { defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';

const area = 'short_qr_code_list';
/** Bytes of one piece of a file, and letters of it in base64. */
export const PART_BYTES = 600_000;
const PART_LETTERS = Math.ceil(PART_BYTES / 3) * 4;
const PART_BODY_BYTES = 1_000_000;

export const uploadLinksCall = defineCall({
  area,
  call: 'upload',
  body: z.strictObject({
    /** Of the piece before; left out: a new file. */
    upload: zId.optional(),
    data: z.base64().min(1).max(PART_LETTERS),
  }),
  result: z.object({ upload: zId, bytes: z.int() }),
  access: { permission: 'qr.short_link:import' },
  bodyLimit: PART_BODY_BYTES,
  failureStatuses: [413],
  summary: 'Takes a file of short links, or pasted lines, in pieces in base64; kept for a day',
});

export const importLinksCall = defineCall({
  area,
  call: 'import',
  body: z.strictObject({ upload: zId }),
  result: zStarted,
  access: { permission: 'qr.short_link:import' },
  answers: 202,
  summary:
    'Makes short links of a file that was uploaded, a line each: `url[,name[,short_code[,expires_at[,remark]]]]`, with or without a head',
});
