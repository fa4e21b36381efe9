import type { CodeHosts, CodeOnHost, CodesOfOwner, PluginContext } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { shortUrlOf } from '../link.ts';

/** Codes of one page where nobody says how many, and at most. */
const USUAL_PAGE = 20;
const LONGEST_PAGE = 200;
/** Codes of one step through all of them. */
const STEP = 500;
/** Hosts that are asked for one by one at the same time. */
const AT_ONCE = 8;

/** Who has codes on which hosts. */
export async function hostOwners(
  context: PluginContext,
  { hosts, besides = {} }: Parameters<CodeHosts['owners']>[0],
): Promise<CodesOfOwner[]> {
  const named = [...new Set(hosts)].filter((host) => host !== '');
  const whole = named.filter((host) => besides[host] === undefined);
  const found = whole.length === 0 ? [] : await sums(context, whole);
  const rest = named.filter((host) => besides[host] !== undefined);
  // One after the other: each is a range of the index of its own, where hardly anything stands.
  for (let at = 0; at < rest.length; at += AT_ONCE)
    found.push(
      ...(
        await Promise.all(
          rest
            .slice(at, at + AT_ONCE)
            .map((host) => sums(context, [host], { owner: { $ne: besides[host] } })),
        )
      ).flat(),
    );
  return found;
}

async function sums(context: PluginContext, hosts: readonly string[], whose = {}): Promise<CodesOfOwner[]> {
  const some = { way_domains: hosts.length === 1 ? hosts[0] : { $in: hosts } };
  const found = await context
    .model(codeResource)
    .aggregate<{ _id: { host: string; owner: unknown }; codes: number; first: number }>([
      { $match: { ...some, ...whose } },
      { $project: { way_domains: 1, domain: 1, owner: 1 } },
      { $unwind: '$way_domains' },
      { $match: some },
      {
        $group: {
          _id: { host: '$way_domains', owner: '$owner' },
          codes: { $sum: 1 },
          first: { $sum: { $cond: [{ $eq: ['$domain', '$way_domains'] }, 1, 0] } },
        },
      },
    ]);
  return found.map(({ _id: { host, owner }, codes, first }) => ({
    host,
    owner: String(owner),
    codes,
    first,
  }));
}

/** Codes of one owner on one host. */
export async function listOnHost(
  context: PluginContext,
  { host, owner, skip = 0, limit = USUAL_PAGE }: Parameters<CodeHosts['list']>[0],
): Promise<CodeOnHost[]> {
  const found = await context
    .model(codeResource)
    .find({ way_domains: host, owner })
    .sort({ _id: 1 })
    .skip(skip)
    .limit(Math.min(limit, LONGEST_PAGE))
    .lean();
  return found.map((code) => ({
    id: String(code._id),
    name: code.name,
    short_url: shortUrlOf(code, context.platform.publicUrl),
    is_first: code.domain === host,
    is_binned: code.remove_time !== null,
  }));
}

/** The hosts of the next codes by their ids. */
export async function walkHosts(
  context: PluginContext,
  { after, limit = STEP }: Parameters<CodeHosts['walk']>[0],
): Promise<{ hosts: string[]; next: string | null }> {
  const behind = after ? { _id: { $gt: after } } : {};
  const found = await context
    .model(codeResource)
    .find(behind, { way_domains: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean();
  return {
    hosts: [...new Set(found.flatMap(({ way_domains = [] }) => way_domains))],
    next: found.length < limit ? null : String(found.at(-1)?._id),
  };
}
