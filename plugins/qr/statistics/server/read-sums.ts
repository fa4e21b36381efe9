import type { DaySpan } from '@waypost/contract';
import type { PluginContext, VisitDimension } from '@waypost/sdk';
import { targetName } from '../../codes/target-name.ts';
import { keptTargets } from '../../kept/service.ts';
import { groupResource } from '../../screens/group/resource.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { countedIn, type Dimension, isOfCodes, isOfVisitors, type OfCodes } from '../dimensions/values.ts';
import { numbersOf } from '../range.ts';
import { PICTURE_LABEL } from '../values.ts';
import type { CodePlaces } from './code-places.ts';
import type { StatisticsScope } from './read-statistics.ts';

export interface Sums {
  label: string;
  short_code: string;
  view_number: number;
  new_visitor_number: number | null;
}
type Range = { first: number; last: number };
interface FoundSums {
  sums: Map<string, Sums>;
  /** When the first of the kept visits came that they are counted from; undefined where they are counted from none. */
  kept_since?: string | null;
}

/** The visits of some days by a dimension, from whatever knows it in that scope. */
export async function readSums(
  context: PluginContext,
  dimension: Dimension,
  scope: StatisticsScope,
  span: DaySpan,
  places: CodePlaces,
): Promise<FoundSums> {
  if (dimension === 'country') return byCountry(await readSums(context, 'region', scope, span, places));
  const range = numbersOf(span);
  const narrowedBy = scope.kind === undefined ? scope.only?.by : 'kind';
  const from = countedIn(dimension, narrowedBy);
  if (from === 'visitors') return { sums: await byVisitors(context, dimension, scope, range) };
  if (from === 'kept') return byKept(context, dimension, scope, range, places);
  if (isOfCodes(dimension)) {
    const links = (await context.visits.links(scope, range)).filter(({ view_number }) => view_number > 0);
    return { sums: await byCodes(context, dimension, links, places) };
  }
  const values: Record<string, number> = Object.create(null);
  for (const day of await context.visits.days(scope, range, dimension satisfies VisitDimension))
    for (const [value, visits] of Object.entries(day.parts[dimension]))
      values[value] = (values[value] ?? 0) + visits;
  return { sums: await named(context, dimension, scope, values) };
}

/** Regions begin with the code of their country. Rare ones that are counted together may be of any. */
function byCountry({ sums, ...found }: FoundSums): FoundSums {
  const values: Record<string, number> = Object.create(null);
  for (const [region, { view_number }] of sums) {
    const [country = ''] = region.split(' ');
    values[country] = (values[country] ?? 0) + view_number;
  }
  return { ...found, sums: sumsOf(values) };
}

/** Each address on each code counts once, for what it came with last. */
async function byVisitors(
  context: PluginContext,
  dimension: Dimension,
  { owner, link, kind, only }: StatisticsScope,
  range: Range,
): Promise<Map<string, Sums>> {
  const by = only?.by;
  if (!isOfVisitors(dimension) || (by !== undefined && !isOfVisitors(by))) return new Map();
  const narrowed = only === undefined || by === undefined ? undefined : { dimension: by, value: only.value };
  return sumsOf(await context.visits.visitorCounts({ owner, link, kind, only: narrowed }, range, dimension));
}

async function byKept(
  context: PluginContext,
  dimension: Exclude<Dimension, 'country'>,
  scope: StatisticsScope,
  range: Range,
  places: CodePlaces,
): Promise<FoundSums> {
  const { owner, link, kind, only } = scope;
  const narrowed = {
    owner,
    link,
    kind,
    only: only === undefined ? undefined : { dimension: only.by, value: only.value },
  };
  if (!isOfCodes(dimension)) {
    const { values, since } = await context.visits.keptCounts(narrowed, range, dimension);
    return { sums: await named(context, dimension, scope, values), kept_since: since };
  }
  const { values, since } = await context.visits.keptCounts(narrowed, range, 'link');
  const links = Object.entries(values).map(([id, view_number]) => ({
    link: id,
    view_number,
    new_visitor_number: null,
  }));
  return { sums: await byCodes(context, dimension, links, places), kept_since: since };
}

function sumsOf(values: Record<string, number>): Map<string, Sums> {
  return new Map(
    Object.entries(values).map(([value, view_number]) => [
      value,
      { label: value, short_code: '', view_number, new_visitor_number: null },
    ]),
  );
}

/** Values with what people call them: targets are kept by a number. */
async function named(
  context: PluginContext,
  dimension: Dimension,
  scope: StatisticsScope,
  values: Record<string, number>,
): Promise<Map<string, Sums>> {
  const sums = sumsOf(values);
  if (dimension !== 'target') return sums;
  const code =
    scope.link === undefined ? null : await context.model(codeResource).findById(scope.link).lean();
  const targets = code === null ? [] : await keptTargets(context, code);
  for (const [value, one] of sums) {
    const target = targets.find(({ key }) => String(key) === value)?.target;
    one.label = target === undefined ? '' : targetName(target, () => PICTURE_LABEL);
  }
  return sums;
}

interface CodeSum {
  link: string;
  view_number: number;
  new_visitor_number: number | null;
}

async function byCodes(
  context: PluginContext,
  dimension: OfCodes,
  links: readonly CodeSum[],
  places: CodePlaces,
): Promise<Map<string, Sums>> {
  if (dimension === 'code')
    return new Map(links.map(({ link, ...sums }) => [link, { label: '', short_code: '', ...sums }]));
  const placeOf = await places();
  const sums = new Map<string, Sums>();
  for (const { link, view_number } of links) {
    const value = placeOf(link);
    // A code that was purged has neither domain nor group any more.
    if (value === undefined) continue;
    // Somebody new to two codes of them is one visitor: nothing that can be added up.
    const before = sums.get(value);
    if (before === undefined)
      sums.set(value, { label: value, short_code: '', view_number, new_visitor_number: null });
    else before.view_number += view_number;
  }
  if (dimension === 'group') await nameGroups(context, sums);
  return sums;
}

async function nameGroups(context: PluginContext, sums: ReadonlyMap<string, Sums>): Promise<void> {
  const ids = [...sums.keys()].filter((id) => id !== '');
  const groups = await context
    .model(groupResource)
    .find({ _id: { $in: ids } }, { name: 1 })
    .lean();
  const names = new Map(groups.map(({ _id, name }) => [String(_id), name]));
  for (const [id, one] of sums) one.label = names.get(id) ?? '';
}
