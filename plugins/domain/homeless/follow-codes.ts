import type { PluginContext } from '@waypost/sdk';
import { codeHosts } from '../moving/count-codes.ts';
import { homelessPlaces, keepPlaces, readMark, writeMark } from './places.ts';
import { refreshHosts } from './refresh-hosts.ts';

const FOLLOW = 'follow_codes';
/** A change may show so long after its time. */
const LATE_MS = 10_000;
/** Changes of codes are known for a day: after less than that all codes are gone through again. */
const KNOWN_MS = 20 * 3_600_000;
const WALK_EVERY_MS = 24 * 3_600_000;
/** Longest that one run goes on, and how long it rests between two steps, milliseconds. */
const RUN_MS = 45_000;
const REST_MS = 100;
/** Codes and places of one step. */
const STEP = 500;

/** Keeps it known whose codes cannot rest where they stand: each minute what has changed, and once a day all of it. */
export async function keepHomeless(context: PluginContext): Promise<void> {
  keepPlaces(context);
  context.jobs.define(FOLLOW, async (_data, signal) => {
    if (codeHosts(context) === undefined) return;
    const { until, walk, walked } = await readMark(context);
    const now = context.clock.now();
    const isOld = until === null || Math.abs(now - until.getTime()) > KNOWN_MS;
    const isDue = walked === null || Math.abs(now - walked.getTime()) > WALK_EVERY_MS;
    if (isOld || walk !== null || isDue) await walkCodes(context, signal, isOld);
    await followChanges(context);
  });
  await context.jobs.every('1 minute', FOLLOW);
}

/** Takes in what has changed of codes since the last time. Whoever asks for a list does it first, so that it is right. */
export async function followChanges(context: PluginContext): Promise<void> {
  const service = codeHosts(context);
  const { until } = await readMark(context);
  if (service === undefined || until === null) return;
  let since = until.getTime() - LATE_MS;
  for (;;) {
    const changed = await service.changed({ since: new Date(since).toISOString() });
    if (!(await refreshHosts(context, changed.hosts))) return;
    const reached = Date.parse(changed.until);
    await writeMark(context, { until: new Date(reached) });
    if (changed.is_whole || reached <= since) return;
    since = reached;
  }
}

/** Goes through all codes, and then through what was known before; what is cut off is gone on with. */
async function walkCodes(context: PluginContext, signal: AbortSignal, isNew: boolean): Promise<void> {
  const end = performance.now() + RUN_MS;
  // What changes meanwhile is taken in behind it.
  if (isNew) await writeMark(context, { until: context.clock.date(), walk: null });
  const seen = new Set<string>();
  let after = (await readMark(context)).walk;
  for (;;) {
    const step = await codeHosts(context)?.walk({ after, limit: STEP });
    if (step === undefined) return;
    const fresh = step.hosts.filter((host) => !seen.has(host));
    for (const host of fresh) seen.add(host);
    if (!(await refreshHosts(context, fresh))) return;
    after = step.next;
    if (after === null) break;
    await writeMark(context, { walk: after });
    if (signal.aborted || performance.now() > end) return;
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  await walkPlaces(context, seen);
  await writeMark(context, { walk: null, walked: context.clock.date() });
}

/** Places whose codes have all gone are met by no walk over codes. */
async function walkPlaces(context: PluginContext, seen: ReadonlySet<string>): Promise<void> {
  let last = '';
  for (;;) {
    const some = await homelessPlaces(context)
      .find({ _id: { $gt: last } }, { host: 1 })
      .sort({ _id: 1 })
      .limit(STEP)
      .lean();
    const rest = some.map(({ host }) => host).filter((host) => !seen.has(host));
    if (!(await refreshHosts(context, rest)) || some.length < STEP) return;
    last = some.at(-1)?._id ?? last;
  }
}
