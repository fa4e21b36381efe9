import { defineCall, fileCalls, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { PICTURE_KINDS } from '../../codes/export/values.ts';
import { zLabels } from '../../print-labels/values.ts';
import { BATCH_MAX_SIZE, printBatchResource } from './resource.ts';

const area = 'print_batch';
const { name, group, remark, has_claim_codes } = printBatchResource.fields;

export const makeBatchCall = defineCall({
  area,
  call: 'make',
  body: z.strictObject({
    name: name.schema,
    size: z.int().min(1).max(BATCH_MAX_SIZE),
    has_claim_codes: has_claim_codes.schema.optional(),
    group: group.schema.optional(),
    remark: remark.schema.optional(),
  }),
  /** The operation, and the batch, which is there before its codes are. */
  result: zStarted.extend({ batch: zId }),
  access: { permission: 'qr.print_batch:create' },
  answers: 202,
  summary: 'Makes up to 10,000 codes that have no target yet, to be printed now and claimed later',
});

export const makeRestCall = defineCall({
  area,
  call: 'make_rest',
  body: z.strictObject({ id: zId }),
  result: zStarted,
  access: { permission: 'qr.print_batch:create' },
  answers: 202,
  summary: 'Makes the codes of a batch that are missing since its making was cancelled',
});

export const exportBatchCall = defineCall({
  area,
  call: 'export',
  body: z.strictObject({ id: zId, format: z.string().max(100).optional() }),
  result: zStarted,
  access: { permission: 'qr.print_batch:export' },
  answers: 202,
  summary:
    'Starts a table of the codes of a batch for the printer: number, addresses, claim codes, and where the claimed ones lead',
});

export const exportBatchPicturesCall = defineCall({
  area,
  call: 'export_pictures',
  body: z.strictObject({ id: zId, picture: z.enum(PICTURE_KINDS).optional() }),
  result: zStarted,
  access: { permission: 'qr.print_batch:export' },
  answers: 202,
  summary:
    'Starts a ZIP of the QR pictures of a batch, PNG or SVG, by their numbers, with a table of what they are',
});

export const exportBatchLabelsCall = defineCall({
  area,
  call: 'export_labels',
  body: z.strictObject({ id: zId, labels: zLabels }),
  result: zStarted,
  access: { permission: 'qr.print_batch:export' },
  answers: 202,
  summary:
    'Starts a PDF of labels with the codes of a batch by their numbers, laid out for a sheet in millimetres',
});

export const claimCalls = fileCalls({
  area,
  permission: 'qr.print_batch:claim',
  start: 'claim',
  summaries: {
    upload: 'Takes a file of codes with their targets, or pasted lines, in pieces in base64; kept for a day',
    start:
      'Says of the caller’s unclaimed codes where they lead, a line each: `code,url[,name[,remark]]`, with or without a head; its result is a table of what became of each line',
  },
});
