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

const area = 'visit_summary';
export const READ_SUMMARY = 'qr.visit_summary:read';
export const EXPORT_SUMMARY = 'qr.visit_summary:export';

export const SUMMARY_GROUPS = ['customer', 'domain'] as const;
export const FIGURES = [
  'view_number',
  'ip_view_number',
  'new_visitor_number',
  'bot_view_number',
  'expired_view_number',
] as const;

const figures = {
  view_number: z.int(),
  /** Null where addresses are not counted: by domain, and over several customers that were searched for. */
  ip_view_number: z.int().nullable(),
  new_visitor_number: z.int(),
  bot_view_number: z.int(),
  expired_view_number: z.int(),
};

export const zSummaryRow = z.object({
  id: z.string(),
  /** Account of the customer, empty when it is gone; or name of the domain. */
  name: z.string(),
  /** Id of the customer. */
  owner: zId.optional(),
  /** Of TIME_ZONE, yyyy-mm-dd. */
  day: z.string(),
  ...figures,
});
export type SummaryRow = z.infer<typeof zSummaryRow>;

const askedShape = {
  /** Left out: by customer. */
  by: z.enum(SUMMARY_GROUPS).optional(),
  /** Part of an account or a domain. */
  search: z.string().max(200).optional(),
  /** Left out: the last 7 days. */
  ...dayRangeShape,
};
const queryShape = {
  ...askedShape,
  sort_field: z.enum(['day', ...FIGURES]).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
};

export const visitSummaryCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, ...queryShape }),
  result: pageOf(zSummaryRow),
  access: { permission: READ_SUMMARY },
  summary: 'Visits by customer, or by domain, and day: a row for each that had some',
});

export const visitSummaryTotalsCall = defineCall({
  area,
  call: 'totals',
  body: z.strictObject(askedShape),
  result: z.object({
    ...figures,
    /** Customers, or domains, that had visits. */
    group_number: z.int(),
    /** The days that the range is, and today. */
    first_day: z.string(),
    last_day: z.string(),
    today: z.string(),
  }),
  access: { permission: READ_SUMMARY },
  summary: 'Sums over all rows that `inquire` finds; unique addresses are those of the whole range',
});

export const zVisitSummaryExport = z.strictObject({ ...queryShape, format: zExportFormat });

export const visitSummaryExportCall = defineCall({
  area,
  call: 'export',
  body: zVisitSummaryExport,
  result: zStarted,
  access: { permission: EXPORT_SUMMARY },
  answers: 202,
  summary: 'Writes every row that a query finds as CSV, as an asynchronous operation',
});
