import { type BodyOf, type Locale, type Page, paging } from '@waypost/contract';
import {
  formatAddress,
  type KeptVisitFilter,
  type PluginContext,
  parseAddress,
  requireRow,
  type SignedRequest,
  type VisitClearing,
} from '@waypost/sdk';
import { publishedTargets, type StoredCode } from '../codes/link.ts';
import { codeScope } from '../codes/scope.ts';
import { placesCalled } from '../places/place-name.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import type {
  exportAccessRecordsCall,
  getIpCall,
  KeptTarget,
  KeptVisitRow,
  keptVisitsCall,
} from './calls.ts';

/** Codes that are asked about at once. */
const PORTION = 500;

/**
 * A code whose kept visits the caller reaches, in the bin of codes, too: all of them, also of before it was theirs.
 * @throws AppError `not_found` 404
 */
export async function reachedCode(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<StoredCode> {
  return requireRow(
    context
      .model(codeResource)
      .findOne({ ...codeScope(request), _id: id })
      .lean(),
  );
}

type Query = Omit<BodyOf<typeof exportAccessRecordsCall>, 'format'>;

/**
 * What a call asks for as the visits know it.
 * @param locale whose letters places are asked for in
 */
export function filterOf({ id, sort_field: _, location, ...query }: Query, locale: Locale): KeptVisitFilter {
  return { ...query, link: id, ...(location ? { location: placesCalled(location, locale) } : {}) };
}

/** One page of the visits that are kept of a code. */
export async function listKeptVisits(
  context: PluginContext,
  { page: asked, page_size: size, ...query }: BodyOf<typeof keptVisitsCall>,
  { locale }: Pick<SignedRequest, 'locale'>,
): Promise<Page<KeptVisitRow>> {
  const { page, page_size } = paging({ page: asked, page_size: size });
  const found = await context.visits.keptVisits({ ...filterOf(query, locale), page, page_size });
  return { ...found, page, page_size };
}

/** By what kept visits name where a code leads now, by its targets and its rules. */
export async function keptTargets(context: PluginContext, code: StoredCode): Promise<KeptTarget[]> {
  const led = (code.published_rules ?? []).flatMap(({ action }) =>
    'target' in action ? [action.target] : [],
  );
  const [targets, rules] = await Promise.all([
    context.visits.targetKeys(publishedTargets(code)),
    // Each by itself: two rules that lead to one place are one.
    Promise.all(
      led.map(async (url) => {
        const [key = 0] = await context.visits.targetKeys([{ url, weight: 1, threshold: 0 }]);
        return { key, target: { url } };
      }),
    ),
  ]);
  const all = [
    ...targets.map((key, at) => ({ key, target: code.targets[at] as KeptTarget['target'] })),
    ...rules,
  ];
  return [...new Map(all.reverse().map((one) => [one.key, one])).values()].reverse();
}

/** The addresses that visited a code, each once, the latest first. */
export async function listAddresses(context: PluginContext, { id, ...wish }: BodyOf<typeof getIpCall>) {
  const { page, page_size } = paging(wish);
  const scope = { link: id };
  const found = await context.visits.visitors({ scope, isTold: true, isWhole: true, page, page_size });
  const content = found.content.map(({ ip, location, isp, count, first_time, last_time }) => ({
    ip,
    location,
    isp,
    count,
    first_time,
    last_time,
  }));
  return { content, count: found.count, page, page_size };
}

/** Writes down what was done with a code's visits: how many, never whose. */
export async function tellOfVisits(
  context: PluginContext,
  what: { verb: 'clear' | 'restore' | 'erase'; code: string; count: number },
  request: SignedRequest,
): Promise<void> {
  if (what.count === 0) return;
  const { verb, code, count } = what;
  await context.audit({ type: `qr.visit.${verb}`, target: code, after: { count }, request });
}

/** Moves kept visits of a code to the bin, chosen ones or all, and writes it down. */
export async function clearKept(
  context: PluginContext,
  { id, visits }: { id: string; visits?: readonly string[] },
  request: SignedRequest,
): Promise<{ cleared: number; clearing: VisitClearing | null }> {
  await reachedCode(context, id, request);
  const clearing = await context.visits.clearVisits(id, visits);
  const cleared = clearing?.count ?? 0;
  await tellOfVisits(context, { verb: 'clear', code: id, count: cleared }, request);
  return { cleared, clearing };
}

/** Erases what is kept of an address: of one code, or of all that the caller has. */
export async function eraseAddress(
  context: PluginContext,
  { id, ip }: { id?: string | undefined; ip: string },
  request: SignedRequest,
): Promise<number> {
  if (id !== undefined) {
    await reachedCode(context, id, request);
    const count = await context.visits.eraseVisits([id], ip);
    await tellOfVisits(context, { verb: 'erase', code: id, count }, request);
    return count;
  }
  const owner = request.caller.id;
  let erased = 0;
  for await (const ids of codesOf(context, owner)) erased += await context.visits.eraseVisits(ids, ip);
  // Visitors outlive their codes: of one that was purged only they tell.
  for (const ids of inPortions(await purgedCodes(context, { owner, ip })))
    erased += await context.visits.eraseVisits(ids, ip);
  await tellOfVisits(context, { verb: 'erase', code: owner, count: erased }, request);
  return erased;
}

/** The codes that somebody has, those in the bin, too, in portions. */
async function* codesOf(context: PluginContext, owner: string): AsyncGenerator<string[]> {
  for (let after: string | undefined; ; ) {
    const some = await context
      .model(codeResource)
      .find({ owner, ...(after === undefined ? {} : { _id: { $gt: after } }) }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    const ids = some.map(({ _id }) => String(_id));
    if (ids.length > 0) yield ids;
    if (ids.length < PORTION) return;
    after = ids.at(-1);
  }
}

/** Codes that an address visited while they were somebody's, and that are nobody's by now. */
async function purgedCodes(
  context: PluginContext,
  { owner, ip }: { owner: string; ip: string },
): Promise<string[]> {
  const visited: string[] = [];
  for await (const some of context.visits.visitorStream({ scope: { owner }, ips: [asKept(ip)] }))
    visited.push(...some.map(({ link }) => link));
  const known = new Set<string>();
  for (const ids of inPortions(visited)) {
    const living = await context
      .model(codeResource)
      .find({ _id: { $in: ids } }, { _id: 1 })
      .lean();
    for (const { _id } of living) known.add(String(_id));
  }
  return visited.filter((link) => !known.has(link));
}

function inPortions(ids: readonly string[]): string[][] {
  const portions: string[][] = [];
  for (let start = 0; start < ids.length; start += PORTION) portions.push(ids.slice(start, start + PORTION));
  return portions;
}

/** An address as visits have it, however it is written. */
function asKept(ip: string): string {
  const address = parseAddress(ip);
  return address === undefined ? ip : formatAddress(address);
}
