import type { PluginContext } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { PLATFORM } from '../domains/values.ts';
import { countCodes } from '../moving/count-codes.ts';
import { spareResource } from '../screens/hold_domain/resource.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import type { StoredWatch } from '../watching/stored.ts';
import { blockedAmong } from './policy-blocks.ts';
import { heldDomains, isWorking, type StoredSpare, type StoredTakeOver, watchesOf } from './stored.ts';
import type { Standing } from './values.ts';

/** Spares that there are at most, everybody's together. */
export const MOST_SPARES = 1_000;

/** A spare with all that decides whether it could take over. */
export interface SpareFacts {
  spare: StoredSpare;
  domain: StoredDomain;
  watch: StoredWatch | undefined;
  standing: Standing;
  /** The take-over that it serves, or that it is the failed domain of. */
  takeOver: StoredTakeOver | undefined;
}

/**
 * How each spare stands, those that come first in their order. A spare that others' codes stand on, or stand printed on, is
 * not ready: what was printed must not stand beside a stranger's.
 * @returns undefined while nobody can say where codes stand
 */
export async function standings(context: PluginContext): Promise<SpareFacts[] | undefined> {
  const spares = await context
    .model(spareResource)
    .find({})
    .sort({ position: -1, create_time: 1, _id: 1 })
    .limit(MOST_SPARES)
    .lean();
  const ids = spares.map(({ _id }) => _id);
  const [domains, watches, serving, failed] = await Promise.all([
    heldDomains(context, ids),
    watchesOf(context, ids),
    takeOversBy(context, 'to_domain', { to_domain: { $in: ids }, holds_spare: true }),
    takeOversBy(context, 'from_domain', { from_domain: { $in: ids }, is_open: true }),
  ]);
  const names = [...domains.values()].map(({ name }) => name);
  const [counted, blocked] = await Promise.all([countCodes(context, names), blockedAmong(context, names)]);
  if (counted === undefined && domains.size > 0) return undefined;
  const facts = spares.flatMap((spare): SpareFacts[] => {
    const domain = domains.get(spare._id);
    if (domain === undefined) return [];
    const watch = watches.get(spare._id);
    const serves = serving.get(spare._id);
    const fails = failed.get(spare._id);
    const there = counted?.get(domain.name);
    const isLent = String(domain.owner) !== PLATFORM;
    // Of whoever has it, what is printed may stay: it is theirs.
    const stands = (there?.codes ?? 0) + (isLent ? 0 : (there?.printed ?? 0));
    const standing = standingOf({
      watch,
      serves,
      fails,
      hasCodes: stands > 0,
      isBlocked: blocked.has(domain.name),
    });
    return [{ spare, domain, watch, standing, takeOver: serves ?? fails }];
  });
  return markNext(facts);
}

function standingOf(seen: {
  watch: StoredWatch | undefined;
  serves: StoredTakeOver | undefined;
  fails: StoredTakeOver | undefined;
  hasCodes: boolean;
  isBlocked: boolean;
}): Standing {
  if (seen.serves !== undefined) return 'in_use';
  if (seen.isBlocked) return 'blocked';
  if (seen.watch === undefined || (seen.watch.told_working === null && seen.watch.cause === ''))
    return 'unchecked';
  if (!isWorking(seen.watch) || seen.fails !== undefined) return 'failing';
  return seen.hasCodes ? 'has_codes' : 'ready';
}

/** The first of each type that is everybody's. */
function markNext(facts: readonly SpareFacts[]): SpareFacts[] {
  const seen = new Set<number>();
  return facts.map((one) => {
    if (one.standing !== 'ready' || String(one.domain.owner) !== PLATFORM || seen.has(one.domain.type))
      return one;
    seen.add(one.domain.type);
    return { ...one, standing: 'next' as const };
  });
}

async function takeOversBy(
  context: PluginContext,
  key: 'to_domain' | 'from_domain',
  filter: Record<string, unknown>,
): Promise<Map<string, StoredTakeOver>> {
  const found = await context.model(takeOverResource).find(filter).lean();
  return new Map(found.map((row) => [row[key], row]));
}

/** Spares that could take over from a domain now, as of `readyAmong`; undefined while nobody can say where codes stand. */
export async function readySpares(
  context: PluginContext,
  domain: StoredDomain,
  { isPlatformAllowed }: { isPlatformAllowed: boolean },
): Promise<SpareFacts[] | undefined> {
  const all = await standings(context);
  return all && readyAmong(all, domain, isPlatformAllowed);
}

/** Spares that could take over from a domain, the best first: those that its owner has, then, where that is allowed, the platform's. */
export function readyAmong(
  all: readonly SpareFacts[],
  { _id, type, owner }: StoredDomain,
  isPlatformAllowed: boolean,
): SpareFacts[] {
  const ready = all.filter(
    ({ standing, domain }) =>
      (standing === 'ready' || standing === 'next') &&
      domain.type === type &&
      String(domain._id) !== String(_id),
  );
  const isOwn = ({ domain }: SpareFacts) => String(domain.owner) === String(owner);
  const isFree = (one: SpareFacts) =>
    !isOwn(one) && one.domain.is_platform && String(one.domain.owner) === PLATFORM;
  return [...ready.filter(isOwn), ...(isPlatformAllowed ? ready.filter(isFree) : [])];
}
