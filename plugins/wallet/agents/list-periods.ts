import { type Page, paging } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { namesOf } from '../money/names-of.ts';
import type { AgentPeriodRow } from '../screens/agent_daily_statistics/calls.ts';
import { readSums, showSums } from './show-sums.ts';
import { type AgentSum, agentSums } from './sums.ts';

/** Which days or months: of one agent, or of all. */
export interface PeriodFilter {
  kind: 'day' | 'month';
  agent?: string;
  period?: { $gte: string; $lte: string };
}
export interface PeriodPage {
  page?: number | undefined;
  page_size?: number | undefined;
  sort_order?: 'asc' | 'desc' | undefined;
}

/** A page of days or months, the latest first unless asked otherwise; within one by agent. */
export async function listPeriods(
  context: PluginContext,
  filter: PeriodFilter,
  { sort_order = 'desc', ...wish }: PeriodPage,
): Promise<Page<AgentPeriodRow>> {
  const { page, page_size, skip } = paging(wish);
  const model = agentSums(context);
  const sign = sort_order === 'desc' ? -1 : 1;
  const [found, count] = await Promise.all([
    model
      .find(filter)
      .sort({ period: sign, agent: sign === -1 ? 1 : -1 })
      .skip(skip)
      .limit(page_size)
      .lean(),
    model.countDocuments(filter),
  ]);
  return { content: await namePeriods(context, found), count, page, page_size };
}

/** Rows as people read them. */
export async function namePeriods(
  context: PluginContext,
  found: readonly AgentSum[],
): Promise<AgentPeriodRow[]> {
  const names = await namesOf(
    context,
    found.map(({ agent }) => agent),
  );
  return found.map((row) => ({
    id: row._id,
    agent: row.agent,
    agent_account: names[row.agent] ?? '',
    period: row.period,
    ...showSums(readSums(row)),
    customers: row.customers,
  }));
}
