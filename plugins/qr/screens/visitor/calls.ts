import { defineCall, pageOf, pagingShape, zExportFormat, zId, zStarted, zTime } from '@waypost/contract';
import { z } from 'zod';

/** One address that visited one code. */
export const zVisitor = z.object({
  id: z.string(),
  /** The visited code; its name and address are empty when it has been purged since. */
  link: zId,
  name: z.string(),
  short_code: z.string(),
  ip: z.string(),
  location: z.string(),
  isp: z.string(),
  device: z.string(),
  system: z.string(),
  app: z.string(),
  browser: z.string(),
  user_agent: z.string(),
  referrer: z.string(),
  count: z.int(),
  first_time: zTime,
  last_time: zTime,
  /** Account of whoever has the code; told to those who see everyone's. */
  owner_account: z.string(),
  /** Id of that account; likewise. */
  owner: zId.optional(),
});
export type Visitor = z.infer<typeof zVisitor>;

const queryShape = {
  search: z.string().max(200).optional(),
  link: zId.optional(),
  /** Visitors of one account's codes; for callers who see everyone's. */
  owner: zId.optional(),
  app: z.array(z.string().max(40)).max(20).optional(),
  last_time_from: zTime.optional(),
  last_time_to: zTime.optional(),
  sort_field: z.enum(['last_time', 'first_time', 'count']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
};
const body = z.strictObject({ ...pagingShape, ...queryShape });
/** What an export is asked for: everyone that a list finds, on all its pages. */
export const zVisitorExport = z.strictObject({
  ...queryShape,
  own: z.boolean().optional(),
  format: zExportFormat,
});

export const visitorsCall = defineCall({
  area: 'visitor',
  call: 'inquire',
  body,
  result: pageOf(zVisitor),
  access: { permission: 'qr.visit:read' },
  summary: 'Visitors of every code that the caller may see',
});

export const ownVisitorsCall = defineCall({
  area: 'visitor',
  call: 'user_inquire',
  body,
  result: pageOf(zVisitor),
  access: { permission: 'qr.visit:read' },
  summary: "Visitors of the caller's own codes",
});

export const visitorExportCall = defineCall({
  area: 'visitor',
  call: 'export',
  body: zVisitorExport,
  result: zStarted,
  access: { permission: 'qr.visit:export' },
  answers: 202,
  summary: 'Writes every visitor that a query finds as CSV, as an asynchronous operation',
});
