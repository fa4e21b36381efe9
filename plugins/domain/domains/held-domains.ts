import type { DomainReplacement, HeldDomain, HeldDomains, PluginContext } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import { HELD_STATES, PLATFORM } from './values.ts';

/** Names of one step through all of them. */
const STEP = 500;
/** Domains that are asked about at once. */
const MOST = 200;

/** What the plugin offers to others as `domain.held`. */
export const heldNames = (context: PluginContext): HeldDomains => ({
  walk: (query) => walk(context, query),
  replacements: (domains) => replacements(context, domains),
});

async function walk(
  context: PluginContext,
  { after = null, limit = STEP }: Parameters<HeldDomains['walk']>[0],
): ReturnType<HeldDomains['walk']> {
  const most = Math.min(limit, STEP);
  const found = await context
    .model(domainResource)
    .find({ state: { $in: HELD_STATES }, ...(after === null ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .limit(most)
    .lean();
  const domains = found.map(
    ({ _id, name, shown, type, owner, is_platform }): HeldDomain => ({
      id: String(_id),
      host: name,
      shown,
      type,
      is_platform,
      owner: owner === undefined || owner === PLATFORM ? null : String(owner),
    }),
  );
  return { domains, next: found.length < most ? null : (domains.at(-1)?.id ?? null) };
}

async function replacements(
  context: PluginContext,
  domains: readonly string[],
): Promise<Record<string, DomainReplacement>> {
  const found = await context
    .model(takeOverResource)
    .find({ from_domain: { $in: domains.slice(0, MOST) } })
    .sort({ create_time: 1, _id: 1 })
    .lean();
  // The last of each stays.
  return Object.fromEntries(
    found.map(({ _id, from_domain, state, to_shown, codes }): [string, DomainReplacement] => [
      from_domain,
      { take_over: String(_id), state, to: to_shown, codes },
    ]),
  );
}
