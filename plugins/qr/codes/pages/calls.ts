import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { zDesign } from '../design/values.ts';

const area = 'qr_code_list';
/** Most labels that are printed at once. */
export const MAX_LABELS = 200;
const zPageSource = z.string().min(1).max(80);

export const pagesCall = defineCall({
  area,
  call: 'pages',
  body: z.strictObject({ search: z.string().max(100).optional() }),
  result: z.object({
    sources: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        pages: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
      }),
    ),
  }),
  access: { permission: 'qr.code:read' },
  summary: 'Pages of other plugins that a code can lead to, of each the first 20 that a text finds',
});

export const pageLabelsCall = defineCall({
  area,
  call: 'page_labels',
  body: z.strictObject({
    source: zPageSource,
    pages: z.array(z.string().min(1).max(64)).min(1).max(MAX_LABELS),
  }),
  result: z.object({
    made: z.int(),
    codes: z.array(
      z.object({
        id: z.string(),
        page: z.string(),
        name: z.string(),
        short_url: z.string(),
        qr_url: z.string(),
        design: zDesign.nullable(),
      }),
    ),
  }),
  access: { permission: 'qr.code:create' },
  summary: 'Codes of the caller that lead to pages of another plugin, one each; makes those that are missing',
});
