import type { DayRange } from '@waypost/sdk';
import type { ClientSession, mongo } from 'mongoose';
import { createRecent } from '../derive/recent.ts';
import { type BlockIndex, lookFor } from '../marks/mark-index.ts';
import { blockId, indexIds, readIndex, wordsOf } from '../marks/mark-parts.ts';
import { compareWords, firstRowOf, type MarkRows, writeKey } from '../marks/mark-rows.ts';
import { MarksMoved, READ_BLOCKS } from '../marks/merged-rows.ts';
import type { VisitCollections } from '../store/collections.ts';
import { CODE_SUMS, type SumRun } from '../store/marks.ts';
import { MOST_BLOCKS, type OwnerRows, ownerRows, rowsOfOwner } from './owner-rows.ts';
import { type DaySum, isOfOwner, joinTexts, readText, SUM_LAYOUT, type SumTexts, sumAt } from './sum-rows.ts';
import { type KnownSumRuns, sumRunsOf, textId, textsOf } from './sum-runs.ts';

const { keyWords: LINK_WORDS, rowWords: ROW_WORDS } = SUM_LAYOUT;
type Stores = Pick<VisitCollections, 'marks' | 'markRuns'>;
/** How often it is read as it comes, before it is of one moment: the store keeps few of those. */
const TRIES = 2;

/** What is remembered of runs, which never change: up to about 20 MiB of indexes, and 8 of blocks. */
const indexes = createRecent<BlockIndex>(128);
const blocks = createRecent<MarkRows>(1024);
/** Of large runs only: 8 bytes a row. */
const owners = createRecent<OwnerRows>(32);
/** A run of so many is read whole, whoever is asked for. */
const FEW_BLOCKS = 8;
/** How long a reading may take: whoever waits for figures is told so. */
const TIME_LIMIT_MS = 10_000;

/** An id of raw bytes as latin1 text, hexadecimal. */
export const hexOf = (id: string): string => Buffer.from(id, 'latin1').toString('hex');

/** All days that a visit can have. */
export const ALL_DAYS: DayRange = { first: 0, last: 99_991_231 };

/** What one link came to on one day, beyond what its documents say. */
export type PendingDay = DaySum & { day: number };

type UseRow = (words: MarkRows, at: number, day: number) => void;

/** What stands in runs, and in no document yet, as of one moment. */
export interface Pending {
  /** Of some links (hexadecimal ids) on some days: one entry a day, the oldest day first. */
  of(links: readonly string[], days?: DayRange): Promise<Map<string, PendingDay[]>>;
  /** The same of one link, with all that is told beside the numbers. */
  told(link: string, days: DayRange): Promise<(PendingDay & SumTexts)[]>;
  /** Rows of some days as they are packed; those of a link on a day may be several. */
  eachRow(days: DayRange, use: UseRow): Promise<void>;
  /** The same of whoever has the links: an id as raw bytes in latin1 text. */
  eachRowOf(owner: string, days: DayRange, use: UseRow): Promise<void>;
}

/** What reads of documents are made with, beside those of runs. */
export interface ReadOptions {
  session?: ClientSession;
}

/**
 * Reads documents of links together with what is not in them yet. `read` makes its finds with the options that it is given, and is called
 * again where rows that it asked for went into documents meanwhile, or runs were put together: after two tries of one moment.
 * @param session where the caller has one moment of its own
 */
export async function withPending<Found>(
  collections: Stores,
  read: (pending: Pending, options: ReadOptions) => Promise<Found>,
  session?: ClientSession,
): Promise<Found> {
  if (session !== undefined) return readAt(collections, read, session);
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await tryOnce(collections, read);
    if (found !== undefined) return found.value;
  }
  const moment = collections.markRuns.db.client.startSession({ snapshot: true });
  try {
    return await readAt(collections, read, moment);
  } finally {
    await moment.endSession();
  }
}

async function readAt<Found>(
  collections: Stores,
  read: (pending: Pending, options: ReadOptions) => Promise<Found>,
  session: ClientSession,
): Promise<Found> {
  const known = sumRunsOf(await collections.markRuns.findOne({ _id: CODE_SUMS }, { session }));
  return read(pendingOf(collections, known, { session }, []), { session });
}

async function tryOnce<Found>(
  collections: Stores,
  read: (pending: Pending, options: ReadOptions) => Promise<Found>,
): Promise<{ value: Found } | undefined> {
  const look = async () => sumRunsOf(await collections.markRuns.findOne({ _id: CODE_SUMS }));
  const before = await look();
  const asked: Asked[] = [];
  try {
    const value = await read(pendingOf(collections, before, {}, asked), {});
    return hasHeld(before, await look(), asked) ? { value } : undefined;
  } catch (error) {
    if (error instanceof MarksMoved) return undefined;
    throw error;
  }
}

/** What was asked for: rows of some links, or of all, on some days. */
interface Asked {
  days: DayRange;
  links: readonly string[] | undefined;
}

/** Whether no row that was asked for went from a run into documents. */
function hasHeld(before: KnownSumRuns, now: KnownSumRuns, asked: readonly Asked[]): boolean {
  if (before.folds === now.folds) return true;
  const there = new Set(now.runs.map(({ id }) => id.toHexString()));
  const [wasFolded, isFolded] = [foldedIn(before), foldedIn(now)];
  return asked.every(({ days, links }) =>
    before.runs
      .filter(({ day }) => day >= days.first && day <= days.last)
      .every((run) => {
        if (!there.has(run.id.toHexString())) return false;
        const isInHand = now.folding?.runs.some((id) => id.equals(run.id)) === true;
        if (links === undefined) return !isInHand;
        if (!isInHand) return true;
        const keys = keysOf(links);
        return links.every(
          (_, link) => wasFolded(run, keys, link * LINK_WORDS) === isFolded(run, keys, link * LINK_WORDS),
        );
      }),
  );
}

function keysOf(links: readonly string[]): Uint32Array<ArrayBuffer> {
  const keys = new Uint32Array(links.length * LINK_WORDS);
  for (const [at, link] of links.entries())
    writeKey(keys, at * LINK_WORDS, Buffer.from(link, 'hex').toString('latin1'), LINK_WORDS);
  return keys;
}

/** Says of rows whether they are in documents by now. */
function foldedIn({ folding }: Pick<KnownSumRuns, 'folding'>) {
  const runs = new Set(folding?.runs.map((id) => id.toHexString()));
  const until = keysOf(folding === undefined ? [] : [folding.until.toHexString()]);
  return ({ id }: SumRun, words: Uint32Array, at: number): boolean =>
    runs.has(id.toHexString()) && compareWords(words, at, until, 0, LINK_WORDS) <= 0;
}

function pendingOf({ marks }: Stores, known: KnownSumRuns, options: ReadOptions, asked: Asked[]): Pending {
  const { runs } = known;
  const runsOf = ({ first, last }: DayRange) => runs.filter(({ day }) => day >= first && day <= last);
  const parts = createParts(marks, options);
  const isFolded = foldedIn(known);

  /** Where rows of some links are, the oldest run first. */
  const find = async (links: readonly string[], days: DayRange) => {
    asked.push({ links, days });
    const sorted = links.toSorted();
    const keys = keysOf(sorted);
    const wanted = runsOf(days);
    const known = await parts.indexes(wanted);
    const places: { link: string; key: number; run: SumRun; block: number }[] = [];
    for (const [at, run] of wanted.entries())
      lookFor(known[at] as BlockIndex, keys, (key, block) =>
        places.push({ link: sorted[key] as string, key: key * LINK_WORDS, run, block }),
      );
    const read = await parts.blocks(places);
    return places.flatMap(({ link, key, run, block }, place) => {
      const words = read[place] as MarkRows;
      const at = firstRowOf(words, keys, key, SUM_LAYOUT);
      const isThere = at < words.length && compareWords(words, at, keys, key, LINK_WORDS) === 0;
      return isThere && !isFolded(run, words, at) ? [{ link, run, block, words, at }] : [];
    });
  };

  const eachRow = async (some: readonly SumRun[], use: UseRow): Promise<void> => {
    for (const run of some)
      for await (const blocks of parts.wholeRun(run))
        for (const words of blocks)
          for (let at = 0; at < words.length; at += ROW_WORDS)
            if (!isFolded(run, words, at)) use(words, at, run.day);
  };

  return {
    async of(links, days = ALL_DAYS) {
      const found = new Map<string, Map<number, PendingDay>>();
      for (const { link, run, words, at } of await find(links, days)) {
        const ofLink = found.get(link) ?? new Map<number, PendingDay>();
        found.set(link, ofLink.set(run.day, added(ofLink.get(run.day), sumAt(words, at), run.day)));
      }
      return new Map([...found].map(([link, ofLink]) => [link, inOrder(ofLink)]));
    },
    async told(link, days) {
      const ofLink = new Map<number, PendingDay & SumTexts>();
      const places = await find([link], days);
      const texts = await parts.texts(places);
      for (const [place, { run, words, at }] of places.entries()) {
        const text = readText(texts[place]?.[at / ROW_WORDS] as string);
        const before = ofLink.get(run.day);
        const sum = added(before, sumAt(words, at), run.day);
        const said = before === undefined ? text : joinTexts(before, text, [before.owner, sum.owner]);
        ofLink.set(run.day, { ...sum, ...said });
      }
      return inOrder(ofLink);
    },
    async eachRow(days, use) {
      asked.push({ links: undefined, days });
      await eachRow(runsOf(days), use);
    },
    async eachRowOf(owner, days, use) {
      asked.push({ links: undefined, days });
      const key = new Uint32Array(LINK_WORDS);
      writeKey(key, 0, owner, LINK_WORDS);
      const useOwn: UseRow = (words, at, day) => {
        if (isOfOwner(words, at, key)) use(words, at, day);
      };
      const wanted = runsOf(days);
      for (const run of wanted) {
        const isWhole = run.blocks <= FEW_BLOCKS || run.blocks > MOST_BLOCKS;
        const rows = isWhole ? [] : rowsOfOwner(await parts.owners(run), key);
        // Whoever has most of them is looked for in all of it.
        if (isWhole || rows.length > run.blocks) {
          await eachRow([run], useOwn);
          continue;
        }
        const read = await parts.blocks(rows.map(({ block }) => ({ run, block })));
        for (const [place, { row }] of rows.entries()) {
          const at = row * ROW_WORDS;
          const words = read[place] as MarkRows;
          if (!isFolded(run, words, at)) useOwn(words, at, run.day);
        }
      }
    },
  };
}

/** Sums of a newer run on top of those of older ones. */
function added(before: PendingDay | undefined, sum: DaySum, day: number): PendingDay {
  if (before === undefined) return { ...sum, day };
  return {
    ...sum,
    day,
    last: Math.max(before.last, sum.last),
    views: before.views + sum.views,
    addresses: before.addresses + sum.addresses,
    fresh: before.fresh + sum.fresh,
    crawlers: before.crawlers + sum.crawlers,
    expired: before.expired + sum.expired,
  };
}

const inOrder = <Day extends { day: number }>(days: ReadonlyMap<number, Day>): Day[] =>
  [...days.values()].sort((one, other) => one.day - other.day);

interface Place {
  run: SumRun;
  block: number;
}

/** Reads parts of runs, and remembers those that are asked for often. @throws MarksMoved where a run is gone */
function createParts(marks: mongo.Collection<{ _id: string; v: mongo.Binary }>, reading: ReadOptions) {
  const read = async (ids: readonly string[]): Promise<Map<string, mongo.Binary>> => {
    if (ids.length === 0) return new Map();
    const options = { batchSize: ids.length + 1, maxTimeMS: TIME_LIMIT_MS, ...reading };
    const found = await marks.find({ _id: { $in: [...ids] } }, options).toArray();
    if (found.length !== ids.length) throw new MarksMoved('sums of links are gone');
    return new Map(found.map(({ _id, v }) => [_id, v]));
  };
  /** All blocks of a run, some at a time. They are read once: what is remembered is for those that are asked for often. */
  async function* wholeRun(run: SumRun): AsyncGenerator<MarkRows[]> {
    for (let from = 0; from < run.blocks; from += READ_BLOCKS) {
      const many = Math.min(READ_BLOCKS, run.blocks - from);
      const ids = Array.from({ length: many }, (_, block) => blockId(run.id, from + block));
      const found = await read(ids);
      yield ids.map((id) => wordsOf(found.get(id) as mongo.Binary));
    }
  }
  return {
    async indexes(runs: readonly SumRun[]): Promise<BlockIndex[]> {
      const known = new Map(runs.map((run) => [run, indexes.get(run.id.toHexString())]));
      const unknown = runs.filter((run) => known.get(run) === undefined);
      const found = await read(unknown.flatMap(indexIds));
      for (const run of unknown) {
        const index = readIndex(run, found, SUM_LAYOUT);
        indexes.set(run.id.toHexString(), index);
        known.set(run, index);
      }
      return runs.map((run) => known.get(run) as BlockIndex);
    },
    wholeRun,
    async owners(run: SumRun): Promise<OwnerRows> {
      const known = owners.get(run.id.toHexString());
      if (known !== undefined) return known;
      const found: MarkRows[] = [];
      for await (const some of wholeRun(run)) found.push(...some);
      const rows = ownerRows(found);
      owners.set(run.id.toHexString(), rows);
      return rows;
    },
    async blocks(places: readonly Place[]): Promise<MarkRows[]> {
      const ids = places.map(({ run, block }) => blockId(run.id, block));
      const known = new Map(ids.map((id) => [id, blocks.get(id)]));
      const found = await read([...known].flatMap(([id, rows]) => (rows === undefined ? [id] : [])));
      for (const [id, binary] of found) {
        const rows = wordsOf(binary);
        blocks.set(id, rows);
        known.set(id, rows);
      }
      return ids.map((id) => known.get(id) as MarkRows);
    },
    async texts(places: readonly (Place & { words: MarkRows })[]): Promise<string[][]> {
      const ids = places.map(({ run, block }) => textId(run.id, block));
      const found = await read([...new Set(ids)]);
      return places.map(({ words }, place) =>
        textsOf(words, found.get(ids[place] as string) as mongo.Binary),
      );
    },
  };
}
