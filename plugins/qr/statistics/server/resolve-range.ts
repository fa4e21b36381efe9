import { type DayPreset, type DayRange, type DaySpan, errors } from '@waypost/contract';
import { daysIssue, type PluginContext, resolveDays, type VisitScope } from '@waypost/sdk';
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
 * @throws AppError `invalid_input` 422 at `range`, `first_day` or `last_day`, and at the last two with `compare_` before them
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
  const chosen = comparedDays(screen, query, found.today);
  if (query.compare === false) return { ...found, previous: undefined };
  const before = found.range === 'all' ? undefined : periodBefore(found.span, found.range);
  return { ...found, previous: chosen ?? before };
}

/** The days that somebody has chosen to compare with; undefined: none. */
function comparedDays(
  screen: DayRange,
  { compare_first_day: first_day, compare_last_day: last_day }: StatisticsQuery,
  today: string,
): DaySpan | undefined {
  if (first_day === undefined && last_day === undefined) return undefined;
  const issue = daysIssue({ first_day, last_day }, screen, today);
  if (issue !== undefined)
    throw errors.invalidInput.create({}, { errors: [{ ...issue, path: `compare_${issue.path}` }] });
  return { first_day: first_day ?? '', last_day: last_day ?? '' };
}
