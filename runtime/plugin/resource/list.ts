import { type ListQuery, type Page, paging } from '@waypost/contract';
import type { Filter, SignedRequest } from '@waypost/sdk';
import {
  allOf,
  type MountedResource,
  type StoredRow,
  scopeFilter,
  type WireRow,
} from './mounted-resource.ts';
import { type JoinedFilters, queryFilters, querySort } from './query.ts';
import { presentRows } from './row.ts';

export interface ListOptions {
  from?: 'live' | 'bin';
  owner?: 'self' | 'any';
}

const joinedFilters = (
  { binding: { filters = {} } }: MountedResource,
  request: SignedRequest,
): JoinedFilters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, (value: unknown) => filter(value, request)]),
  );

/** What a list shows of a resource to a caller, of all that there is. */
export async function listFilters(
  mounted: MountedResource,
  query: ListQuery,
  request: SignedRequest,
  options: ListOptions,
): Promise<Filter[]> {
  const { resource } = mounted;
  const filters = [
    ...(await scopeFilter(mounted, request, options.owner)),
    ...(await queryFilters(resource, query, joinedFilters(mounted, request))),
  ];
  if (resource.hasBin) filters.push({ remove_time: options.from === 'bin' ? { $ne: null } : null });
  return filters;
}

/** One page of a resource as the caller may see it, and how many rows there are in all. */
export async function listRows(
  mounted: MountedResource,
  query: ListQuery,
  request: SignedRequest,
  options: ListOptions = {},
): Promise<Page<WireRow>> {
  const { resource, model, binding } = mounted;
  const countLimit = binding.countLimit?.(query) ?? resource.countLimit;
  const filter = allOf(await listFilters(mounted, query, request, options));
  const { page, page_size, skip } = paging(query);
  // What lies behind is reached by narrowing the list: to pass over everything takes as long as to read it.
  const isBeyond = skip >= (countLimit ?? Number.POSITIVE_INFINITY);
  const find = model.find(filter).sort(querySort(resource, query)).skip(skip).limit(page_size);
  const [rows, count] = await Promise.all([
    isBeyond ? [] : find.lean<StoredRow[]>().exec(),
    countRows(mounted, filter, countLimit),
  ]);
  const most = countLimit ?? count;
  return {
    content: await presentRows(mounted, rows, request),
    count: Math.min(count, most),
    ...(count > most ? { is_at_least: true } : {}),
    page,
    page_size,
  };
}

/** How many there are; one more than the limit, if any, says that there are more. */
function countRows(
  { model }: MountedResource,
  filter: ReturnType<typeof allOf>,
  countLimit: number | undefined,
): Promise<number> {
  return model.countDocuments(filter, countLimit === undefined ? {} : { limit: countLimit + 1 }).exec();
}
