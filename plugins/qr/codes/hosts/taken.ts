import type { PluginContext, Session } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { areAlike, type Spelling, spelled } from '../alike-codes.ts';
import { retiredAmong } from '../retired-codes.ts';
import { hostsOf, placeKey } from './values.ts';

/** The filter of codes that answer on one of some hosts, or stand there on paper. */
export function standsOn(hosts: readonly string[]) {
  const some = { $in: [...new Set(hosts)] };
  return { $or: [{ domain: some }, { way_domains: some }, { printed_domains: some }] };
}

/** Whether the product itself answers at a short code on one of some hosts. */
export async function isReservedOn(
  context: PluginContext,
  { hosts, short_code }: { hosts: readonly string[]; short_code: string },
): Promise<boolean> {
  for (const host of hosts) if (await context.visits.isReserved(short_code, host)) return true;
  return false;
}

/**
 * Which places are somebody's, now or before: `host/short_code`, of the given codes on the given hosts.
 * @param except ids of codes whose own places are no hindrance
 */
export async function takenPlaces(
  context: PluginContext,
  wanted: { hosts: readonly string[]; codes: readonly Spelling[]; except?: readonly unknown[] },
  session?: Session,
): Promise<Set<string>> {
  const { hosts, codes, except = [] } = wanted;
  const own = new Set(except.map(String));
  const bySmall = Map.groupBy(codes, ({ short_code }) => spelled(short_code).small_code);
  const found = await context
    .model(codeResource)
    .find({ small_code: { $in: [...bySmall.keys()] }, ...standsOn(hosts) })
    .session(session ?? null)
    .lean();
  const taken = new Set<string>();
  for (const code of found) {
    if (own.has(String(code._id))) continue;
    const alike = (bySmall.get(code.small_code) ?? []).filter((one) => areAlike(one, code));
    for (const host of hostsOf(code))
      for (const { short_code } of alike) taken.add(placeKey(host, short_code));
  }
  const names = codes.map(({ short_code }) => short_code);
  for (const host of new Set(hosts))
    for (const code of await retiredAmong(context, { domain: host, codes: names }, session))
      taken.add(placeKey(host, code));
  return taken;
}
