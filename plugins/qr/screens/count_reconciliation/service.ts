import { addDays, type DaySpan, errors } from '@waypost/contract';
import { daysIssue, type HourAccount, type PluginContext, todayOf } from '@waypost/sdk';
import { dayNumber, dayText, numbersOf } from '../../statistics/range.ts';
import { COUNTERS, type DayCounts, EXPORTED_DAYS, type HourCounts } from './calls.ts';

/** Days before today that are looked at for hours whose counters differ. */
const LOOKED_BACK = 31;

/** @throws AppError `invalid_input` 422 at `first_day` or `last_day` */
export function requireSpan(context: Pick<PluginContext, 'platform' | 'clock'>, span: DaySpan): void {
  const found = daysIssue(span, EXPORTED_DAYS, todayOf(context));
  if (found !== undefined) throw refused(found.path, found.message);
}

/**
 * The counters of one day, by hour.
 * @throws AppError `invalid_input` 422 at `day`
 */
export async function readDay(context: PluginContext, wanted: string | undefined): Promise<DayCounts> {
  const today = todayOf(context);
  const day = wanted ?? today;
  const found = daysIssue({ first_day: day, last_day: day }, EXPORTED_DAYS, today);
  if (found !== undefined) throw refused('day', found.message);
  const month = await accountsOf(context, monthBefore(today));
  const accounts =
    day < monthBefore(today).first_day ? await accountsOf(context, { first_day: day, last_day: day }) : month;
  const hours = accounts.filter((account) => account.day === dayNumber(day)).map(rowOf);
  const sum = (name: keyof DayCounts['totals']) => hours.reduce((total, hour) => total + hour[name], 0);
  return {
    day,
    today,
    time_zone: context.platform.timeZone,
    hours,
    totals: Object.fromEntries(COUNTERS.map((name) => [name, sum(name)])) as DayCounts['totals'],
    differing_days: [...new Set(month.filter(differs).map((hour) => dayText(hour.day)))].reverse(),
  };
}

/** Hours of the last month whose counters differ, oldest first. */
export async function differingHours(context: PluginContext): Promise<HourAccount[]> {
  return (await accountsOf(context, monthBefore(todayOf(context)))).filter(differs);
}

const differs = ({ state }: HourAccount): boolean => state === 'differs';
const monthBefore = (today: string): DaySpan => ({
  first_day: addDays(today, -LOOKED_BACK),
  last_day: today,
});
const accountsOf = (context: PluginContext, span: DaySpan) => context.visits.hourAccounts(numbersOf(span));

export function rowOf({ day: _, hour, ...counters }: HourAccount): HourCounts {
  return { ...counters, hour: String(hour).padStart(2, '0') };
}

function refused(path: string, message: string): Error {
  return errors.invalidInput.create({}, { errors: [{ path, message }] });
}
