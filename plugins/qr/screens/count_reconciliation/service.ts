import { errors } from '@waypost/contract';
import { type HourAccount, type PluginContext, todayOf } from '@waypost/sdk';
import { addDays, type DaySpan, dayNumber, dayText, faultKey, spanFault } from '../../statistics/range.ts';
import { type DayCounts, EXPORT_MAX_DAYS, type HourCounts } from './calls.ts';

/** Days before today that are looked at for hours whose counters differ. */
const LOOKED_BACK = 31;

/** @throws AppError `invalid_input` 422 at `first_day` or `last_day` */
export function requireSpan(context: Pick<PluginContext, 'platform' | 'clock'>, span: DaySpan): void {
  const found = spanFault(span, { today: todayOf(context), longest: EXPORT_MAX_DAYS });
  if (found !== undefined) throw refused(found.path, faultKey(found.fault, EXPORT_MAX_DAYS));
}

/**
 * The counters of one day, by hour.
 * @throws AppError `invalid_input` 422 at `day`
 */
export async function readDay(context: PluginContext, wanted: string | undefined): Promise<DayCounts> {
  const today = todayOf(context);
  const day = wanted ?? today;
  const found = spanFault({ first_day: day, last_day: day }, { today, longest: 1 });
  if (found !== undefined) throw refused('day', faultKey(found.fault, EXPORT_MAX_DAYS));
  const hours = (await context.visits.hourAccounts(numbersOf({ first_day: day, last_day: day }))).map(rowOf);
  const sum = (name: keyof DayCounts['totals']) => hours.reduce((total, hour) => total + hour[name], 0);
  return {
    day,
    today,
    time_zone: context.platform.timeZone,
    hours,
    totals: {
      answered: sum('answered'),
      journalled: sum('journalled'),
      counted: sum('counted'),
      rolled_up: sum('rolled_up'),
      erased: sum('erased'),
      untold: sum('untold'),
    },
    differing_days: [...new Set((await differingHours(context)).map((hour) => dayText(hour.day)))].reverse(),
  };
}

/** Hours of the last month whose counters differ, oldest first. */
export async function differingHours(context: PluginContext): Promise<HourAccount[]> {
  const today = todayOf(context);
  const span = { first_day: addDays(today, -LOOKED_BACK), last_day: today };
  return (await context.visits.hourAccounts(numbersOf(span))).filter(({ state }) => state === 'differs');
}

export const numbersOf = ({ first_day, last_day }: DaySpan) => ({
  first: dayNumber(first_day),
  last: dayNumber(last_day),
});

export function rowOf({ day: _, hour, ...counters }: HourAccount): HourCounts {
  return { ...counters, hour: String(hour).padStart(2, '0') };
}

function refused(path: string, message: string): Error {
  return errors.invalidInput.create({}, { errors: [{ path, message }] });
}
