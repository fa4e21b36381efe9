import type { mongo } from 'mongoose';
import { PLATFORM_SCOPE, visitCollections } from '../../runtime/visit/store/collections.ts';
import type { CountingLoad } from './options.ts';
import { cpuMicroseconds, residentBytes } from './process-usage.ts';
import type { Running, Server } from './servers.ts';
import { runLoad } from './wrk.ts';

/** The processes that a visit passes through. */
export const SHARES = ['runtime', 'aggregator', 'store'] as const;
type Share = (typeof SHARES)[number];

/** One load at full speed while it is counted, and the counting of what is left of it. */
export interface CountingFigures {
  name: string;
  answeredPerSecond: number;
  /** Of what bare Bun answered just before and just after. */
  bareShare: number;
  p99: number;
  errors: number;
  /** Counted a second while visits came. */
  countedPerSecond: number;
  /** When the last visit was answered: those not counted, and how long ago as many were answered, milliseconds. */
  left: number;
  lag: number;
  /** Counted a second while nothing else ran. */
  drainedPerSecond: number;
  /** Processor time a visit until all of them are counted, microseconds, and that of bare Bun's answer. */
  cpu: Record<Share, number> & { all: number; bare: number };
  surplus: number;
}

/** Visits at a speed that counting is promised to keep up with. */
export interface PacedFigures {
  answeredPerSecond: number;
  countedPerSecond: number;
  worstLag: number;
  p99: number;
  surplus: number;
}

export interface CountingSources {
  database: mongo.Db;
  server: Server;
  bare: Server;
  aggregator: Running;
  store: Running;
}

const CONNECTIONS = 64;
const SAMPLE_MS = 100;
const BARE_SECONDS = 2;
/** Nothing more was counted for so long: nothing more will be. */
const GIVEN_UP_MS = 20_000;
/** The end of a load cuts requests off whose visits are counted all the same. */
const SETTLED_MS = 1500;

interface Sample {
  time: number;
  counted: number;
}

async function countedVisits(database: mongo.Db): Promise<number> {
  const rows = await visitCollections(database)
    .scopeDays.find({ _id: { $regex: new RegExp(`^${PLATFORM_SCOPE}:`) } }, { projection: { views: 1 } })
    .toArray();
  return rows.reduce((sum, { views }) => sum + views, 0);
}

/** Follows what is counted until it is stopped. */
function follow(database: mongo.Db): { samples: Sample[]; stop(): Promise<void> } {
  const samples: Sample[] = [];
  let isStopped = false;
  const following = (async () => {
    while (!isStopped) {
      samples.push({ time: performance.now(), counted: await countedVisits(database) });
      await Bun.sleep(SAMPLE_MS);
    }
  })();
  return {
    samples,
    async stop() {
      isStopped = true;
      await following;
    },
  };
}

/** Waits until so many visits are counted and no more come; answers how many there are and when the last was seen. */
async function drained(database: mongo.Db, expected: number): Promise<Sample> {
  let last: Sample = { time: performance.now(), counted: await countedVisits(database) };
  for (;;) {
    await Bun.sleep(SAMPLE_MS);
    const [time, counted] = [performance.now(), await countedVisits(database)];
    if (counted !== last.counted) last = { time, counted };
    const limit = last.counted >= expected ? SETTLED_MS : GIVEN_UP_MS;
    if (time - last.time > limit) return last;
  }
}

async function bareRound(bare: Server, codes: number): Promise<{ perSecond: number; cpu: number }> {
  const before = cpuMicroseconds(bare.pid);
  const load = await runLoad({
    origin: bare.origin,
    connections: CONNECTIONS,
    seconds: BARE_SECONDS,
    codes,
    seed: 5,
  });
  return {
    perSecond: load.answered / load.seconds,
    cpu: (cpuMicroseconds(bare.pid) - before) / load.answered,
  };
}

/** One load as fast as it goes, between two looks at bare Bun. */
export async function measureCounting(
  { database, server, bare, aggregator, store }: CountingSources,
  { name, codes, addresses, spread }: CountingLoad,
  { seconds, seed }: { seconds: number; seed: number },
): Promise<CountingFigures> {
  const first = await bareRound(bare, codes);
  const before = await countedVisits(database);
  const pids: Record<Share, number> = { runtime: server.pid, aggregator: aggregator.pid, store: store.pid };
  const cpu = SHARES.map((share) => cpuMicroseconds(pids[share]));
  const load = await runLoad({
    origin: server.origin,
    connections: CONNECTIONS,
    seconds,
    codes,
    addresses,
    spread,
    seed,
  });
  const ended = performance.now();
  const counted = (await countedVisits(database)) - before;
  const last = await drained(database, before + load.answered);
  const used = SHARES.map(
    (share, at) => (cpuMicroseconds(pids[share]) - (cpu[at] as number)) / load.answered,
  );
  const second = await bareRound(bare, codes);
  const perSecond = load.answered / load.seconds;
  const left = Math.max(0, load.answered - counted);
  const [runtime = 0, counting = 0, storing = 0] = used;
  return {
    name,
    answeredPerSecond: perSecond,
    bareShare: perSecond / ((first.perSecond + second.perSecond) / 2),
    p99: load.p99,
    errors: load.errors,
    countedPerSecond: counted / load.seconds,
    left,
    lag: (left / perSecond) * 1000,
    drainedPerSecond: left / Math.max(0.1, (last.time - ended) / 1000),
    cpu: {
      runtime,
      aggregator: counting,
      store: storing,
      all: runtime + counting + storing,
      bare: (first.cpu + second.cpu) / 2,
    },
    surplus: last.counted - before - load.answered,
  };
}

/** One load at about so many visits a second. */
export async function measurePaced(
  { database, server }: CountingSources,
  { codes, addresses, spread }: CountingLoad,
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<PacedFigures> {
  const before = await countedVisits(database);
  const following = follow(database);
  const load = await runLoad({
    origin: server.origin,
    connections: CONNECTIONS,
    seconds,
    codes,
    addresses,
    spread,
    seed: 77,
    // A connection pauses for so long between two visits, and an answer takes about half a millisecond.
    pauseMs: Math.max(1, Math.round((CONNECTIONS * 1000) / perSecond - 0.5)),
  });
  const end = performance.now();
  await following.stop();
  const start = end - load.seconds * 1000;
  const rate = load.answered / load.seconds;
  // The first visits are on their way.
  const settled = following.samples.filter(({ time }) => time > start + 2000 && time < end);
  // How long ago the counted sum was the answered sum: the answers come evenly.
  const lags = settled.map(({ time, counted }) => time - start - ((counted - before) / rate) * 1000);
  const [first, latest] = [settled[0], settled.at(-1)];
  const last = await drained(database, before + load.answered);
  return {
    answeredPerSecond: rate,
    countedPerSecond:
      first === undefined || latest === undefined || latest.time === first.time
        ? 0
        : ((latest.counted - first.counted) / (latest.time - first.time)) * 1000,
    worstLag: Math.max(0, ...lags),
    p99: load.p99,
    surplus: last.counted - before - load.answered,
  };
}

/** Memory of whoever counts, bytes. */
export const residentOf = ({
  aggregator,
  store,
}: CountingSources): { aggregator: number; store: number } => ({
  aggregator: residentBytes(aggregator.pid),
  store: residentBytes(store.pid),
});
