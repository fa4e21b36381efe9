import { codeOf, defineCall, fileCalls, YesNo, zColumnChoice, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { ShowStatus } from '../../catalogue/values.ts';
import { DATA_SOURCES } from './resource.ts';

const area = 'mall_product';
/** Most products that are chosen at once. */
const MOST_CHOSEN = 200;

export const batchShowCall = defineCall({
  area,
  call: 'batch_show',
  body: z.strictObject({ ids: z.array(zId).min(1).max(MOST_CHOSEN), show_status: codeOf(ShowStatus) }),
  result: z.object({ changed: z.int() }),
  access: { permission: 'mall.product:update' },
  summary: 'Shows or hides up to 200 products at once',
});

export const batchSwitchCall = defineCall({
  area,
  call: 'batch_switch',
  body: z
    .strictObject({
      ids: z.array(zId).min(1).max(MOST_CHOSEN),
      show_status: codeOf(ShowStatus).optional(),
      home_recommend: codeOf(YesNo).optional(),
    })
    .refine((body) => body.show_status !== undefined || body.home_recommend !== undefined, {
      path: ['show_status'],
      message: 'required',
    }),
  result: z.object({ changed: z.int() }),
  access: { permission: 'mall.product:update' },
  summary: 'Shows or hides, and recommends on home pages or not, up to 200 products at once',
});

export const importCalls = fileCalls({
  area,
  permission: 'mall.product:import',
  start: 'import',
  summaries: {
    upload: 'Takes a file of products in pieces in base64; kept for a day',
    start:
      'Adds the products of a file that was uploaded, a line each, and changes those whose `external_id` is there already',
  },
});

export const checkCall = defineCall({
  area,
  call: 'check',
  body: z.strictObject({
    upload: zId,
    /** What its columns are read as, where somebody has said it. */
    columns: zColumnChoice.optional(),
  }),
  result: z.object({
    /** Lines without the head. */
    lines: z.int(),
    /** The first of them, as many as were compared; each is counted in one of the four below. */
    checked: z.int(),
    added: z.int(),
    changed: z.int(),
    same: z.int(),
    left_out: z.int(),
    /** Names in the head that are not read, as the file writes them. */
    unknown_columns: z.array(z.string()),
    /** Names of columns that an earlier one gives already. */
    repeated_columns: z.array(z.string()),
    /** The first of them; `left_out` counts all. */
    faults: z.array(
      z.object({
        line: z.int(),
        /** As the head calls it; empty: the whole line. */
        column: z.string(),
        fault: z.string(),
        message: z.string(),
      }),
    ),
  }),
  access: { permission: 'mall.product:import' },
  ratePerMinute: 30,
  summary: 'Says what an import of an uploaded file would do, and writes nothing',
});

export const exportCall = defineCall({
  area,
  call: 'export',
  body: z.strictObject({
    search: z.string().max(200).optional(),
    within: zId.optional(),
    brand: zId.optional(),
    show_status: codeOf(ShowStatus).optional(),
    home_recommend: codeOf(YesNo).optional(),
    data_source: z.enum(DATA_SOURCES).optional(),
    format: z.string().max(100).optional(),
  }),
  result: zStarted,
  access: { permission: 'mall.product:export' },
  answers: 202,
  summary: 'Starts an export of the products that the same filters list, in the form that `import` reads',
});
