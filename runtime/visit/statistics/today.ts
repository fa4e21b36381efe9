import {
  type Clock,
  sumUntil,
  type TodayStatistics,
  timeOfDay,
  timeText,
  type VisitScope,
} from '@waypost/sdk';
import mongoose from 'mongoose';
import { type DayHour, formatDay, shiftDay } from '../derive/days.ts';
import type {
  CodeDayDocument,
  DayFigures,
  ScopeDayDocument,
  VisitCollections,
} from '../store/collections.ts';
import { figuresOf } from '../sums/fold-code.ts';
import { withPending } from '../sums/pending.ts';
import { isOwn } from './days.ts';
import { firstHoursOf, NO_FIRST_HOURS } from './first-hours.ts';
import type { VisitLag } from './lag.ts';
import { newcomersOfOldDays } from './newcomers.ts';
import { codeDayId, scopeId } from './scope.ts';

const { ObjectId } = mongoose.mongo;
const TOP_LINKS = 10;
const HOURS = 24;

interface Day {
  view_number: number;
  ip_view_number: number;
  new_visitor_number: number;
  bot_view_number: number;
  hours: number[];
}

type Sums = Omit<DayFigures, 'parts' | 'came' | 'hours'> &
  Pick<CodeDayDocument, 'hours'> &
  Pick<ScopeDayDocument, 'newcomers'>;

function sumUp(parts: readonly (Sums | undefined | null)[]): Day {
  const sum: Day = {
    view_number: 0,
    ip_view_number: 0,
    new_visitor_number: 0,
    bot_view_number: 0,
    hours: new Array<number>(HOURS).fill(0),
  };
  for (const part of parts) {
    if (part === undefined || part === null) continue;
    sum.view_number += part.views;
    sum.ip_view_number += part.addresses;
    sum.new_visitor_number += part.newcomers ?? part.fresh;
    sum.bot_view_number += part.crawlers;
    // Days of a code on which only bots came have none.
    for (const [hour, visits] of Object.entries(part.hours ?? {}))
      sum.hours[Number(hour)] = (sum.hours[Number(hour)] ?? 0) + visits;
  }
  return sum;
}

type TopLinks = TodayStatistics['top_links'];

/** The links visited most over the shares of several aggregators: each share knows the newest sums it has seen. */
function mergeTop(shares: readonly ScopeDayDocument[]): TopLinks {
  const best = new Map<string, TopLinks[number]>();
  for (const { top } of shares) {
    for (const { link, views, addresses } of top) {
      const id = link.toHexString();
      const known = best.get(id);
      if (known !== undefined && known.view_number >= views) continue;
      best.set(id, { link: id, view_number: views, ip_view_number: addresses });
    }
  }
  return [...best.values()]
    .sort((first, second) => second.view_number - first.view_number)
    .slice(0, TOP_LINKS);
}

async function readScope(collections: VisitCollections, scope: VisitScope, days: readonly [number, number]) {
  const rows = await collections.scopeDays.find({ scope: scopeId(scope), day: { $in: [...days] } }).toArray();
  const old = await newcomersOfOldDays(collections, scope, rows);
  const before = rows.filter(({ day }) => day === days[1]);
  const [today, yesterday] = days.map((wanted) => {
    const sum = sumUp(rows.filter(({ day }) => day === wanted));
    return { ...sum, new_visitor_number: old.get(wanted) ?? sum.new_visitor_number };
  }) as [Day, Day];
  return {
    today,
    yesterday,
    first: firstHoursOf(before, yesterday),
    top: mergeTop(rows.filter(({ day }) => day === days[0])),
  };
}

async function readLink(
  collections: VisitCollections,
  link: string,
  scope: VisitScope,
  days: readonly [number, number],
) {
  const all = await withPending(collections, async (pending, options): Promise<Sums[]> => {
    const code = await collections.codes.findOne({ _id: new ObjectId(link) }, options);
    if (!(await isOwn(pending, link, code, scope.owner))) return [];
    const earlier = await collections.codeDays
      .find({ _id: { $in: days.map((day) => codeDayId(link, day)) } }, options)
      .toArray();
    const open = await pending.told(link, { first: days[1], last: days[0] });
    return [
      ...(code === null ? [] : [code.today]),
      ...earlier,
      ...open.map((sum) => figuresOf(sum.day, sum)),
    ];
  });
  const [today, yesterday] = days.map((day) => sumUp(all.filter((figures) => figures.day === day))) as [
    Day,
    Day,
  ];
  const { view_number, ip_view_number } = today;
  const top = view_number === 0 ? [] : [{ link, view_number, ip_view_number }];
  return { today, yesterday, first: NO_FIRST_HOURS, top };
}

/** Today's figures of a scope, beside yesterday's. Days are those of TIME_ZONE. */
export async function readToday(options: {
  collections: VisitCollections;
  scope: VisitScope;
  clock: Clock;
  timeZone: string;
  dayHourOf(time: number): DayHour;
  lag: VisitLag;
}): Promise<TodayStatistics> {
  const { collections, scope } = options;
  const now = options.clock.now();
  const { day } = options.dayHourOf(now);
  const time = timeOfDay(options.timeZone, now);
  const days = [day, shiftDay(day, -1)] as const;
  const read =
    scope.link === undefined
      ? readScope(collections, scope, days)
      : readLink(collections, scope.link, scope, days);
  const { today, yesterday, first, top } = await read;
  return {
    day: formatDay(day),
    ...today,
    yesterday: {
      view_number: yesterday.view_number,
      ip_view_number: yesterday.ip_view_number,
      new_visitor_number: yesterday.new_visitor_number,
    },
    yesterday_so_far: {
      view_number: sumUntil(yesterday.hours, time),
      ip_view_number: first.ip_view_number && sumUntil(first.ip_view_number, time),
      new_visitor_number: first.new_visitor_number && sumUntil(first.new_visitor_number, time),
      until: timeText(time),
    },
    yesterday_hours: yesterday.hours,
    top_links: top,
    lag: options.lag,
  };
}
