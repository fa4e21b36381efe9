import type { VisitAccess } from '@waypost/sdk';
import { requireCapability } from '../activation/capability.ts';

const READ = 'visits:read';
const PUBLISH = 'visits:publish';
const PAGES = 'visits:pages';
const KEEP = 'visits:keep';
const SHIELD = 'visits:shield';
const OF_PUBLISHING: ReadonlySet<string> = new Set([
  'publish',
  'publishPools',
  'poolCounts',
  'targetCounts',
  'publishForwards',
  'forwardCounts',
  'withdraw',
  'retire',
  'keepPicture',
  'picture',
  'tryVisit',
  'previewPage',
] satisfies (keyof VisitAccess)[]);
const OF_KEEPING: ReadonlySet<string> = new Set([
  'clearVisits',
  'restoreVisits',
  'eraseVisits',
  'keepVisits',
  'tidyVisits',
] satisfies (keyof VisitAccess)[]);
const OF_SHIELDING: ReadonlySet<string> = new Set([
  'publishShields',
  'shieldRefusals',
  'refusedVisits',
  'tryShield',
] satisfies (keyof VisitAccess)[]);
/** Says nothing about anybody's visits: whoever publishes links needs it as well. */
const OF_ADDRESSES: ReadonlySet<string> = new Set([
  'isReserved',
  'scanToken',
  'trial',
] satisfies (keyof VisitAccess)[]);

/**
 * Links and visit facts, each method by what was granted.
 * @throws TypeError when none of `visits:read`, `visits:publish`, `visits:keep` and `visits:shield` was
 */
export function guardedVisits(
  plugin: { id: string; granted: ReadonlySet<string> },
  visits: () => VisitAccess,
): VisitAccess {
  requireCapability(plugin, READ, PUBLISH, KEEP, SHIELD);
  const access = guardedPages(plugin, visits());
  if ([READ, PUBLISH, KEEP, SHIELD].every((one) => plugin.granted.has(one))) return access;
  return new Proxy(access, {
    get(target, name) {
      if (typeof name === 'string' && name !== 'then' && !OF_ADDRESSES.has(name))
        requireCapability(plugin, ...neededFor(name));
      return Reflect.get(target, name);
    },
  });
}

/** The capabilities of which one is needed. */
function neededFor(method: string): [string, ...string[]] {
  // Whoever has published something may forget it.
  if (method === 'withdraw') return [PUBLISH, SHIELD];
  if (OF_SHIELDING.has(method)) return [SHIELD];
  if (OF_PUBLISHING.has(method)) return [PUBLISH];
  return [OF_KEEPING.has(method) ? KEEP : READ];
}

/** Pages with scripts of people's own need a grant of their own, although they are shown in a box. */
function guardedPages(
  plugin: { id: string; granted: ReadonlySet<string> },
  access: VisitAccess,
): VisitAccess {
  if (plugin.granted.has(PAGES)) return access;
  const publish: VisitAccess['publish'] = async (links, session) => {
    if (links.some(({ targets }) => targets.some((target) => 'page' in target)))
      requireCapability(plugin, PAGES);
    return access.publish(links, session);
  };
  return new Proxy(access, {
    get: (target, name) => (name === 'publish' ? publish : Reflect.get(target, name)),
  });
}
