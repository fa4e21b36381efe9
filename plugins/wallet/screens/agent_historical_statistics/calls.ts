import { defineCall, pageOf, pagingShape, zExportFormat, zId, zStarted, zTime } from '@waypost/contract';
import { z } from 'zod';
import { sumShape, zSums } from '../../agents/values.ts';
import { zAgentDay } from '../agent_daily_statistics/calls.ts';

const area = 'agent_historical_statistics';
export const READ_HISTORY = 'wallet.agent_history:read';
export const READ_ALL_HISTORY = 'wallet.agent_history:read_all';
export const EXPORT_HISTORY = 'wallet.agent_history:export';

const whoShape = {
  /** Whose: for whoever sees all agents; others get what is their own, whatever they ask. */
  agent: zId.optional(),
};
const order = z.enum(['asc', 'desc']).optional();

export const agentMonthsCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({
    ...pagingShape,
    ...whoShape,
    sort_field: z.literal('period').optional(),
    sort_order: order,
  }),
  result: pageOf(zAgentDay),
  access: { permission: READ_HISTORY },
  summary: 'What agents’ customers came to by month: `period` is yyyy-mm',
});

export const zAgentCustomer = z.object({
  id: z.string(),
  agent: zId,
  agent_account: z.string(),
  customer: zId,
  customer_account: z.string(),
  ...sumShape,
  first_time: zTime,
  /** Of the latest order; null where only something was given back. */
  last_time: zTime.nullable(),
});
export type AgentCustomerRow = z.infer<typeof zAgentCustomer>;
export const CUSTOMER_SORTS = ['turnover', 'last_time'] as const;

export const agentCustomersCall = defineCall({
  area,
  call: 'customers',
  body: z.strictObject({
    ...pagingShape,
    ...whoShape,
    /** One of them. */
    customer: zId.optional(),
    sort_field: z.enum(CUSTOMER_SORTS).optional(),
    sort_order: order,
  }),
  result: pageOf(zAgentCustomer),
  access: { permission: READ_HISTORY },
  summary: 'What each customer of agents came to over the whole time, those who spent most first',
});

export const agentHistoryTotalsCall = defineCall({
  area,
  call: 'totals',
  body: z.strictObject(whoShape),
  result: zSums.extend({ customers: z.int(), first_month: z.string().nullable() }),
  access: { permission: READ_HISTORY },
  summary: 'Sums over the whole time',
});

export const zAgentHistoryExport = z.strictObject({ ...whoShape, format: zExportFormat });

export const agentHistoryExportCall = defineCall({
  area,
  call: 'export',
  body: zAgentHistoryExport,
  result: zStarted,
  access: { permission: EXPORT_HISTORY },
  answers: 202,
  summary: 'Writes all months as a table, as an asynchronous operation',
});
