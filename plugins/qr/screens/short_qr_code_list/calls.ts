import { defineCall, fileCalls, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';
import { PICTURE_KINDS } from '../../codes/export/values.ts';
import { CODE_STATUSES } from '../../codes/status/rules.ts';
import { zLabels } from '../../print-labels/values.ts';

const area = 'short_qr_code_list';

export const importCalls = fileCalls({
  area,
  permission: 'qr.short_link:import',
  start: 'import',
  summaries: {
    upload: 'Takes a file of short links, or pasted lines, in pieces in base64; kept for a day',
    start:
      'Makes short links of a file that was uploaded, a line each: `url[,name[,short_code[,expires_at[,remark]]]]`, with or without a head',
  },
});

/** Most links of one choice; without a choice it is all of them. */
const MOST_CHOSEN = 1_000;

/**
 * Which links: the chosen ones, or all of the caller's, of one owner's, or of everybody's for those who see them; of these
 * what the list of links finds by the same search and status.
 */
export const zLinkChoice = z.strictObject({
  ids: z.array(zId).min(1).max(MOST_CHOSEN).optional(),
  search: z.string().max(200).optional(),
  status: z.enum(CODE_STATUSES).optional(),
  own: z.boolean().optional(),
  owner: zId.optional(),
});

export const exportLinksCall = defineCall({
  area,
  call: 'export',
  body: zLinkChoice.extend({ format: z.string().max(100).optional() }),
  result: zStarted,
  access: { permission: 'qr.short_link:export' },
  answers: 202,
  summary: 'Starts an export of short links as a table, in the form that `import` reads',
});

export const exportPicturesCall = defineCall({
  area,
  call: 'export_pictures',
  body: zLinkChoice.extend({ picture: z.enum(PICTURE_KINDS).optional() }),
  result: zStarted,
  access: { permission: 'qr.short_link:export' },
  answers: 202,
  summary:
    'Starts a ZIP of the QR pictures of up to 5,000 short links, PNG or SVG, with a table of whose they are',
});

export const exportLabelsCall = defineCall({
  area,
  call: 'export_labels',
  body: zLinkChoice.extend({ labels: zLabels }),
  result: zStarted,
  access: { permission: 'qr.short_link:export' },
  answers: 202,
  summary:
    'Starts a PDF of labels with the pictures of up to 10,000 codes, laid out for a sheet in millimetres',
});
