import type { DayPreset, DayRange, DaySpan } from '@waypost/contract';
import { type PluginContext, resolveDays, type VisitScope } from '@waypost/sdk';
import type { StatisticsQuery } from '../calls.ts';
import { dayText, periodBefore } from '../range.ts';

export interface ResolvedRange {
  range: DayPreset;
  today: string;
  span: DaySpan;
  /** The period to compare with; undefined when that is not wanted or there is none. */
  previous: DaySpan | undefined;
}

/**
 * The days that a query means, by the server's clock in TIME_ZONE, and those before them.
 * @throws AppError `invalid_input` 422 at `range`, `first_day` or `last_day`
 */
export async function resolveRange(
  context: PluginContext,
  screen: DayRange,
  query: StatisticsQuery,
  scope: VisitScope,
): Promise<ResolvedRange> {
  const found = await resolveDays(context, screen, query, async () => {
    const first = await context.visits.firstDay(scope);
    return first === undefined ? undefined : dayText(first);
  });
  const isCompared = found.range !== 'all' && query.compare !== false;
  return { ...found, previous: isCompared ? periodBefore(found.span, found.range) : undefined };
}
