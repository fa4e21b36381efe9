import { hostname } from 'node:os';
import type { Measure, ProcessKind } from '@waypost/contract/platform';
import type { Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { MOST_STARTS } from '../process/told-starts.ts';
import { INDEX_QUORUM, isDuplicateKey } from '../storage/index.ts';

/** One document for each hour of each process: its figures, a short row for each look. */
export const MONITOR_SAMPLES = 'monitor_samples';
/** One document for each process: who it is, and what it has said last. */
export const MONITOR_PROCESSES = 'monitor_processes';

/** Seconds between two rows. */
export const SAMPLE_SECONDS = 30;
const HOUR_MS = 3_600_000;
/** Rows are kept for a day, and the hour that a day ago began. */
const KEPT_SECONDS = 26 * 3_600;
/** Rows that wait for a store that is away: an hour. What is older is lost. */
const MOST_WAITING = 120;

export type SeriesKind = ProcessKind | 'installation';

/** Of whom figures are. */
export interface SeriesOwner {
  /** The same after each start of it, such as `runtime/<id of DATA_DIR>`. */
  id: string;
  kind: SeriesKind;
  host: string;
  pid: number;
  version: string;
  started: Date;
  /** When those before it were started that may not have lived long enough to say so. */
  before: readonly Date[];
}

/** `[seconds since the hour began, …]`, in the order of `measures`. */
type Row = (number | null)[];

export interface SamplesDocument {
  _id: string;
  series: string;
  kind: SeriesKind;
  host: string;
  hour: Date;
  measures: Measure[];
  rows: Row[];
  /** Of the last row. */
  last: Date;
}

export interface ProcessDocument {
  _id: string;
  kind: SeriesKind;
  host: string;
  pid: number;
  version: string;
  started: Date;
  /** When it was started, the latest last. */
  starts: Date[];
  last: Date;
  /** It has ended in an orderly way. */
  ended: Date | null;
  figures: Partial<Record<Measure, number | null>>;
}

export type Figures = Partial<Record<Measure, number | null>>;

export const monitorCollections = (database: mongo.Db) => ({
  samples: database.collection<SamplesDocument>(MONITOR_SAMPLES),
  processes: database.collection<ProcessDocument>(MONITOR_PROCESSES),
});

/** Makes what rows are found by, and what takes old ones away. */
export async function ensureMonitorCollections(database: mongo.Db): Promise<void> {
  const { samples, processes } = monitorCollections(database);
  await samples.createIndex({ hour: 1 }, { expireAfterSeconds: KEPT_SECONDS, ...INDEX_QUORUM });
  await processes.createIndex({ last: 1 }, { expireAfterSeconds: KEPT_SECONDS, ...INDEX_QUORUM });
}

/**
 * @param instance what tells this DATA_DIR from others
 * @param starts as the launcher tells them, this one's last; `now` where nobody does
 */
export function ownerOf(
  kind: SeriesKind,
  given: { instance: string; version: string; starts: readonly Date[]; now: Date },
): SeriesOwner {
  const { instance, version, starts, now } = given;
  return {
    id: `${kind}/${instance}`,
    kind,
    host: hostname(),
    pid: process.pid,
    version,
    started: starts.at(-1) ?? now,
    before: starts.slice(0, -1),
  };
}

/** What is remembered and what is told, each start once, the latest last. */
export function mergeStarts(known: readonly Date[], told: readonly Date[]): Date[] {
  const times = new Set([...known, ...told].map((start) => start.getTime()));
  return [...times]
    .toSorted((one, other) => one - other)
    .slice(-MOST_STARTS)
    .map((time) => new Date(time));
}

export interface SeriesWriter {
  /** Keeps the figures of one look; they are written at once, or when the store is there again. */
  add(owner: SeriesOwner, figures: Figures, time: number): Promise<void>;
  /** Says that it ends in an orderly way: nobody has to look for it. */
  end(owner: SeriesOwner, time: number): Promise<void>;
}

/** Writes what processes say of themselves, a few small updates each half a minute. */
export function createSeriesWriter(options: {
  database: mongo.Db;
  isStoreUp(): boolean;
  log: Logger;
}): SeriesWriter {
  const { log } = options;
  const { samples, processes } = monitorCollections(options.database);
  let waiting: { owner: SeriesOwner; figures: Figures; time: number }[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function writeRow({ owner, figures, time }: (typeof waiting)[number]): Promise<void> {
    const hour = Math.floor(time / HOUR_MS) * HOUR_MS;
    const measures = Object.keys(figures) as Measure[];
    const row: Row = [Math.round((time - hour) / 1000), ...measures.map((name) => figures[name] ?? null)];
    const last = new Date(time);
    const layout = Bun.hash(measures.join()).toString(36);
    try {
      await samples.updateOne(
        {
          _id: `${owner.id}/${hour.toString(36)}/${layout}`,
          // What is everybody's is written by several processes, and each moment once.
          ...(owner.kind === 'installation' || owner.kind === 'store'
            ? { last: { $lte: new Date(time - (SAMPLE_SECONDS * 1000) / 2) } }
            : {}),
        },
        {
          $push: { rows: row },
          $set: { last },
          $setOnInsert: {
            series: owner.id,
            kind: owner.kind,
            host: owner.host,
            hour: new Date(hour),
            measures,
          },
        },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    if (owner.kind !== 'installation') await writeProcess(owner, { last, figures });
  }

  async function writeProcess(
    { id, kind, host, pid, version, started, before }: SeriesOwner,
    { last, figures }: { last: Date; figures: Figures },
  ): Promise<void> {
    const known = await processes.updateOne(
      // A store tells for how long it runs, and that is never told twice alike.
      kind === 'store' ? { _id: id, pid } : { _id: id, started, pid },
      { $set: { host, version, last, ended: null, figures } },
    );
    if (known.matchedCount > 0) return;
    const earlier = await processes.findOne({ _id: id }, { projection: { starts: 1 } });
    const starts = mergeStarts(earlier?.starts ?? [], [...before, started]);
    await processes.updateOne(
      { _id: id },
      { $set: { kind, host, pid, version, started, last, ended: null, figures, starts } },
      { upsert: true },
    );
  }

  async function write(): Promise<void> {
    while (waiting.length > 0 && options.isStoreUp()) {
      const [next] = waiting;
      if (next === undefined) return;
      try {
        await writeRow(next);
      } catch (error) {
        log.debug({ error }, 'figures of this process could not be written; they wait');
        return;
      }
      waiting.shift();
    }
  }

  return {
    add(owner, figures, time) {
      waiting = [...waiting, { owner, figures, time }].slice(-MOST_WAITING);
      writing = writing.then(write);
      return writing;
    },
    async end({ id, started }, time) {
      await writing;
      if (!options.isStoreUp()) return;
      try {
        await processes.updateOne({ _id: id, started }, { $set: { ended: new Date(time) } });
      } catch (error) {
        log.debug({ error }, 'the end of this process could not be written');
      }
    },
  };
}
