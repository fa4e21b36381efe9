import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { FLAG_COUNTED_TARGETS, FLAG_CRAWLER, FLAG_EXPIRED, FLAG_HOP } from '../journal/format.ts';
import { JOURNAL_START, JournalReader } from '../journal/journal-reader.ts';
import { within } from '../links/arena.ts';
import { HAS_POOL, IS_LIMITED } from '../links/compiled-link.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { findTarget, setCountAt, targetAt, targetCountOf } from '../links/record.ts';
import { NO_RECORD } from '../links/rows.ts';
import { setViews } from '../links/visit-limit.ts';
import { viewsOf } from '../sums/views-of.ts';
import { type CheckpointDocument, visitCollections } from './collections.ts';

const { ObjectId } = mongoose.mongo;
const READ_AT_ONCE = 20_000;

/** Counted visits by link (12 bytes as latin1) and target key. */
type TargetCounts = Map<string, Map<number, number>>;
/** Counted visits of links that expire by visits, by link. */
type LinkViews = Map<string, number>;
/** Links that are asked for at once. */
const LINKS_AT_ONCE = 10_000;

function add(counts: TargetCounts, link: string, key: number, visits: number): void {
  let targets = counts.get(link);
  if (targets === undefined) {
    targets = new Map();
    counts.set(link, targets);
  }
  targets.set(key, (targets.get(key) ?? 0) + visits);
}

/** What is aggregated, and how far: both as of one moment, so that no visit is in both or in neither. */
async function readAggregated(
  client: mongo.MongoClient,
  database: mongo.Db,
  { limited, only }: { limited: readonly string[]; only: mongo.ObjectId[] | undefined },
): Promise<{ counts: TargetCounts; views: LinkViews; checkpoints: Map<string, CheckpointDocument> }> {
  const collections = visitCollections(database);
  const { codes, checkpoints } = collections;
  const session = client.startSession();
  try {
    return await session.withTransaction(
      async () => {
        const counts: TargetCounts = new Map();
        const rows = codes.find(
          only === undefined ? { isRotated: true } : { _id: { $in: only }, isRotated: true },
          { session, projection: { targets: 1 } },
        );
        for await (const { _id, targets } of rows) {
          const link = Buffer.from(_id.id).toString('latin1');
          for (const [key, visits] of Object.entries(targets ?? {})) add(counts, link, Number(key), visits);
        }
        const views: LinkViews = new Map(limited.map((link) => [link, 0]));
        for (let start = 0; start < limited.length; start += LINKS_AT_ONCE) {
          const ids = limited
            .slice(start, start + LINKS_AT_ONCE)
            .map((link) => bytesOf(link).toString('hex'));
          for (const [id, had] of await viewsOf(collections, ids, session))
            views.set(Buffer.from(id, 'hex').toString('latin1'), had);
        }
        const positions = await checkpoints.find({}, { session }).toArray();
        return { counts, views, checkpoints: new Map(positions.map((position) => [position._id, position])) };
      },
      { readConcern: { level: 'snapshot' } },
    );
  } finally {
    await session.endSession();
  }
}

/**
 * Sets the visit counts that rotation and limits go by: what is aggregated plus what the journals under `directory` hold beyond it.
 * Visits go on meanwhile: `flush` writes the batch being filled, and the last part runs in one turn of the event loop.
 * Throws the store's or file system's error; a segment that was aggregated and deleted meanwhile shows as ENOENT: try again.
 */
export async function restoreRotationCounts(options: {
  database: mongo.Db;
  index: LinkIndex;
  directory: string;
  /** Writes the batch being filled; left out where this process answers no visits. */
  flush?(): void;
  /** False: the index holds a few links only, and others are not asked for. */
  isWhole?: boolean;
}): Promise<void> {
  const { database, index, directory } = options;
  const { counts, views, checkpoints } = await readAggregated(database.client, database, {
    limited: limitedLinks(index),
    only: options.isWhole === false ? idsIn(index) : undefined,
  });
  const readers = journalsIn(directory).map((id) => {
    const { segment, offset, visits } = checkpoints.get(id) ?? JOURNAL_START;
    return new JournalReader(join(directory, id), { segment, offset, visits });
  });
  const readSome = (reader: JournalReader): boolean => {
    const { visits } = reader.read({ limit: READ_AT_ONCE, isWriterAlive: true });
    for (const { link, targetKey, flags } of visits) {
      if ((flags & FLAG_COUNTED_TARGETS) !== 0 && (flags & FLAG_CRAWLER) === 0)
        add(counts, link, targetKey, 1);
      const known = views.get(link);
      if (known !== undefined && (flags & NO_VIEW) === 0) views.set(link, known + 1);
    }
    return visits.length > 0;
  };
  try {
    for (const reader of readers) while (readSome(reader)) await Bun.sleep(0);
    options.flush?.();
    for (const reader of readers) while (readSome(reader));
  } finally {
    for (const reader of readers) reader.close();
  }
  setCounts(index, counts);
  for (const [link, count] of views) setLinkViews(index, link, count);
}

/** What is in no sum of views. */
const NO_VIEW = FLAG_CRAWLER | FLAG_HOP | FLAG_EXPIRED;

const bytesOf = (link: string): Buffer => Buffer.from(link, 'latin1');

/** The links that expire by visits. */
function limitedLinks(index: LinkIndex): string[] {
  const found: string[] = [];
  for (let ordinal = 0; ordinal < index.end; ordinal++) {
    if (index.recordOf(ordinal) === NO_RECORD) continue;
    const bits = index.bitsOf(ordinal);
    if ((bits & IS_LIMITED) !== 0) found.push(Buffer.from(index.idOf(ordinal), 'hex').toString('latin1'));
  }
  return found;
}

function idsIn(index: LinkIndex): mongo.ObjectId[] {
  const found: mongo.ObjectId[] = [];
  for (let ordinal = 0; ordinal < index.end; ordinal++)
    if (index.recordOf(ordinal) !== NO_RECORD) found.push(new ObjectId(index.idOf(ordinal)));
  return found;
}

function setLinkViews(index: LinkIndex, link: string, views: number): void {
  const words = bytesOf(link);
  const ordinal = index.findById(words.readUInt32LE(0), words.readUInt32LE(4), words.readUInt32LE(8));
  if (ordinal < 0) return;
  const position = index.recordOf(ordinal);
  setViews(index.arena.bytesAt(position), within(position), views);
}

function journalsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.includes('.'))
    .map((entry) => entry.name);
}

function setCounts(index: LinkIndex, counts: TargetCounts): void {
  for (let ordinal = 0; ordinal < index.end; ordinal++) {
    const position = index.recordOf(ordinal);
    if (position === NO_RECORD) continue;
    const bytes = index.arena.bytesAt(position);
    const targets = targetCountOf(bytes, within(position));
    const isPool = (index.bitsOf(ordinal) & HAS_POOL) !== 0;
    if (targets === 1 && !isPool) continue;
    for (let target = 0; target < targets; target++)
      setCountAt(bytes, targetAt(bytes, within(position), target), 0);
  }
  for (const [link, targets] of counts) {
    const words = Buffer.from(link, 'latin1');
    const ordinal = index.findById(words.readUInt32LE(0), words.readUInt32LE(4), words.readUInt32LE(8));
    if (ordinal < 0) continue;
    const position = index.recordOf(ordinal);
    const bytes = index.arena.bytesAt(position);
    for (const [key, visits] of targets) {
      const target = findTarget(bytes, within(position), key);
      if (target >= 0) setCountAt(bytes, target, visits);
    }
  }
}
