import { PAGE_SIZE_DEFAULT } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type CodeHosts,
  containsText,
  type Filter,
  type PluginContext,
} from '@waypost/sdk';
import { codeHosts } from '../moving/count-codes.ts';
import type { HomelessFilter, HomelessQuery, HomelessRow } from '../screens/nodomain/calls.ts';
import type { WatchFault } from '../watching/values.ts';
import { followChanges } from './follow-codes.ts';
import { judge } from './judge.ts';
import { type HomelessPlace, homelessPlaces, readMark } from './places.ts';
import { heldNames, refreshHosts } from './refresh-hosts.ts';
import type { PrintFate } from './values.ts';

/** Places that are read at once on the way to a page. */
const STEP = 1_000;

export interface HomelessPage {
  content: HomelessRow[];
  count: number;
  page: number;
  page_size: number;
  is_available: boolean;
  is_counting: boolean;
}

/** Which places somebody means. `owner`: only this account's; undefined: everybody's. */
export function placesOf({ reason, type, search, owner: wanted }: HomelessFilter, owner?: string): object {
  const text = search?.trim();
  const pattern = text ? containsText(text) : undefined;
  return {
    // Whoever sees only their own sees nothing of others' by naming them.
    ...(owner === undefined ? (wanted === undefined ? {} : { owner: wanted }) : { owner }),
    ...(reason === undefined || reason.length === 0 ? {} : { reason: { $in: reason } }),
    ...(type === undefined || type.length === 0 ? {} : { type: { $in: type } }),
    ...(pattern === undefined ? {} : { $or: [{ host: pattern }, { shown: pattern }] }),
  };
}

/** What becomes of a picture that is printed with a place, once its code is put elsewhere. */
const fateOf = ({ reason }: Pick<HomelessPlace, 'reason'>, isFirst: boolean): PrintFate =>
  isFirst ? (reason === 'missing' ? 'stops' : 'keeps') : 'same';

/** How many codes stand on places. */
export async function countHomeless(context: PluginContext, filter: Filter<HomelessPlace>): Promise<number> {
  const [sum] = await homelessPlaces(context).aggregate<{ codes: number }>([
    { $match: filter },
    { $group: { _id: null, codes: { $sum: '$codes' } } },
  ]);
  return sum?.codes ?? 0;
}

/** A page of the codes that cannot rest where they stand. */
export async function listHomeless(
  context: PluginContext,
  query: HomelessQuery,
  owner: string | undefined,
): Promise<HomelessPage> {
  const { page = 1, page_size = PAGE_SIZE_DEFAULT } = query;
  const service = codeHosts(context);
  const shown = { page, page_size, is_counting: false };
  if (service === undefined) return { content: [], count: 0, ...shown, is_available: false };
  await followChanges(context);
  const filter = placesOf(query, owner);
  let { found, stale } = await readPage(context, service, { query, filter });
  if (stale.length > 0) {
    // Counts were of a moment before: once more, with those of now.
    await refreshHosts(context, stale);
    ({ found, stale } = await readPage(context, service, { query, filter }));
  }
  const { walked } = await readMark(context);
  return {
    content: await present(context, found),
    count: await countHomeless(context, filter),
    ...shown,
    is_available: true,
    is_counting: walked === null,
  };
}

type FoundCode = { place: HomelessPlace; code: Awaited<ReturnType<CodeHosts['list']>>[number] };

/** Goes over the places in their order, by their counts, to where the page begins, and reads the codes of those on it. */
async function readPage(
  context: PluginContext,
  service: CodeHosts,
  { query, filter }: { query: HomelessQuery; filter: Filter<HomelessPlace> },
): Promise<{ found: FoundCode[]; stale: string[] }> {
  const { page = 1, page_size = PAGE_SIZE_DEFAULT } = query;
  const found: FoundCode[] = [];
  const stale: string[] = [];
  let skip = (page - 1) * page_size;
  for (let at = 0; found.length < page_size; at += STEP) {
    const places = await homelessPlaces(context)
      .find(filter)
      .sort(orderOf(query))
      .skip(at)
      .limit(STEP)
      .lean();
    for (const place of places) {
      if (found.length === page_size) break;
      if (skip >= place.codes) {
        skip -= place.codes;
        continue;
      }
      const { host, owner } = place;
      const limit = Math.min(page_size - found.length, place.codes - skip);
      const codes = await service.list({ host, owner, skip, limit });
      if (codes.length < limit) stale.push(host);
      found.push(...codes.map((code) => ({ place, code })));
      skip = 0;
    }
    if (places.length < STEP) break;
  }
  return { found, stale };
}

function orderOf({ sort_field = 'since', sort_order = 'desc' }: HomelessQuery): Record<string, 1 | -1> {
  const way = sort_order === 'asc' ? 1 : -1;
  if (sort_field === 'domain') return { shown: way, _id: 1 };
  return sort_field === 'reason' ? { reason: way, since: -1, _id: 1 } : { since: way, _id: 1 };
}

async function present(context: PluginContext, found: readonly FoundCode[]): Promise<HomelessRow[]> {
  const owners = [...new Set(found.map(({ place }) => place.owner))];
  const names = (await context.require<AccountStates>(ACCOUNT_STATES)?.names(owners)) ?? {};
  const hosts = [...new Set(found.map(({ place }) => place.host))];
  const held = await heldNames(context, hosts);
  return found.map(({ place, code }): HomelessRow => {
    const { host, owner, reason, since, shown, type } = place;
    const one = held.get(host);
    const fault: WatchFault = one && String(one.domain.owner) === owner ? (judge(one)?.fault ?? '') : '';
    return {
      id: `${code.id} ${host}`,
      code: code.id,
      name: code.name,
      short_url: code.short_url,
      is_binned: code.is_binned,
      host,
      domain: shown,
      type,
      reason,
      fault,
      owner,
      since: since.toISOString(),
      print: fateOf(place, code.is_first),
      owner_account: names[owner] ?? '',
      domain_id: one === undefined ? null : String(one.domain._id),
    };
  });
}
