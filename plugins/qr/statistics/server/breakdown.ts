import { type Page, paging } from '@waypost/contract';
import type { PluginContext, VisitDimension } from '@waypost/sdk';
import { codeLabels } from '../../codes/code-labels.ts';
import type { BreakdownQuery, Dimension, Slice } from '../calls.ts';
import { type DaySpan, dayNumber, isLikeBefore } from '../range.ts';
import type { StatisticsScreen } from '../screens.ts';
import type { StatisticsScope } from './read-statistics.ts';
import { resolveRange } from './resolve-range.ts';

interface Sums {
  label: string;
  short_code: string;
  view_number: number;
  new_visitor_number: number | null;
}

/** Ids of codes that are looked up at once. */
const LABELS_AT_ONCE = 1000;

/** The visits of a range by one dimension, most visited first unless asked otherwise. */
export async function readBreakdown(
  context: PluginContext,
  screen: StatisticsScreen,
  query: BreakdownQuery,
  scope: StatisticsScope,
): Promise<Page<Slice>> {
  const slices = await readSlices(context, screen, query, scope);
  const search = query.search?.trim().toLowerCase() ?? '';
  const found =
    search === ''
      ? slices
      : slices.filter(({ label, short_code }) => `${label} ${short_code}`.toLowerCase().includes(search));
  const { page, page_size, skip } = paging(query);
  return {
    content: sorted(found, query).slice(skip, skip + page_size),
    count: found.length,
    page,
    page_size,
  };
}

/** Every value of a dimension with its sums, in no order. */
export async function readSlices(
  context: PluginContext,
  screen: StatisticsScreen,
  query: Omit<BreakdownQuery, 'own'>,
  scope: StatisticsScope,
): Promise<Slice[]> {
  const { span, previous: given, today } = await resolveRange(context, screen, query, scope);
  // What visits are divided by is not kept by hour: a day that goes on is not held against a whole one.
  const previous = isLikeBefore(span, today) ? given : undefined;
  const read = (days: DaySpan): Promise<Map<string, Sums>> => readSums(context, query.dimension, scope, days);
  const [now, before] = await Promise.all([read(span), previous === undefined ? undefined : read(previous)]);
  const all = [...now.values()].reduce((sum, { view_number }) => sum + view_number, 0);
  return [...now].map(([value, sums]) => ({
    value,
    ...sums,
    previous_view_number: before === undefined ? null : (before.get(value)?.view_number ?? 0),
    share: all === 0 ? 0 : sums.view_number / all,
  }));
}

function sorted(
  slices: readonly Slice[],
  { sort_field = 'view_number', sort_order = 'desc' }: BreakdownQuery,
) {
  const sign = sort_order === 'asc' ? 1 : -1;
  return [...slices].sort((first, second) => {
    const order =
      sort_field === 'label'
        ? first.label.localeCompare(second.label)
        : (first[sort_field] ?? 0) - (second[sort_field] ?? 0);
    return order === 0 ? first.value.localeCompare(second.value) : order * sign;
  });
}

async function readSums(
  context: PluginContext,
  dimension: Dimension,
  scope: StatisticsScope,
  { first_day, last_day }: DaySpan,
): Promise<Map<string, Sums>> {
  const range = { first: dayNumber(first_day), last: dayNumber(last_day) };
  const narrowedBy = scope.kind === undefined ? scope.only?.by : 'kind';
  if (narrowedBy !== undefined && dimension !== narrowedBy) {
    if (dimension === 'code' || dimension === 'domain') return new Map();
    // Visits are not kept by two things at once; visitors are: each address on each code once.
    const { owner, link, kind, only } = scope;
    const narrowed = {
      owner,
      link,
      kind,
      only: only === undefined ? undefined : { dimension: only.by, value: only.value },
    };
    return sumsOf(await context.visits.visitorCounts(narrowed, range, dimension));
  }
  if (dimension === 'code') return byCode(context, scope, range);
  if (dimension === 'domain') return byDomain(context, scope, range);
  const sums: Record<string, number> = Object.create(null);
  for (const day of await context.visits.days(scope, range))
    for (const [value, visits] of Object.entries(day.parts[dimension satisfies VisitDimension]))
      sums[value] = (sums[value] ?? 0) + visits;
  return sumsOf(sums);
}

function sumsOf(sums: Record<string, number>): Map<string, Sums> {
  return new Map(
    Object.entries(sums).map(([value, view_number]) => [
      value,
      { label: value, short_code: '', view_number, new_visitor_number: null },
    ]),
  );
}

type Range = { first: number; last: number };

async function byCode(
  context: PluginContext,
  scope: StatisticsScope,
  range: Range,
): Promise<Map<string, Sums>> {
  const links = (await context.visits.links(scope, range)).filter(({ view_number }) => view_number > 0);
  const labels = await labelsOf(
    context,
    links.map(({ link }) => link),
    scope,
  );
  return new Map(
    links.map(({ link, view_number, new_visitor_number }) => {
      const { name = '', short_code = '' } = labels.get(link) ?? {};
      return [link, { label: name, short_code, view_number, new_visitor_number }];
    }),
  );
}

async function byDomain(
  context: PluginContext,
  scope: StatisticsScope,
  range: Range,
): Promise<Map<string, Sums>> {
  const links = (await context.visits.links(scope, range)).filter(({ view_number }) => view_number > 0);
  const labels = await labelsOf(
    context,
    links.map(({ link }) => link),
    // Only the domain is told, which a code never changes.
    {},
  );
  const domains = new Map<string, Sums>();
  const own = new URL(context.platform.publicUrl).host;
  for (const { link, view_number } of links) {
    const label = labels.get(link);
    // A code that was purged has no domain any more.
    if (label === undefined) continue;
    const domain = label.domain || own;
    const sums = domains.get(domain) ?? {
      label: domain,
      short_code: '',
      view_number: 0,
      // Somebody new to two codes of a domain is one visitor: nothing that can be added up.
      new_visitor_number: null,
    };
    sums.view_number += view_number;
    domains.set(domain, sums);
  }
  return domains;
}

async function labelsOf(
  context: PluginContext,
  links: readonly string[],
  scope: Pick<StatisticsScope, 'owner'>,
): ReturnType<typeof codeLabels> {
  const labels: Awaited<ReturnType<typeof codeLabels>> = new Map();
  for (let start = 0; start < links.length; start += LABELS_AT_ONCE)
    for (const [link, label] of await codeLabels(context, links.slice(start, start + LABELS_AT_ONCE), scope))
      labels.set(link, label);
  return labels;
}
