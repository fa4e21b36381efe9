import type { mongo } from 'mongoose';
import { PLATFORM_SCOPE, visitCollections } from '../../runtime/visit/store/collections.ts';
import { cpuMicroseconds, residentBytes } from './process-usage.ts';
import type { Running, Server } from './servers.ts';
import { type LoadResult, runLoad } from './wrk.ts';

export interface AggregationFigures {
  /** A load of about 7,400 visits a second for a while: what aggregation keeps up with. */
  paced: { answeredPerSecond: number; aggregatedPerSecond: number; worstLag: number; surplus: number };
  /** The fastest load, aggregation beside it, against bare Bun just before. */
  fast: {
    perSecond: number;
    bareShare: number;
    p99: number;
    cpuRuntime: number;
    cpuAll: number;
    surplus: number;
  };
  drain: { visits: number; seconds: number; perSecond: number };
  residentAggregator: number;
  residentStore: number;
}

const PACED_CONNECTIONS = 64;
/** 64 connections pausing 8 ms and answered in well under 1 ms make about 7,400 visits a second. */
const PACED_MS = 8;
const SAMPLE_MS = 250;
const DRAIN_LIMIT_MS = 300_000;

async function aggregatedVisits(database: mongo.Db): Promise<number> {
  const rows = await visitCollections(database)
    .scopeDays.find({ _id: { $regex: new RegExp(`^${PLATFORM_SCOPE}:`) } })
    .toArray();
  return rows.reduce((sum, { views }) => sum + views, 0);
}

/** Waits until `expected` visits are aggregated, or no more come for a while. */
async function drained(database: mongo.Db, expected: number): Promise<number> {
  const limit = performance.now() + DRAIN_LIMIT_MS;
  let aggregated = await aggregatedVisits(database);
  let changed = performance.now();
  while (performance.now() < limit && (aggregated < expected || performance.now() - changed < 1500)) {
    await Bun.sleep(SAMPLE_MS);
    const now = await aggregatedVisits(database);
    if (now !== aggregated) changed = performance.now();
    aggregated = now;
    if (performance.now() - changed > 10_000) break;
  }
  return aggregated;
}

async function measurePaced(options: AggregationOptions): Promise<AggregationFigures['paced']> {
  const { database, server, codes, seconds } = options;
  const before = await aggregatedVisits(database);
  const samples: { time: number; aggregated: number }[] = [];
  let isLoading = true;
  const sampling = (async () => {
    while (isLoading) {
      samples.push({ time: performance.now(), aggregated: await aggregatedVisits(database) });
      await Bun.sleep(SAMPLE_MS);
    }
  })();
  const load = await runLoad({
    origin: server.origin,
    connections: PACED_CONNECTIONS,
    seconds,
    codes,
    seed: 77,
    pauseMs: PACED_MS,
  });
  const end = performance.now();
  isLoading = false;
  await sampling;
  const start = end - load.seconds * 1000;
  const rate = load.answered / load.seconds;
  // How long ago the aggregated sum was the answered sum: the answers come evenly.
  const lags = samples
    .filter(({ time }) => time > start + 2000 && time < end)
    .map(({ time, aggregated }) => time - start - ((aggregated - before) / rate) * 1000);
  const settled = samples.filter(({ time }) => time > start + 2000 && time < end);
  const [first, last] = [settled[0], settled.at(-1)];
  const aggregatedPerSecond =
    first === undefined || last === undefined
      ? 0
      : ((last.aggregated - first.aggregated) / (last.time - first.time)) * 1000;
  const aggregated = await drained(database, before + load.answered);
  return {
    answeredPerSecond: rate,
    aggregatedPerSecond,
    worstLag: Math.max(0, ...lags),
    surplus: aggregated - before - load.answered,
  };
}

export interface AggregationOptions {
  database: mongo.Db;
  server: Server;
  bare: Server;
  aggregator: Running;
  store: Running;
  codes: number;
  seconds: number;
}

/** Measures aggregation on the embedded store beside visits, and how long a backlog takes. */
export async function measureAggregation(options: AggregationOptions): Promise<AggregationFigures> {
  const { bare, codes, database, aggregator, seconds, server, store } = options;
  const paced = await measurePaced({ ...options, seconds: Math.max(10, seconds * 3) });
  const baseline = await runLoad({ origin: bare.origin, connections: 64, seconds, codes, seed: 5 });
  const before = await aggregatedVisits(database);
  const pids = [server.pid, aggregator.pid, store.pid];
  const cpu = pids.map(cpuMicroseconds);
  const load: LoadResult = await runLoad({ origin: server.origin, connections: 64, seconds, codes, seed: 6 });
  const used = pids.map((pid, at) => cpuMicroseconds(pid) - (cpu[at] as number));
  const left = before + load.answered - (await aggregatedVisits(database));
  const started = performance.now();
  const aggregated = await drained(database, before + load.answered);
  const drainSeconds = Math.max(0.001, (performance.now() - started - 1500) / 1000);
  const [runtimeUsed = 0] = used;
  return {
    paced,
    fast: {
      perSecond: load.answered / load.seconds,
      bareShare: load.answered / load.seconds / (baseline.answered / baseline.seconds),
      p99: load.p99,
      cpuRuntime: runtimeUsed / load.answered,
      cpuAll: used.reduce((sum, one) => sum + one, 0) / load.answered,
      surplus: aggregated - before - load.answered,
    },
    drain: { visits: left, seconds: drainSeconds, perSecond: left / drainSeconds },
    residentAggregator: residentBytes(aggregator.pid),
    residentStore: residentBytes(store.pid),
  };
}
