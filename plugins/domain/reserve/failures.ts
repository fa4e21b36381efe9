import type { PluginContext } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { countCodes } from '../moving/count-codes.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import { spareResource } from '../screens/hold_domain/resource.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import type { ReadSettings } from '../settings.ts';
import type { StoredWatch } from '../watching/stored.ts';
import { isPlatformAllowed } from './allowed.ts';
import { openOne } from './open-one.ts';
import { blockedAmong } from './policy-blocks.ts';
import { heldDomains } from './stored.ts';
import type { Hint, Reason, ReserveNotice } from './values.ts';

/** Names that are read at once. */
const PORTION = 200;
const HOUR_MS = 3_600_000;

/**
 * Opens a take-over for each name that is believed to fail, that codes stand on, and that has none for this failure yet: one
 * for each, whoever and how many look, until the name has been seen working again.
 */
export async function openFailures(context: PluginContext, readSettings: ReadSettings): Promise<void> {
  for (let after = ''; ; ) {
    const failing = await context
      .model(watchResource)
      .find({ rank: 0, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    await openAmong(context, failing, readSettings);
    const last = failing.at(-1)?._id;
    if (last === undefined || failing.length < PORTION) return;
    after = last;
  }
}

async function openAmong(
  context: PluginContext,
  watches: readonly StoredWatch[],
  readSettings: ReadSettings,
): Promise<void> {
  const ids = watches.map(({ _id }) => _id);
  if (ids.length === 0) return;
  const known = await context
    .model(takeOverResource)
    .find({ from_domain: { $in: ids }, is_unsettled: true }, { from_domain: 1 })
    .lean();
  const isKnown = new Set(known.map(({ from_domain }) => from_domain));
  const unknown = watches.filter(({ _id, cause }) => cause !== '' && !isKnown.has(_id));
  if (unknown.length === 0) return;
  const domains = await heldDomains(
    context,
    unknown.map(({ _id }) => _id),
  );
  const counted = await countCodes(
    context,
    [...domains.values()].map(({ name }) => name),
  );
  const settings = await readSettings();
  for (const watch of unknown) {
    const domain = domains.get(watch._id);
    if (domain === undefined || (counted?.get(domain.name)?.codes ?? 0) === 0) continue;
    if (!isPlatformAllowed(domain, settings) && !(await keepsSpare(context, domain))) continue;
    const hint = await heldBack(context, domain, settings);
    const fault = watch.cause === '' ? undefined : watch.facets[watch.cause];
    await openOne(context, domain, {
      reason: watch.cause as Reason,
      fault: fault?.known_fault ?? '',
      hint,
      isPolicy: hint === 'policy',
      ...(hint === '' ? {} : { told: `offered_${hint}` as ReserveNotice }),
    });
  }
}

/** Whether the owner of a name keeps another one for it. */
async function keepsSpare(context: PluginContext, { _id, owner, type }: StoredDomain): Promise<boolean> {
  const spares = await context
    .model(spareResource)
    .find({ type, _id: { $ne: String(_id) } }, { _id: 1 })
    .lean();
  const domains = await heldDomains(
    context,
    spares.map((spare) => spare._id),
  );
  return [...domains.values()].some((domain) => String(domain.owner) === String(owner));
}

/** Why a spare only offers itself; empty: it takes over. */
async function heldBack(
  context: PluginContext,
  { _id, name }: StoredDomain,
  settings: Awaited<ReturnType<ReadSettings>>,
): Promise<Extract<Hint, '' | 'policy' | 'flapping' | 'switched_off'>> {
  if ((await blockedAmong(context, [name])).has(name)) return 'policy';
  if (settings.reserve_by_itself === 'off') return 'switched_off';
  const since = new Date(context.clock.now() - settings.reserve_rest_hours * HOUR_MS);
  const rested = { from_domain: String(_id), back_time: { $gt: since } };
  return (await context.model(takeOverResource).exists(rested)) === null ? '' : 'flapping';
}
