import { errors } from '@waypost/contract';
import type { PluginContext, VisitScope } from '@waypost/sdk';
import type { StatisticsQuery } from '../calls.ts';
import {
  type DaySpan,
  dayIn,
  dayText,
  FIRST_DAY,
  faultKey,
  periodBefore,
  presetDays,
  spanFault,
} from '../range.ts';
import type { RangeScreen } from '../screens.ts';
import type { RangePreset } from '../values.ts';

export interface ResolvedRange {
  range: RangePreset;
  today: string;
  span: DaySpan;
  /** The period to compare with; undefined when that is not wanted or there is none. */
  previous: DaySpan | undefined;
}

/**
 * The days that a query means, by the server's clock in TIME_ZONE.
 * @throws AppError `invalid_input` 422 at `range`, `first_day` or `last_day`
 */
export async function resolveRange(
  context: PluginContext,
  screen: RangeScreen,
  query: StatisticsQuery,
  scope: VisitScope,
): Promise<ResolvedRange> {
  const today = dayIn(context.platform.timeZone, context.clock.now());
  const range = query.range ?? (query.first_day === undefined ? screen.presets[0] : 'custom') ?? 'custom';
  if (!screen.presets.includes(range)) throw refused('range', 'qr.fault.range_preset');
  const { first_day, last_day } = query;
  // Days beside a preset hold it to them: an export that waits over midnight brings what was asked for.
  const isGiven = range === 'custom' || first_day !== undefined;
  if (isGiven) {
    const fault = spanFault({ first_day, last_day }, { today, longest: screen.longest });
    if (fault !== undefined) throw refused(fault.path, faultKey(fault.fault, screen.longest));
  }
  const given = { first_day: first_day as string, last_day: last_day as string };
  if (range === 'all') {
    const span = isGiven ? given : await wholeHistory(context, scope, today);
    return { range, today, span, previous: undefined };
  }
  const span = isGiven ? given : presetDays(range as Exclude<typeof range, 'custom'>, today);
  return { range, today, span, previous: query.compare === false ? undefined : periodBefore(span, range) };
}

async function wholeHistory(context: PluginContext, scope: VisitScope, today: string): Promise<DaySpan> {
  const first = await context.visits.firstDay(scope);
  const first_day = first === undefined ? today : dayText(first);
  // A clock that ran ahead for a while leaves days that are yet to come.
  return { first_day: first_day > today || first_day < FIRST_DAY ? today : first_day, last_day: today };
}

function refused(path: string, message: string): Error {
  return errors.invalidInput.create({}, { errors: [{ path, message }] });
}
