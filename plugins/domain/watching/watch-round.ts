import type { PluginContext } from '@waypost/sdk';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import { lookAtName, type Surroundings } from './look.ts';
import { planOf, settle } from './next-watch.ts';
import type { StoredWatch } from './stored.ts';
import { type SettledLook, writeLooks } from './write-looks.ts';

/** Longest that one run of the job goes on, milliseconds; the next one follows within seconds. */
const RUN_MS = 55_000;
/** Looks at once: each asks one server after the other, of which a plugin may ask 50 at a time. */
const AT_ONCE = 20;
/**
 * Rows that are read at once, and looks that are written at once: half a second's of ten thousand names. Larger portions are busy
 * seconds, and what waits long in memory is only given back by the collections that take long.
 */
const PORTION = 25;
/** Longest that a look waits to be written, milliseconds. */
const WRITE_MS = 1_000;
/** Looks begun in a second at most: half as many again as there are to do, so that a start does not ask everybody at once. */
const LEAST_RATE = 50;
const ROOM = 1.5;

/** Looks at all names whose time has come, evenly, and writes what was found each second at the latest. */
export async function watchRound(
  context: PluginContext,
  around: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  const total = await context.model(watchResource).estimatedDocumentCount();
  const pause = pacer(Math.max(LEAST_RATE, (ROOM * total * 1_000) / around.intervalMs));
  const end = context.clock.now() + RUN_MS;
  const taken = new Set<string>();
  const running = new Set<Promise<void>>();
  let done: SettledLook[] = [];
  let written = performance.now();
  const write = async () => {
    const looks = done;
    done = [];
    written = performance.now();
    await writeLooks(context, looks);
    for (const { row } of looks) taken.delete(row._id);
  };
  let queue: StoredWatch[] = [];
  let from = new Date(0);
  while (!signal.aborted && context.clock.now() < end) {
    if (queue.length === 0) queue = await dueWatches(context, { from, taken });
    const row = queue.shift();
    if (row === undefined) break;
    from = row.next_check_time ?? from;
    if (taken.has(row._id)) continue;
    taken.add(row._id);
    await pause();
    const look = oneLook(context, row, around)
      .then((settled) => {
        if (settled !== undefined) done.push({ row, settled });
      })
      .finally(() => running.delete(look));
    running.add(look);
    if (running.size >= AT_ONCE) await Promise.race(running);
    if (done.length >= PORTION || performance.now() - written >= WRITE_MS) await write();
  }
  await Promise.all(running);
  await write();
}

async function oneLook(context: PluginContext, row: StoredWatch, around: Surroundings) {
  try {
    return await lookOnce(context, row, around);
  } catch (error) {
    // One that cannot be looked at holds up none of the others; it stays due.
    context.log.error({ error, domain: row.name }, 'a domain could not be watched');
    return undefined;
  }
}

/** Looks at a name and says what follows; nothing is written. `isWhole`: at what is looked at more seldom, too. */
export async function lookOnce(
  context: PluginContext,
  row: StoredWatch,
  around: Surroundings,
  { isWhole = false }: { isWhole?: boolean } = {},
) {
  const plan = isWhole ? { certificate: true, registration: true } : planOf(row, context.clock.date());
  const looked = await lookAtName(context, row, around, plan);
  return settle(row, looked, {
    now: context.clock.date(),
    chance: context.random.number(),
    intervalMs: around.intervalMs,
    isSafe: around.isSafe,
    areSeveral: around.resolvers.length > 1,
  });
}

/** Those that wait longest first, without those that are looked at now; `from`: the time of the last one that was taken. */
async function dueWatches(
  context: PluginContext,
  { from, taken }: { from: Date; taken: ReadonlySet<string> },
): Promise<StoredWatch[]> {
  const due = await context
    .model(watchResource)
    .find({ next_check_time: { $gte: from, $lte: context.clock.date() } })
    .sort({ next_check_time: 1 })
    .limit(PORTION + taken.size)
    .lean();
  return due.filter(({ _id }) => !taken.has(_id));
}

/** Waits so that no more than `perSecond` go by in a second. */
function pacer(perSecond: number): () => Promise<void> {
  const gap = 1_000 / perSecond;
  let next = performance.now();
  return async () => {
    const now = performance.now();
    const wait = next - now;
    next = Math.max(now, next) + gap;
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
  };
}
