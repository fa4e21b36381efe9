import {
  containsText,
  type DomainName,
  type DomainNames,
  type DomainUse,
  type PluginContext,
} from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { StoredDomain } from './stored.ts';
import { HELD_STATES } from './values.ts';

const LIMIT = 100;
/** Whoever asks for one more than they show knows whether there are more. */
const MOST = 1_000;

export interface UsableQuery {
  owner: string;
  type?: DomainUse | undefined;
  search?: string | undefined;
  limit?: number | undefined;
}

/** What the plugin offers to others as `domain.names`. */
export const domainNames = (context: PluginContext): DomainNames => ({
  usable: (query) => usableNames(context, query),
  among: (query) => usableAmong(context, query),
});

/** Names that an account may put codes on, those that are working first. */
export async function usableNames(
  context: PluginContext,
  { owner, type, search, limit = LIMIT }: UsableQuery,
): Promise<DomainName[]> {
  const pattern = search?.trim() ? containsText(search.trim()) : undefined;
  const found = await context
    .model(domainResource)
    .find({
      owner,
      state: { $in: HELD_STATES },
      ...(type === undefined ? {} : { type }),
      ...(pattern === undefined ? {} : { $or: [{ name: pattern }, { shown: pattern }] }),
    })
    .sort({ is_working: -1, name: 1 })
    .limit(Math.min(limit, MOST))
    .lean();
  return found.map(nameOf);
}

/** Those of some hosts that an account may put codes on. */
export async function usableAmong(
  context: PluginContext,
  { owner, hosts }: { owner: string; hosts: readonly string[] },
): Promise<DomainName[]> {
  const found = await context
    .model(domainResource)
    .find({ owner, state: { $in: HELD_STATES }, name: { $in: hosts } })
    .sort({ is_working: -1, name: 1 })
    .lean();
  return found.map(nameOf);
}

const nameOf = ({ name, shown, type, is_platform, is_working }: StoredDomain): DomainName => ({
  host: name,
  shown,
  type,
  is_platform,
  is_working,
});
