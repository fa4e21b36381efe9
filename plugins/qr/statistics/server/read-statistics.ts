import { type DaySpan, daysIn, eachDay } from '@waypost/contract';
import {
  type DayStatistics,
  type DayTold,
  type DeviceKind,
  type PluginContext,
  sumUntil,
  type TimeOfDay,
  timeOfDay,
  timeText,
  type VisitScope,
} from '@waypost/sdk';
import type { Point, Statistics, StatisticsQuery, Totals } from '../calls.ts';
import type { Filter } from '../dimensions/values.ts';
import { dayText, hourIn, numbersOf, weekdayOf } from '../range.ts';
import { HISTORY_BY_DAY, type StatisticsScreen } from '../screens.ts';
import { resolveRange } from './resolve-range.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const WEEKDAYS = 7;
/** Grains whose points are days. */
const BY_DAY: ReadonlySet<StatisticsScreen['grain']> = new Set(['day', 'history']);

/** Whose visits, and which of them: by a kind of device, or with one value. */
export interface StatisticsScope extends VisitScope {
  kind?: DeviceKind | undefined;
  only?: { by: Filter; value: string } | undefined;
}

/** Figures of one day; null where they are not kept. */
type Figures = Pick<Point, 'view_number' | 'ip_view_number' | 'new_visitor_number'>;

/** What a statistics screen shows of a scope: sums and their course, beside those of the period before. */
export async function readStatistics(
  context: PluginContext,
  screen: StatisticsScreen,
  query: StatisticsQuery,
  scope: StatisticsScope,
): Promise<Statistics> {
  const { range, today, span, previous } = await resolveRange(context, screen, query, scope);
  const byMonth = screen.grain === 'history' && daysIn(span) > HISTORY_BY_DAY;
  const [now, before] = await Promise.all([
    readSpan(context, { screen, scope, byMonth, today }, span),
    previous === undefined ? undefined : readSpan(context, { screen, scope, byMonth, today }, previous),
  ]);
  const { timeZone } = context.platform;
  const time = timeOfDay(timeZone, context.clock.now());
  // Hours are not kept by device or value; and a period before that is shorter has no day for each of these.
  const isCut =
    previous !== undefined && span.last_day === today && isWhole(scope) && daysIn(previous) === daysIn(span);
  const cut = isCut && before ? await cutTotals(context, { scope, before, span: previous, time }) : undefined;
  return {
    ...span,
    range,
    today,
    time_zone: timeZone,
    previous: previous ?? null,
    totals: now.totals,
    previous_totals: cut?.totals ?? before?.totals ?? null,
    previous_until: isCut ? timeText(time) : null,
    previous_cut: cut?.names ?? [],
    running: runningPoint(span, { screen, byMonth, today, time }),
    points: now.points,
    previous_points: before?.points ?? null,
    previous_running: byMonth || !BY_DAY.has(screen.grain) ? null : (cut?.running ?? null),
    week: screen.grain === 'hour_of_day' ? weekOf(now.days) : null,
  };
}

/** A period until a time of its last day, which `running` is; null where that day has no visits. */
interface CutPeriod {
  totals: Totals;
  names: Statistics['previous_cut'];
  running: Point | null;
}

/**
 * The sums of a period, of its last day only what came until a time of day, and which of them could be cut so. Of the addresses that
 * came on no earlier day of the period as many are counted as of all addresses of the day.
 */
async function cutTotals(
  context: PluginContext,
  options: { scope: StatisticsScope; before: SpanFigures; span: DaySpan; time: TimeOfDay },
): Promise<CutPeriod> {
  const { scope, span, time } = options;
  const { days, totals } = options.before;
  const { first, last } = numbersOf(span);
  const day = days.find((one) => one.day === last);
  if (day === undefined)
    return { totals, names: ['view_number', 'ip_view_number', 'new_visitor_number'], running: null };
  const hours = await context.visits.firstHours(scope, last);
  const running = {
    key: dayText(last),
    view_number: sumUntil(day.hours, time),
    ip_view_number: hours.ip_view_number && sumUntil(hours.ip_view_number, time),
    new_visitor_number: hours.new_visitor_number && sumUntil(hours.new_visitor_number, time),
  };
  const view_number = totals.view_number - day.view_number + running.view_number;
  const cut: CutPeriod = { totals: { ...totals, view_number }, names: ['view_number'], running };
  if (running.ip_view_number !== null && totals.ip_view_number !== null) {
    const earlier = days.at(-2);
    const known =
      earlier === undefined ? 0 : await context.visits.uniqueAddresses(scope, { first, last: earlier.day });
    const part = day.ip_view_number === 0 ? 0 : running.ip_view_number / day.ip_view_number;
    cut.totals.ip_view_number = known + Math.round((totals.ip_view_number - known) * part);
    cut.names.push('ip_view_number');
  }
  if (running.new_visitor_number !== null && totals.new_visitor_number !== null) {
    cut.totals.new_visitor_number =
      totals.new_visitor_number - day.new_visitor_number + running.new_visitor_number;
    cut.names.push('new_visitor_number');
  }
  return cut;
}

/** Key of the point that today, or the hour, still adds to. */
function runningPoint(
  span: DaySpan,
  options: { screen: StatisticsScreen; byMonth: boolean; today: string; time: TimeOfDay },
): string | null {
  const { screen, byMonth, today, time } = options;
  if (span.last_day !== today) return null;
  const hour = String(time.hour).padStart(2, '0');
  if (screen.grain === 'hour') return `${today}T${hour}`;
  // Over several days each hour is a sum of days, most of which are over.
  if (screen.grain === 'hour_of_day') return span.first_day === today ? hour : null;
  return byMonth ? today.slice(0, 7) : today;
}

interface SpanFigures {
  days: DayStatistics[];
  totals: Totals;
  points: Point[];
}

interface SpanOptions {
  screen: StatisticsScreen;
  scope: StatisticsScope;
  byMonth: boolean;
  today: string;
}

/** All visits of a scope, by whatever device and with whatever value. */
const isWhole = ({ kind, only }: StatisticsScope): boolean => kind === undefined && only === undefined;

/** What is needed of days: addresses by hour and visits by device stand beside everything else that is kept of them. */
function toldOf({ screen, scope }: SpanOptions, span: DaySpan): DayTold | undefined {
  if (scope.only !== undefined) return scope.only.by;
  const isByHour = screen.grain === 'hour' || (screen.grain === 'hour_of_day' && daysIn(span) === 1);
  return isByHour || scope.kind !== undefined ? undefined : 'sums';
}

async function readSpan(context: PluginContext, options: SpanOptions, span: DaySpan): Promise<SpanFigures> {
  const { screen, scope, byMonth } = options;
  const days = await context.visits.days(scope, numbersOf(span), toldOf(options, span));
  const totals = await totalsOf(context, options, { days, span });
  if (screen.grain === 'hour_of_day') return { days, totals, points: hoursOfDay(days, daysIn(span)) };
  if (screen.grain === 'hour') {
    // Hours of today that are yet to come have no figures, not zeros.
    const now = hourIn(context.platform.timeZone, context.clock.now());
    return { days, totals, points: hoursInTurn(days, span).filter(({ key }) => key <= now) };
  }
  if (byMonth) return { days, totals, points: await months(context, scope, { days, span }) };
  return { days, totals, points: daysInTurn(days, span, scope) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What is known of a day: all of it by kind of device, only the visits by any other value. */
function figuresOf(day: DayStatistics, { kind, only }: StatisticsScope): Figures {
  if (only !== undefined)
    return {
      view_number: day.parts[only.by][only.value] ?? 0,
      ip_view_number: null,
      new_visitor_number: null,
    };
  return kind === undefined ? day : day.kinds[kind];
}

/** Sums of a span. Those that would only nearly be right are null: nobody could tell them from the exact ones. */
async function totalsOf(
  context: PluginContext,
  { scope, today }: SpanOptions,
  { days, span }: { days: readonly DayStatistics[]; span: DaySpan },
): Promise<Totals> {
  const figures = days.map((day) => figuresOf(day, scope));
  const [only] = figures;
  const isOneDay = daysIn(span) === 1;
  return {
    view_number: sum(figures.map(({ view_number }) => view_number)),
    // Addresses cannot be added over days; those of one day are kept.
    ip_view_number: isOneDay
      ? only === undefined
        ? 0
        : only.ip_view_number
      : knowsAddresses(scope, span, today)
        ? await addressesIn(context, scope, { days, span })
        : null,
    // An address is new with the device that it first came with ever, and counts for the one that it first came with here.
    new_visitor_number:
      scope.only === undefined && (isOneDay || isWhole(scope))
        ? sum(figures.map(({ new_visitor_number }) => new_visitor_number ?? 0))
        : null,
    bot_view_number: isWhole(scope) ? sum(days.map(({ bot_view_number }) => bot_view_number)) : null,
  };
}

/**
 * Where days are of before addresses were summed up by device, one counts for the kind that it came with last: in a range that ends today that is a
 * visit of the range.
 */
function knowsAddresses(scope: StatisticsScope, { last_day }: DaySpan, today: string): boolean {
  return isWhole(scope) || (scope.only === undefined && last_day === today);
}

async function addressesIn(
  context: PluginContext,
  scope: StatisticsScope,
  { days, span }: { days: readonly DayStatistics[]; span: DaySpan },
): Promise<number> {
  return days.length === 0 ? 0 : context.visits.uniqueAddresses(scope, numbersOf(span));
}

const NO_VISITS: Figures = { view_number: 0, ip_view_number: 0, new_visitor_number: 0 };

function daysInTurn(days: readonly DayStatistics[], span: DaySpan, scope: StatisticsScope): Point[] {
  const known = new Map(days.map((day) => [dayText(day.day), figuresOf(day, scope)]));
  const none =
    scope.only === undefined ? NO_VISITS : { ...NO_VISITS, ip_view_number: null, new_visitor_number: null };
  return eachDay(span).map((key) => {
    const { view_number, ip_view_number, new_visitor_number } = known.get(key) ?? none;
    return { key, view_number, ip_view_number, new_visitor_number };
  });
}

function hoursInTurn(days: readonly DayStatistics[], span: DaySpan): Point[] {
  const known = new Map(days.map((day) => [dayText(day.day), day]));
  return eachDay(span).flatMap((day) =>
    HOURS.map((hour, index) => ({
      key: `${day}T${hour}`,
      view_number: known.get(day)?.hours[index] ?? 0,
      ip_view_number: known.get(day)?.ip_hours[index] ?? 0,
      new_visitor_number: null,
    })),
  );
}

/** Over several days the addresses of an hour cannot be added: only those of a single day are told. */
function hoursOfDay(days: readonly DayStatistics[], length: number): Point[] {
  return HOURS.map((key, index) => ({
    key,
    view_number: sum(days.map(({ hours }) => hours[index] ?? 0)),
    ip_view_number: length === 1 ? (days[0]?.ip_hours[index] ?? 0) : null,
    new_visitor_number: null,
  }));
}

function weekOf(days: readonly DayStatistics[]): number[][] {
  const week = Array.from({ length: WEEKDAYS }, () => new Array<number>(HOURS.length).fill(0));
  for (const { day, hours } of days) {
    const row = week[weekdayOf(dayText(day))] as number[];
    hours.forEach((visits, hour) => {
      row[hour] = (row[hour] ?? 0) + visits;
    });
  }
  return week;
}

/** Sums by month; the first and last may be cut by the range. Each month's addresses are counted, not added. */
async function months(
  context: PluginContext,
  scope: StatisticsScope,
  { days, span }: { days: readonly DayStatistics[]; span: DaySpan },
): Promise<Point[]> {
  const points: Point[] = [];
  for (const part of monthsOf(span)) {
    const { first, last } = numbersOf(part);
    const within = days.filter(({ day }) => day >= first && day <= last);
    const figures = within.map((day) => figuresOf(day, scope));
    points.push({
      key: part.first_day.slice(0, 7),
      view_number: sum(figures.map(({ view_number }) => view_number)),
      ip_view_number: isWhole(scope) ? await addressesIn(context, scope, { days: within, span: part }) : null,
      new_visitor_number: isWhole(scope)
        ? sum(figures.map(({ new_visitor_number }) => new_visitor_number ?? 0))
        : null,
    });
  }
  return points;
}

function monthsOf(span: DaySpan): DaySpan[] {
  const parts: DaySpan[] = [];
  for (const day of eachDay(span)) {
    const last = parts.at(-1);
    if (last?.first_day.slice(0, 7) === day.slice(0, 7)) last.last_day = day;
    else parts.push({ first_day: day, last_day: day });
  }
  return parts;
}
