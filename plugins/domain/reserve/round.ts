import type { PluginContext } from '@waypost/sdk';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import type { ReadSettings } from '../settings.ts';
import type { Surroundings } from '../watching/look.ts';
import type { StoredWatch } from '../watching/stored.ts';
import { VISIT_FACETS } from '../watching/values.ts';
import { lookOnce } from '../watching/watch-round.ts';
import { isPlatformAllowed } from './allowed.ts';
import { claimSpare } from './claim.ts';
import { driveTakeOver, MOVING } from './drive.ts';
import { openFailures } from './failures.ts';
import { settleSpares } from './keep-spares.ts';
import { settleTakeOvers } from './settle.ts';
import { readyAmong, type SpareFacts, standings } from './standings.ts';
import { changeTakeOver, heldDomains, type StoredTakeOver, watchesOf } from './stored.ts';
import { tellReserve } from './tell-reserve.ts';
import type { Hint } from './values.ts';

/** Take-overs of one run that wait for a spare, or move. */
const MOST = 200;
/** Longest that one moves before the others have their turn, milliseconds. */
const TURN_MS = 20_000;

interface Round {
  readSettings: ReadSettings;
  around: () => Promise<Surroundings>;
  signal?: AbortSignal | undefined;
  /** All spares are held against the domains, which is done for those that change when they do. */
  isWhole: boolean;
}

/**
 * What follows from what is believed of domains now: opens, serves, moves and tells, each from what stands in the store, so
 * that whatever was cut off is gone on with.
 */
export async function reserveRound(context: PluginContext, round: Round): Promise<void> {
  if (round.isWhole) await settleSpares(context);
  await settleTakeOvers(context);
  await openFailures(context, round.readSettings);
  await serveWaiting(context, round);
  await moveAll(context, round.signal);
  await tellReserve(context);
}

async function byState(
  context: PluginContext,
  states: readonly StoredTakeOver['state'][],
): Promise<StoredTakeOver[]> {
  return await context
    .model(takeOverResource)
    .find({ state: { $in: states } })
    .sort({ create_time: 1 })
    .limit(MOST)
    .lean();
}

async function serveWaiting(context: PluginContext, round: Round): Promise<void> {
  const waiting = await byState(context, ['waiting']);
  if (waiting.length === 0) return;
  const settings = await round.readSettings();
  const domains = await heldDomains(
    context,
    waiting.map(({ from_domain }) => from_domain),
  );
  let all = await standings(context);
  for (const takeOver of waiting) {
    round.signal?.throwIfAborted();
    const domain = domains.get(takeOver.from_domain);
    if (domain === undefined) continue;
    if (settings.reserve_by_itself === 'off') {
      await offer(context, takeOver);
      continue;
    }
    const ready = all && readyAmong(all, domain, isPlatformAllowed(domain, settings));
    try {
      if (ready === undefined) await hintAt(context, takeOver, 'codes_away');
      // Told already, and nothing has come: there is nothing to look at it for.
      else if (ready.length === 0 && takeOver.hint === 'no_spare') continue;
      // It works again, which the next look will say as well.
      else if (await isBackNow(context, takeOver, round)) continue;
      // Whoever comes next must not be offered what has been taken.
      else if (await serveWith(context, takeOver, { ready, round })) all = await standings(context);
      else await hintAt(context, takeOver, 'no_spare');
    } catch (error) {
      if (round.signal?.aborted) throw error;
      // It holds up none of the others, and waits for the next run.
      context.log.error({ error, domain: takeOver.name }, 'a domain that failed could not be served');
    }
  }
}

/** @returns whether one of the spares serves now */
async function serveWith(
  context: PluginContext,
  takeOver: StoredTakeOver,
  { ready, round }: { ready: readonly SpareFacts[]; round: Round },
): Promise<boolean> {
  for (const spare of ready) {
    if (!(await worksNow(context, spare, round))) continue;
    const { readSettings } = round;
    if (await claimSpare(context, { takeOver, spare: spare.domain, readSettings })) return true;
  }
  return false;
}

/**
 * Looks at a spare once more before anything moves to it: where the fault is our own, all names fail within a minute, and
 * those that have not been looked at since would be used up for nothing.
 */
async function worksNow(context: PluginContext, { watch }: SpareFacts, round: Round): Promise<boolean> {
  const found = watch === undefined ? undefined : await lookNow(context, watch, round);
  if (found === undefined) return false;
  const looks = VISIT_FACETS.flatMap((facet) => found[facet]?.finding ?? []);
  return !looks.includes('bad') && (found.http?.finding === 'good' || found.https?.finding === 'good');
}

/** Whether what failed of a domain is found in order now; of what is looked at daily or hourly only, what is believed holds. */
async function isBackNow(
  context: PluginContext,
  { from_domain }: StoredTakeOver,
  round: Round,
): Promise<boolean> {
  const watch = (await watchesOf(context, [from_domain])).get(from_domain);
  const cause = VISIT_FACETS.find((facet) => facet === watch?.cause);
  if (watch === undefined || cause === undefined) return false;
  return (await lookNow(context, watch, round))?.[cause]?.finding === 'good';
}

/** Undefined: it could not be looked at. */
async function lookNow(context: PluginContext, watch: StoredWatch, { around }: Round) {
  try {
    return (await lookOnce(context, watch, await around())).found;
  } catch (error) {
    // One that cannot be looked at holds up none of the others.
    context.log.error({ error, domain: watch.name }, 'a domain could not be looked at once more');
    return undefined;
  }
}

/** Told once: until something of it changes. */
async function hintAt(context: PluginContext, { _id, hint }: StoredTakeOver, now: Hint): Promise<void> {
  if (hint === now) return;
  const where = { state: 'waiting', hint };
  const told = now === 'no_spare' ? { told: 'no_spare' as const } : {};
  await changeTakeOver(context, { _id, where }, { set: { hint: now }, ...told });
}

async function offer(context: PluginContext, { _id }: StoredTakeOver): Promise<void> {
  const set = { state: 'offered', hint: 'switched_off' } as const;
  await changeTakeOver(context, { _id, where: { state: 'waiting' } }, { set, told: 'offered_switched_off' });
}

async function moveAll(context: PluginContext, signal: AbortSignal | undefined): Promise<void> {
  for (const { _id, name } of await byState(context, MOVING))
    try {
      await driveTakeOver(context, _id, { signal, limitMs: TURN_MS });
    } catch (error) {
      if (signal?.aborted) throw error;
      // It holds up none of the others, and is gone on with at the next run.
      context.log.error({ error, domain: name }, 'codes could not move between a domain and its spare');
    }
}
