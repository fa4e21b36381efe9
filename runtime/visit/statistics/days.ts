import type {
  DayRange,
  DayStatistics,
  DayTold,
  DeviceKind,
  VisitDimension,
  VisitFigures,
  VisitScope,
} from '@waypost/sdk';
import mongoose from 'mongoose';
import {
  ADDRESSES_BY_HOUR,
  ADDRESSES_BY_KIND,
  type Breakdown,
  FRESH_BY_KIND,
  forEachValue,
  forEachValueOf,
  NEWCOMERS_BY_KIND,
} from '../aggregator/breakdown.ts';
import { DIMENSIONS as DECLARED, oneValue } from '../aggregator/dimensions.ts';
import type {
  CodeDayDocument,
  CodeDocument,
  DayFigures,
  ScopeDayDocument,
  VisitCollections,
} from '../store/collections.ts';
import { figuresOf as pendingFigures } from '../sums/fold-code.ts';
import { hexOf, type Pending, withPending } from '../sums/pending.ts';
import { newcomersOfOldDays } from './newcomers.ts';
import { codeDayId, scopeId } from './scope.ts';

const { ObjectId } = mongoose.mongo;
const HOURS = 24;
const KINDS: readonly DeviceKind[] = ['desktop', 'phone', 'tablet', 'other'];
const DIMENSIONS = new Map(
  Object.entries(DECLARED).map(([dimension, { letter }]) => [letter, dimension as VisitDimension]),
);
type Figures = Omit<DayFigures, 'parts' | 'came' | 'hours'> &
  Pick<CodeDayDocument, 'hours'> &
  Pick<ScopeDayDocument, 'newcomers'> & { parts: Breakdown | Breakdown[] };

/** What is not read: when addresses came before is for ranges, and who is visited most for today. */
const WITHOUT_CAME = { came: 0, top: 0 } as const;
const WITHOUT_PARTS = { ...WITHOUT_CAME, parts: 0 } as const;

/** Before every day that a visit can have. */
const BEGINNING = 0;
const END = 99_991_231;

/** Sums by day, oldest first. Days without any visit are left out. */
export async function readDays(
  collections: VisitCollections,
  scope: VisitScope,
  range: DayRange,
  told?: DayTold,
): Promise<DayStatistics[]> {
  const days = new Map<number, DayStatistics>();
  const all = await figuresOf(collections, scope, range, told === 'sums' ? WITHOUT_PARTS : WITHOUT_CAME);
  for (const figures of all) {
    const sum = days.get(figures.day) ?? emptyDay(figures.day);
    days.set(figures.day, sum);
    addTo(sum, figures, told);
  }
  if (told !== 'sums') for (const day of days.values()) tellMissing(day, told);
  // One code has an address once: what its sums call new are its new visitors.
  if (scope.link === undefined)
    for (const [day, newcomers] of await newcomersOfOldDays(collections, scope, all))
      (days.get(day) as DayStatistics).new_visitor_number = newcomers;
  return [...days.values()].sort((first, second) => first.day - second.day);
}

/** The first day that has figures. */
export async function readFirstDay(
  collections: VisitCollections,
  scope: VisitScope,
): Promise<number | undefined> {
  if (scope.link === undefined) {
    const [first] = await collections.scopeDays
      .find({ scope: scopeId(scope) }, { projection: { day: 1 } })
      .sort({ day: 1 })
      .limit(1)
      .toArray();
    return first?.day;
  }
  const days = await readDays(collections, scope, { first: BEGINNING, last: END }, 'sums');
  return days[0]?.day;
}

async function figuresOf(
  collections: VisitCollections,
  scope: VisitScope,
  { first, last }: DayRange,
  projection: Readonly<Record<string, 0>>,
): Promise<Figures[]> {
  const { link, owner } = scope;
  if (link === undefined)
    return collections.scopeDays
      .find({ scope: scopeId(scope), day: { $gte: first, $lte: last } }, { projection })
      .toArray();
  return withPending(collections, async (pending, options) => {
    const code = await collections.codes.findOne({ _id: new ObjectId(link) }, options);
    if (!(await isOwn(pending, link, code, owner))) return [];
    const earlier: Figures[] = await collections.codeDays
      .find(
        { _id: { $gte: codeDayId(link, first), $lte: codeDayId(link, last) } },
        { projection, ...options },
      )
      .toArray();
    const open = (await pending.told(link, { first, last })).map((sum) => pendingFigures(sum.day, sum));
    const latest = code === null ? [] : [code.today];
    const standing = latest.filter(({ day }) => day >= first && day <= last);
    return [...earlier, ...[...standing, ...open].filter(({ views, crawlers }) => views + crawlers > 0)];
  });
}

/** Whether a link was visited, and is whose it is asked for: a day that is not in its document yet may say that it is another's by now. */
export async function isOwn(
  pending: Pending,
  link: string,
  code: Pick<CodeDocument, 'owner'> | null,
  owner: string | undefined,
): Promise<boolean> {
  const last = (await pending.of([link])).get(link)?.at(-1);
  const has = last === undefined ? code?.owner.toHexString() : hexOf(last.owner);
  return has !== undefined && (owner === undefined || has === owner);
}

function addTo(sum: DayStatistics, figures: Figures, told: DayTold | undefined): void {
  sum.view_number += figures.views;
  sum.ip_view_number += figures.addresses;
  sum.new_visitor_number += figures.newcomers ?? figures.fresh;
  sum.bot_view_number += figures.crawlers;
  // Days of a code on which only bots came have none.
  for (const [hour, visits] of Object.entries(figures.hours ?? {})) add(sum.hours, Number(hour), visits);
  if (told === 'sums') return;
  const newByKind = figures.newcomers === undefined ? FRESH_BY_KIND : NEWCOMERS_BY_KIND;
  // Sums of days before this was counted have none.
  for (const breakdown of [figures.parts ?? ''].flat())
    if (told === undefined) forEachValue(breakdown, (key, visits) => addPart(sum, key, visits, newByKind));
    else
      forEachValueOf(DECLARED[told].letter, breakdown, (value, visits) =>
        addValue(sum.parts[told], oneValue(told, value), visits),
      );
}

function addValue(values: Record<string, number>, value: string, visits: number): void {
  values[value] = (values[value] ?? 0) + visits;
}

/** Visits of which a dimension knows nothing: the values of each add up to all visits. */
function tellMissing({ view_number, parts }: DayStatistics, told: VisitDimension | undefined): void {
  for (const [dimension, { mayBeMissing }] of Object.entries(DECLARED)) {
    if (!mayBeMissing || (told !== undefined && dimension !== told)) continue;
    const values = parts[dimension as VisitDimension];
    const missing = Object.values(values).reduce((rest, visits) => rest - visits, view_number);
    if (missing > 0) values[''] = (values[''] ?? 0) + missing;
  }
}

function addPart(sum: DayStatistics, key: string, visits: number, newByKind: string): void {
  const letter = key.slice(0, 1);
  const value = key.slice(1);
  const dimension = DIMENSIONS.get(letter);
  if (dimension !== undefined) addValue(sum.parts[dimension], oneValue(dimension, value), visits);
  if (letter === ADDRESSES_BY_HOUR) add(sum.ip_hours, Number(value), visits);
  if (!KINDS.includes(value as DeviceKind)) return;
  const kind = sum.kinds[value as DeviceKind];
  if (letter === DECLARED.kind.letter) kind.view_number += visits;
  if (letter === ADDRESSES_BY_KIND) kind.ip_view_number += visits;
  if (letter === newByKind) kind.new_visitor_number += visits;
}

function add(sums: number[], index: number, visits: number): void {
  sums[index] = (sums[index] ?? 0) + visits;
}

const noFigures = (): VisitFigures => ({ view_number: 0, ip_view_number: 0, new_visitor_number: 0 });

function emptyDay(day: number): DayStatistics {
  return {
    day,
    ...noFigures(),
    bot_view_number: 0,
    hours: new Array<number>(HOURS).fill(0),
    ip_hours: new Array<number>(HOURS).fill(0),
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, noFigures()])) as DayStatistics['kinds'],
    parts: Object.fromEntries(
      // Values come from visitors: no name may reach what every object has.
      [...DIMENSIONS.values()].map((dimension) => [dimension, Object.create(null) as Record<string, number>]),
    ) as DayStatistics['parts'],
  };
}
