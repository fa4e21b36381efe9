import { z } from 'zod';
import type { Figures, SeriesOwner } from '../../monitor/index.ts';
import { rounded } from '../../monitor/index.ts';
import type { StoreAccess } from '../../storage/index.ts';
import { unlessForbidden } from './unless-forbidden.ts';

const zNumber = z.union([z.number(), z.bigint().transform(Number)]).catch(0);
/** What both stores answer, and what each has beside it. */
const zStatus = z.object({
  host: z.string().catch(''),
  version: z.string().catch(''),
  pid: zNumber,
  uptime: zNumber,
  mem: z.object({ resident: zNumber }).catch({ resident: 0 }),
  waypost: z
    .object({
      usage: z.object({ documents: zNumber, fileBytes: zNumber, writesPerSecond: zNumber }),
      near: z.array(z.string()),
      work: z.object({
        commands: zNumber,
        milliseconds: zNumber,
        processorMilliseconds: zNumber,
        cacheBytes: zNumber,
      }),
    })
    .optional(),
  opcounters: z.record(z.string(), zNumber).catch({}),
  opLatencies: z.record(z.string(), z.object({ latency: zNumber, ops: zNumber })).catch({}),
  wiredTiger: z
    .object({ cache: z.object({ 'bytes currently in the cache': zNumber }) })
    .optional()
    .catch(undefined),
});
type Status = z.output<typeof zStatus>;

/** How the store is. */
export interface StoreReading {
  kind: 'embedded' | 'mongodb';
  /** Milliseconds from question to answer. */
  latency: number;
  host: string;
  version: string;
  pid: number;
  uptime: number;
  memory: number | null;
  processor: number | null;
  size: number | null;
  cache: number | null;
  documents: number | null;
  commands: number | null;
  commandTime: number | null;
  writes: number | null;
  near: number;
  /** It keeps its state to itself: the time to answer is known, and that is all. */
  isHidden: boolean;
}

const MIB = 1_048_576;

/** Reads what the store says of itself; rates are those since the reading before. */
export function createStoreReader(store: Pick<StoreAccess, 'database'>): () => Promise<StoreReading> {
  let before: { at: number; pid: number; work: Work } | undefined;
  return async () => {
    const admin = store.database.admin();
    const asked = performance.now();
    await admin.command({ ping: 1 });
    const at = performance.now();
    const said = await admin.command({ serverStatus: 1 }).catch(unlessForbidden);
    const status = zStatus.parse(said);
    const work = workOf(status);
    const passed = before?.pid === status.pid ? (at - before.at) / 1000 : undefined;
    const since = (read: (work: Work) => number | null): number | null => {
      const [now, earlier] = [read(work), before === undefined ? null : read(before.work)];
      return passed === undefined || now === null || earlier === null ? null : Math.max(0, now - earlier);
    };
    const rate = (count: number | null) => (count === null ? null : rounded(count / (passed ?? 1)));
    const commands = since(({ commands: count }) => count);
    const taken = since(({ milliseconds }) => milliseconds);
    const processor = since(({ processorMilliseconds }) => processorMilliseconds);
    // Rates over moments say nothing: what was read a second ago stays the beginning.
    if (passed === undefined || passed >= LEAST_SECONDS) before = { at, pid: status.pid, work };
    return {
      kind: status.waypost === undefined ? 'mongodb' : 'embedded',
      latency: rounded(at - asked),
      host: status.host,
      version: status.version,
      pid: status.pid,
      uptime: status.uptime,
      memory: status.mem.resident === 0 ? null : status.mem.resident * MIB,
      processor: processor === null ? null : rounded(processor / 10 / (passed ?? 1)),
      size: status.waypost?.usage.fileBytes ?? null,
      cache:
        status.waypost?.work.cacheBytes ?? status.wiredTiger?.cache['bytes currently in the cache'] ?? null,
      documents: status.waypost?.usage.documents ?? null,
      commands: rate(commands),
      commandTime:
        commands === null || taken === null ? null : commands === 0 ? 0 : rounded(taken / commands),
      writes: status.waypost === undefined ? null : rounded(status.waypost.usage.writesPerSecond),
      near: status.waypost?.near.length ?? 0,
      isHidden: Object.keys(said).length === 0,
    };
  };
}

const LEAST_SECONDS = 2;

interface Work {
  commands: number | null;
  milliseconds: number | null;
  processorMilliseconds: number | null;
}

function workOf({ waypost, opcounters, opLatencies }: Status): Work {
  if (waypost !== undefined) return waypost.work;
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0);
  return {
    commands: sum(Object.values(opcounters)),
    // Microseconds there.
    milliseconds: sum(Object.values(opLatencies).map(({ latency }) => latency)) / 1000,
    processorMilliseconds: null,
  };
}

/** Whom its figures are of: one store, whichever process has asked it. */
export function storeOwner(
  reading: StoreReading,
  given: { instance: string; host: string; now: number },
): SeriesOwner {
  const isEmbedded = reading.kind === 'embedded';
  return {
    id: `store/${isEmbedded ? given.instance : 'mongodb'}`,
    kind: 'store',
    host: isEmbedded ? given.host : reading.host,
    pid: reading.pid,
    version: isEmbedded ? '' : reading.version,
    started: new Date(given.now - reading.uptime * 1000),
    before: [],
  };
}

export function storeFigures(reading: StoreReading): Figures {
  return {
    processor: reading.processor,
    memory: reading.memory,
    store_size: reading.size,
    store_cache: reading.cache,
    store_commands: reading.commands,
    store_command_time: reading.commandTime,
    store_writes: reading.writes,
  };
}
