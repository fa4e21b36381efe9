import { defineCall, pageOf, pagingShape, zExportFormat, zId, zStarted, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zTarget } from '../screens/qr_code_list/resource.ts';
import { DEVICE_KINDS } from '../statistics/calls.ts';

const area = 'qr_code_access';
/** Most visits that are chosen at once. */
export const CLEAR_MAX_VISITS = 200;
const READ = { permission: 'qr.visit:read' } as const;
const CLEAR = { permission: 'qr.visit:clear' } as const;

/** One visit that is kept. */
export const zKeptVisit = z.object({
  id: z.string(),
  /** The visited code. */
  link: zId,
  time: zTime,
  /** As it came, or shortened where the operator keeps it so. */
  ip: z.string(),
  location: z.string(),
  isp: z.string(),
  kind: z.enum(DEVICE_KINDS),
  device: z.string(),
  system: z.string(),
  app: z.string(),
  browser: z.string(),
  user_agent: z.string(),
  referrer: z.string(),
  is_crawler: z.boolean(),
  /** Where it was led to, as `targets` names it. */
  target: z.int(),
});
export type KeptVisitRow = z.infer<typeof zKeptVisit>;

const filters = {
  /** The visited code. */
  id: zId,
  time_from: zTime.optional(),
  time_to: zTime.optional(),
  ip: z.string().trim().min(1).max(64).optional(),
  location: z.string().max(200).optional(),
  kind: z.array(z.enum(DEVICE_KINDS)).max(DEVICE_KINDS.length).optional(),
  device: z.string().max(200).optional(),
  system: z.string().max(200).optional(),
  app: z.array(z.string().max(40)).max(20).optional(),
  target: z.int().min(0).max(4_294_967_295).optional(),
  sort_field: z.enum(['time']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
};
export const zKeptVisitExport = z.strictObject({ ...filters, format: zExportFormat });

export const keptVisitsCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({ ...pagingShape, ...filters }),
  result: pageOf(zKeptVisit),
  access: READ,
  summary: 'The single visits that are kept of a code whose log is open, the latest first',
});

/** Where visits of a code were led to: a target, or where a rule leads. */
export const zKeptTarget = z.object({ key: z.int(), target: zTarget });
export type KeptTarget = z.infer<typeof zKeptTarget>;

export const keptTargetsCall = defineCall({
  area,
  call: 'targets',
  body: z.strictObject({ id: zId }),
  result: z.object({ targets: z.array(zKeptTarget) }),
  access: READ,
  summary: 'By what `target` of a kept visit names where a code leads now',
});

export const exportAccessRecordsCall = defineCall({
  area,
  call: 'export_access_records',
  body: zKeptVisitExport,
  result: zStarted,
  access: { permission: 'qr.visit:export' },
  answers: 202,
  summary: 'Writes every kept visit that a query finds as CSV, as an asynchronous operation',
});

export const zClearing = z.object({
  id: zId,
  time: zTime,
  /** When it is deleted for good. */
  until: zTime,
  count: z.int(),
  /** All that were kept, not chosen ones. */
  is_whole: z.boolean(),
});
export type Clearing = z.infer<typeof zClearing>;
const zCleared = z.object({ cleared: z.int(), clearing: zClearing.nullable() });

export const clearRecordCall = defineCall({
  area,
  call: 'clear_record',
  body: z.strictObject({ id: zId, visits: z.array(z.string().min(1).max(100)).min(1).max(CLEAR_MAX_VISITS) }),
  result: zCleared,
  access: CLEAR,
  summary: 'Moves chosen kept visits of a code to the bin, where they stay for 7 days; no total changes',
});

export const clearAccessHistoryCall = defineCall({
  area,
  call: 'clear_access_history',
  body: z.strictObject({ id: zId }),
  result: zCleared,
  access: CLEAR,
  summary: 'Moves all kept visits of a code to the bin, where they stay for 7 days; no total changes',
});

export const restoreAccessRecordsCall = defineCall({
  area,
  call: 'restore_access_records',
  /** `clearing`: what was cleared at once; left out: all that is in the bin. */
  body: z.strictObject({ id: zId, clearing: zId.optional() }),
  result: z.object({ restored: z.int() }),
  access: CLEAR,
  summary: 'Brings kept visits of a code back from the bin',
});

export const clearingsCall = defineCall({
  area,
  call: 'clearings',
  body: z.strictObject({ id: zId }),
  result: z.object({ clearings: z.array(zClearing) }),
  access: READ,
  summary: 'The bin of kept visits of a code: what was cleared, when, and until when it can be brought back',
});

export const eraseCall = defineCall({
  area,
  call: 'erase',
  /** `id`: of one code; left out: of all that are the caller's own. */
  body: z.strictObject({ id: zId.optional(), ip: z.union([z.ipv4(), z.ipv6()]) }),
  result: z.object({ erased: z.int() }),
  access: { permission: 'qr.visit:erase' },
  summary: 'Deletes what is kept of the visits of one address for good, in the bin, too; no total changes',
});

export const getIpCall = defineCall({
  area: 'qr_code_list',
  call: 'get_ip',
  body: z.strictObject({ id: zId, ...pagingShape }),
  result: pageOf(
    z.object({
      ip: z.string(),
      location: z.string(),
      isp: z.string(),
      count: z.int(),
      first_time: zTime,
      last_time: zTime,
    }),
  ),
  access: READ,
  summary:
    'The addresses that visited a code, each once, the latest first; those that were erased are not told',
});
