import { type DaySpan, paging } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { BreakdownQuery, Slice, Slices } from '../calls.ts';
import { isLikeBefore } from '../range.ts';
import type { StatisticsScreen } from '../screens.ts';
import { withCodeNames } from './code-names.ts';
import { placesOfCodes } from './code-places.ts';
import type { StatisticsScope } from './read-statistics.ts';
import { readSums } from './read-sums.ts';
import { resolveRange } from './resolve-range.ts';

/** The visits of a range by one dimension, most visited first unless asked otherwise. */
export async function readBreakdown(
  context: PluginContext,
  screen: StatisticsScreen,
  query: BreakdownQuery,
  scope: StatisticsScope,
): Promise<Slices> {
  const { slices: all, kept_since } = await readSlices(context, screen, query, scope);
  const search = query.search?.trim().toLowerCase() ?? '';
  // Fifty thousand names are read where they decide which codes are shown, else those of a page.
  const isByName = query.dimension === 'code' && (search !== '' || query.sort_field === 'label');
  const slices = isByName ? await withCodeNames(context, all, scope) : all;
  const found =
    search === ''
      ? slices
      : slices.filter(({ label, short_code }) => `${label} ${short_code}`.toLowerCase().includes(search));
  const { page, page_size, skip } = paging(query);
  const content = sorted(found, query).slice(skip, skip + page_size);
  return {
    content: query.dimension === 'code' && !isByName ? await withCodeNames(context, content, scope) : content,
    count: found.length,
    page,
    page_size,
    ...(kept_since === undefined ? {} : { kept_since }),
  };
}

/** Every value of a dimension with its sums, in no order, codes without their names; `kept_since` where they are counted from kept visits. */
export async function readSlices(
  context: PluginContext,
  screen: StatisticsScreen,
  query: Omit<BreakdownQuery, 'own'>,
  scope: StatisticsScope,
): Promise<{ slices: Slice[]; kept_since?: string | null | undefined }> {
  const { span, previous: given, today } = await resolveRange(context, screen, query, scope);
  // What visits are divided by is not kept by hour: a day that goes on is not held against a whole one.
  const previous = isLikeBefore(span, today) ? given : undefined;
  const places = placesOfCodes(context, query.dimension, scope);
  const isWithin = withinPlace(query, scope);
  const read = async (days: DaySpan) => {
    const found = await readSums(context, query.dimension, scope, days, places);
    return isWithin === undefined
      ? found
      : { ...found, sums: new Map([...found.sums].filter(([value]) => isWithin(value))) };
  };
  const [now, before] = await Promise.all([read(span), previous === undefined ? undefined : read(previous)]);
  const all = [...now.sums.values()].reduce((sum, { view_number }) => sum + view_number, 0);
  const slices = [...now.sums].map(([value, sums]) => ({
    value,
    ...sums,
    previous_view_number: before === undefined ? null : (before.sums.get(value)?.view_number ?? 0),
    share: all === 0 ? 0 : sums.view_number / all,
  }));
  return { slices, kept_since: now.kept_since };
}

/** Which places belong to the country that is asked for and, of cities, to the region that the figures are narrowed to; undefined: all. */
function withinPlace(
  { dimension, country }: Pick<BreakdownQuery, 'dimension' | 'country'>,
  { only }: StatisticsScope,
): ((place: string) => boolean) | undefined {
  if (dimension !== 'region' && dimension !== 'city') return undefined;
  const whole = dimension === 'city' && only?.by === 'region' ? only.value : country;
  return whole === undefined ? undefined : (place) => place === whole || place.startsWith(`${whole} `);
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
    return order === 0 ? (first.value < second.value ? -1 : 1) : order * sign;
  });
}
