import { NOBODY } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { addressOf } from '../address/rules.ts';
import { type DetectionConfig, readConfig } from '../detection/config.ts';
import { detect, isHeldBack, providersOn } from '../detection/detect.ts';
import { recordCheck } from '../detection/record-check.ts';
import { requestsFor, standingOf } from '../detection/standing.ts';
import { withRoom } from '../providers/quota.ts';
import type { StoredProvider } from '../providers/stored.ts';

import { hostResource } from './resource.ts';
import { settleHost } from './settle-host.ts';
import type { StoredHost } from './stored.ts';

/** Names that are checked at once; each asks every provider. */
const AT_ONCE = 4;
/** Names of one run: the next one follows within a minute. */
const MOST = 200;
/** Longest that one run goes on, milliseconds. */
const RUN_MS = 50_000;
/** For so long nobody else checks a name that somebody is at. */
const HELD_MS = 120_000;

/** What names of one round are checked with. */
export interface Given {
  config: DetectionConfig;
  providers: readonly StoredProvider[];
  signal: AbortSignal;
}

/**
 * Checks the names whose time has come, those that wait longest first. Without a provider nobody is asked, and nothing said.
 * Where providers may not be asked more for now it ends, and the next one goes on where it ended.
 */
export async function checkRound(context: PluginContext, signal: AbortSignal): Promise<void> {
  const providers = await providersOn(context);
  if (providers.length === 0) return;
  const given: Given = { config: await readConfig(context, 'detection'), providers, signal };
  const end = context.clock.now() + RUN_MS;
  const due = await dueHosts(context);
  if (due.length === 0 || !(await mayAsk(context, given))) return;
  await proveAll(context, given);
  let isHeld = false;
  const next = async (): Promise<void> => {
    while (!isHeld && !signal.aborted && context.clock.now() < end) {
      const row = due.shift();
      if (row === undefined) return;
      if (!(await mayAsk(context, given)) || !(await checkOne(context, row, given))) isHeld = true;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Whether so many may be asked as have to agree: else those that may would be paid for nothing. Whoever lies says nothing. */
export async function mayAsk(context: PluginContext, { config, providers }: Given): Promise<boolean> {
  const { canary, quorum } = config;
  const limits = providers
    .filter(({ standing }) => canary === '' || standing !== 'lies')
    .map((provider) => ({ ...provider, id: String(provider._id) }));
  const able = await withRoom(context, limits, (provider) => requestsFor(context, provider, canary));
  return able.length >= Math.min(quorum, limits.length);
}

/** How each stands is asked once for all names. */
async function proveAll(context: PluginContext, { config, providers, signal }: Given): Promise<void> {
  const { canary } = config;
  if (canary === '') return;
  try {
    await Promise.all(providers.map((provider) => standingOf(context, provider, { canary, signal })));
  } catch (error) {
    // The plugin is switched off, or the process ends.
    if (!signal.aborted) throw error;
  }
}

async function dueHosts(context: PluginContext): Promise<StoredHost[]> {
  return await context
    .model(hostResource)
    .find({ next_check_time: { $lte: context.clock.date() } })
    .sort({ next_check_time: 1 })
    .limit(MOST)
    .lean();
}

/** @returns false where limits kept it from being checked: it waits as it did, and so do those behind it */
async function checkOne(context: PluginContext, row: StoredHost, given: Given): Promise<boolean> {
  try {
    if (!(await claim(context, row)) || (await checkHost(context, row, given))) return true;
    await release(context, row);
    return false;
  } catch (error) {
    // The plugin is switched off, or the process ends: it is checked as soon as somebody may again, and nothing is said of it.
    if (given.signal.aborted) await release(context, row);
    // One that cannot be checked holds up none of the others; it is due again soon.
    else context.log.error({ error, domain: row.name }, 'a domain could not be checked in WeChat');
    return true;
  }
}

/** Of several processes one checks a name; if it ends meanwhile another does, some time later. */
async function claim(context: PluginContext, { _id, next_check_time }: StoredHost): Promise<boolean> {
  const { modifiedCount } = await context
    .model(hostResource)
    .updateOne(
      { _id, next_check_time },
      { $set: { next_check_time: new Date(context.clock.now() + HELD_MS) } },
      { timestamps: false },
    );
  return modifiedCount === 1;
}

async function release(context: PluginContext, { _id, next_check_time }: StoredHost): Promise<void> {
  await context.model(hostResource).updateOne({ _id }, { $set: { next_check_time } }, { timestamps: false });
}

/** Checks a name, writes it down and draws what follows. @returns false where limits kept it from being checked: nothing is said of it */
async function checkHost(context: PluginContext, row: StoredHost, given: Given): Promise<boolean> {
  const { config, signal } = given;
  const detected = await detect(context, addressOf(row.name), given);
  // What was cut off says nothing of the name.
  signal.throwIfAborted();
  if (isHeldBack(detected, config)) return false;
  const { _id: check } = await recordCheck(context, detected, {
    address: row.shown,
    host: row.name,
    owner: String(row.owner ?? NOBODY),
    quorum: config.quorum,
    reason: 'schedule',
  });
  await settleHost(context, row, { detected, check, intervalMinutes: config.interval_minutes });
  return true;
}
