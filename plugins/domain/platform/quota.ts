import {
  ACCOUNT_STATES,
  type AccountStates,
  type DomainUse,
  type PluginContext,
  type Session,
} from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { DOMAIN_TYPES, PLATFORM } from '../domains/values.ts';
import { countCodes } from '../moving/count-codes.ts';
import { spareIds } from '../reserve/keep-spares.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { ReadSettings } from '../settings.ts';

/** Names that are looked through for a free one. */
const LOOKED_THROUGH = 500;

/** How many of the platform's names an account may have: what an operator set for it, else what holds for everybody. */
export async function quotaOf(
  context: PluginContext,
  account: string,
  readSettings: ReadSettings,
): Promise<number> {
  const own = await context.require<AccountStates>(ACCOUNT_STATES)?.domainQuota(account);
  return own ?? (await readSettings()).platform_names;
}

/** How many of them it has. */
export function usedOf(context: PluginContext, account: string, session: Session | null): Promise<number> {
  return context
    .model(domainResource)
    .countDocuments({ owner: account, is_platform: true, is_there: true })
    .session(session);
}

/**
 * Names of the platform that nobody has and visits come through. Those that codes still stand on are kept for them: what was
 * printed by whoever had the name before must not stand beside a stranger's.
 */
export async function freeNames(context: PluginContext, type?: DomainUse): Promise<StoredDomain[]> {
  const found = await context
    .model(domainResource)
    .find({
      is_platform: true,
      owner: PLATFORM,
      state: 'proved',
      is_working: true,
      // What is new was looked at once, which is not enough to say that it does not work.
      reach: { $ne: 'elsewhere' },
      ...(type === undefined ? {} : { type }),
      // What is kept in reserve is nobody's until it takes over.
      _id: { $nin: await spareIds(context) },
    })
    .sort({ name: 1 })
    .limit(LOOKED_THROUGH)
    .lean();
  const codes = await countCodes(
    context,
    found.map(({ name }) => name),
  );
  return found.filter(({ name }) => {
    const there = codes?.get(name);
    return (there?.codes ?? 0) + (there?.printed ?? 0) === 0;
  });
}

/** What the caller may have, has, and could get. */
export async function quotaFacts(context: PluginContext, account: string, readSettings: ReadSettings) {
  const free = await freeNames(context);
  return {
    most: await quotaOf(context, account, readSettings),
    used: await usedOf(context, account, null),
    free: DOMAIN_TYPES.filter((type) => free.some((name) => name.type === type)),
  };
}
