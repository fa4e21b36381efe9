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
import { sumShape, zSums } from '../../agents/values.ts';

const area = 'agent_daily_statistics';
export const READ_DAYS = 'wallet.agent_day:read';
export const READ_ALL_DAYS = 'wallet.agent_day:read_all';
export const EXPORT_DAYS = 'wallet.agent_day:export';

const askedShape = {
  ...dayRangeShape,
  /** Whose: for whoever sees all agents; others get the own days, whatever they ask. */
  agent: zId.optional(),
};

export const zAgentDay = z.object({
  id: z.string(),
  agent: zId,
  agent_account: z.string(),
  /** Of TIME_ZONE, yyyy-mm-dd; yyyy-mm where months are listed. */
  period: z.string(),
  ...sumShape,
  /** Customers who bought of the agent for the first time. */
  customers: z.int(),
});
export type AgentPeriodRow = z.infer<typeof zAgentDay>;

export const agentDaysCall = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({
    ...pagingShape,
    ...askedShape,
    sort_field: z.literal('period').optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
  }),
  result: pageOf(zAgentDay),
  access: { permission: READ_DAYS },
  summary: 'What agents’ customers came to: a row for each agent and day that had something',
});

export const agentDayTotalsCall = defineCall({
  area,
  call: 'totals',
  body: z.strictObject(askedShape),
  result: zSums.extend({
    customers: z.int(),
    first_day: z.string(),
    last_day: z.string(),
    today: z.string(),
    /** What was kept on each day of the range, smallest units. */
    course: z.array(z.object({ day: z.string(), kept: z.string() })),
  }),
  access: { permission: READ_DAYS },
  summary: 'Sums over all days of a range, and their course',
});

export const zAgentDaysExport = z.strictObject({ ...askedShape, format: zExportFormat });

export const agentDaysExportCall = defineCall({
  area,
  call: 'export',
  body: zAgentDaysExport,
  result: zStarted,
  access: { permission: EXPORT_DAYS },
  answers: 202,
  summary: 'Writes the days of a range as a table, as an asynchronous operation',
});
