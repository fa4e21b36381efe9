import type { PluginContext, Session } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { retiredAmong } from '../retired-codes.ts';
import { hostsOf } from './values.ts';

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

/** A place of a code: where and under what it is found. */
export const placeKey = (host: string, short_code: string): string => `${host}/${short_code}`;

/**
 * Which places are somebody's, now or before: `host/short_code`, of the given codes on the given hosts.
 * @param except ids of codes whose own places are no hindrance
 */
export async function takenPlaces(
  context: PluginContext,
  wanted: { hosts: readonly string[]; codes: readonly string[]; except?: readonly unknown[] },
  session?: Session,
): Promise<Set<string>> {
  const { hosts, codes, except = [] } = wanted;
  const own = new Set(except.map(String));
  const bySmall = Map.groupBy(new Set(codes), (code) => code.toLowerCase());
  const found = await context
    .model(codeResource)
    .find({ short_code: { $in: [...new Set([...codes, ...bySmall.keys()])] }, ...standsOn(hosts) })
    .session(session ?? null)
    .lean();
  const taken = new Set<string>();
  for (const code of found) {
    if (own.has(String(code._id))) continue;
    const alike = bySmall.get(code.short_code.toLowerCase()) ?? [];
    for (const asked of alike.filter((one) => code.ignore_case || one === code.short_code))
      for (const host of hostsOf(code)) taken.add(placeKey(host, asked));
  }
  for (const host of new Set(hosts))
    for (const code of await retiredAmong(context, { domain: host, codes }, session))
      taken.add(placeKey(host, code));
  return taken;
}
