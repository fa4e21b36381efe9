import {
  dayRangeShape,
  defineCall,
  pageOf,
  pagingShape,
  zExportFormat,
  zId,
  zStarted,
} from '@waypost/contract';
import { z } from 'zod';
import { EXPORT, READ } from '../../statistics/calls.ts';

const area = 'stealing_list';

/** One foreign host and what came through its pages within a range. */
export const zForeignPage = z.object({
  id: z.string(),
  host: z.string(),
  view_number: z.int(),
  /** Of all visits of the range, 0 to 1. */
  share: z.number(),
  /** Days of TIME_ZONE within the range, yyyy-mm-dd. */
  first_day: z.string(),
  last_day: z.string(),
});
export type ForeignPage = z.infer<typeof zForeignPage>;

const queryShape = {
  search: z.string().max(200).optional(),
  /** Left out: the last 30 days. */
  ...dayRangeShape,
  /** Only one code. */
  link: zId.optional(),
  /** Only the codes of this person; for callers who see everybody's. */
  owner: zId.optional(),
  sort_field: z.enum(['host', 'view_number', 'first_day', 'last_day']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
};
const body = z.strictObject({ ...pagingShape, ...queryShape });
/** What an export is asked for: every host that a list finds, on all its pages. */
export const zForeignPageExport = z.strictObject({
  ...queryShape,
  own: z.boolean().optional(),
  format: zExportFormat,
});

export const foreignPagesCall = defineCall({
  area,
  call: 'inquire',
  body,
  result: pageOf(zForeignPage),
  access: { permission: READ },
  summary: 'Foreign pages that led visitors to every code that the caller may see, by host',
});

export const ownForeignPagesCall = defineCall({
  area,
  call: 'user_inquire',
  body,
  result: pageOf(zForeignPage),
  access: { permission: READ },
  summary: "Foreign pages that led visitors to the caller's own codes, by host",
});

export const foreignPageExportCall = defineCall({
  area,
  call: 'export',
  body: zForeignPageExport,
  result: zStarted,
  access: { permission: EXPORT },
  answers: 202,
  summary: 'Writes every foreign page that a query finds as CSV, as an asynchronous operation',
});
