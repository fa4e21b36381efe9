import type { Field, ListQuery, Resource } from '@waypost/contract';
import { containsText, type Filter, isTimeField, searchFilter } from '@waypost/sdk';

/** Which rows values stand for of fields that are not stored, and what a search stands for, to whoever asks. */
export type JoinedFilters = Readonly<Record<string, (value: unknown) => Filter | Promise<Filter>>>;

/**
 * The filters that a checked list query asks for. Texts are literals: nothing in them is a pattern. `joined`: what values
 * of fields stand for that are not stored, and what a search stands for.
 */
export async function queryFilters(
  resource: Resource,
  query: ListQuery,
  joined: JoinedFilters = {},
): Promise<Filter[]> {
  const filters: Filter[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const stored = (value: unknown) =>
      isTimeField(field) && typeof value === 'string' ? new Date(value) : value;
    const value = query[name];
    const ownFilter = joined[name];
    if (ownFilter !== undefined) {
      if (value !== undefined) filters.push(await ownFilter(value));
      continue;
    }
    if (field.hints.filter === 'equals' && value !== undefined)
      filters.push({
        [name]: isDefault(field, value) ? { $in: [stored(value), null] } : { $eq: stored(value) },
      });
    if (field.hints.filter === 'in' && Array.isArray(value)) {
      const orNone = value.some((one) => isDefault(field, one)) ? [null] : [];
      filters.push({ [name]: { $in: [...value.map(stored), ...orNone] } });
    }
    if (field.hints.filter === 'contains' && typeof value === 'string' && value !== '')
      filters.push({ [name]: containsText(value) });
    if (field.hints.filter === 'range')
      filters.push(...rangeFilters(name, stored(query[`${name}_from`]), stored(query[`${name}_to`])));
  }
  if (resource.access === 'own' && query.owner !== undefined) filters.push({ owner: { $eq: query.owner } });
  filters.push(
    ...rangeFilters('create_time', asDate(query.create_time_from), asDate(query.create_time_to)),
    ...(await searchFilters(resource, query.search, joined.search)),
  );
  return filters;
}

/**
 * A row of a release that did not have the field yet is shown with its default, and found by it. Where a field may hold
 * nothing, nothing is a value of its own.
 */
function isDefault({ hints, schema }: Field, value: unknown): boolean {
  if (hints.default === undefined || hints.default === null || hints.default !== value) return false;
  return !schema.safeParse(null).success;
}

/** The order of a list; the id makes it total, so that no row is on two pages. Where no two are alike there is no need of it. */
export function querySort(resource: Resource, query: ListQuery): Record<string, 1 | -1> {
  const field = query.sort_field ?? resource.defaultSort.field;
  const order = query.sort_order ?? (query.sort_field === undefined ? resource.defaultSort.order : 'asc');
  const direction = order === 'asc' ? 1 : -1;
  if (resource.fields[field]?.hints.unique) return { [field]: direction };
  return { [field]: direction, _id: direction };
}

async function searchFilters(
  resource: Resource,
  search: string | undefined,
  own: JoinedFilters[string] | undefined,
): Promise<Filter[]> {
  const text = search?.trim();
  if (text === undefined || text === '') return [];
  if (own) return [await own(text)];
  const found = searchFilter(resource, text);
  return found === undefined ? [] : [found];
}

function rangeFilters(name: string, from: unknown, to: unknown): Filter[] {
  const range: Record<string, unknown> = {};
  if (from !== undefined) range.$gte = from;
  if (to !== undefined) range.$lte = to;
  return Object.keys(range).length === 0 ? [] : [{ [name]: range }];
}

function asDate(value: unknown): Date | undefined {
  return typeof value === 'string' ? new Date(value) : undefined;
}
