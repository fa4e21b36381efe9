import {
  type Day,
  type DayPreset,
  type DayRange,
  type DayRangeQuery,
  type DaySpan,
  daySpanFault,
  errors,
  FIRST_DAY,
  type Issue,
  presetDays,
} from '@waypost/contract';
import { todayOf } from './day-part.ts';

/** Whose today it is: a plugin's context will do. */
export interface DayClock {
  platform: { timeZone: string };
  clock: { now(): number };
}

/** Days that a call was asked for. */
export interface ResolvedDays {
  range: DayPreset;
  today: Day;
  span: DaySpan;
}

/**
 * The days that a body with `dayRangeShape` means, by the server's clock in TIME_ZONE. Days beside a preset hold it to them,
 * so that an export that waits over midnight brings what was asked for.
 * @param firstDay the first that has something, for `all`; undefined: none has
 * @throws AppError `invalid_input` 422 at `range`, `first_day` or `last_day`
 */
export async function resolveDays(
  context: DayClock,
  offered: DayRange,
  { range: wanted, first_day, last_day }: DayRangeQuery,
  firstDay?: () => Promise<Day | undefined>,
): Promise<ResolvedDays> {
  const today = todayOf(context);
  const range = wanted ?? (first_day === undefined ? offered.presets[0] : 'custom');
  if (!offered.presets.includes(range)) throw refused({ path: 'range', message: 'error.issue.days_preset' });
  if (range === 'custom' || first_day !== undefined) {
    const issue = daysIssue({ first_day, last_day }, offered, today);
    if (issue !== undefined) throw refused(issue);
    return { range, today, span: { first_day: first_day as Day, last_day: last_day as Day } };
  }
  if (range !== 'all') return { range, today, span: presetDays(range, today) };
  const first = (await firstDay?.()) ?? today;
  // A clock that ran ahead for a while leaves days that are yet to come.
  return {
    range,
    today,
    span: { first_day: first > today || first < FIRST_DAY ? today : first, last_day: today },
  };
}

/** What is wrong with days that somebody chose, as the `errors` of `invalid_input` have it. */
export function daysIssue(
  days: Pick<DayRangeQuery, 'first_day' | 'last_day'>,
  { longest, tooLong }: Pick<DayRange, 'longest' | 'tooLong'>,
  today: Day,
): Issue | undefined {
  const found = daySpanFault(days, { today, longest });
  if (found === undefined) return undefined;
  return { path: found.path, message: found.fault === 'days_long' ? tooLong : `error.issue.${found.fault}` };
}

const refused = (issue: Issue): Error => errors.invalidInput.create({}, { errors: [issue] });
