import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { CODE_VALUES, mergeBreakdowns } from '../aggregator/breakdown.ts';
import { joined } from '../aggregator/days-before.ts';
import { bytesOf, keyOfBinary, keyOfObjectId, objectId } from '../aggregator/ids.ts';
import {
  AggregationConflict,
  inOneTransaction,
  type StoreCommands,
  type UpdateStatement,
} from '../aggregator/store-commands.ts';
import { incrementOf } from '../aggregator/sums.ts';
import { partsOf } from '../marks/mark-parts.ts';
import { type MarkRows, writeKey } from '../marks/mark-rows.ts';
import type { InTurn } from '../marks/put-together.ts';
import {
  COLLECTIONS,
  type CodeDayDocument,
  type CodeDocument,
  type DayFigures,
  visitCollections,
} from '../store/collections.ts';
import { CODE_SUMS, type MarkRunsDocument, type SumRun } from '../store/marks.ts';
import { foldCode } from './fold-code.ts';
import { mergedSums, rowsUntil } from './merged-sums.ts';
import { joinSums, NO_SUMS, readText, SUM_LAYOUT, type SumRows, splitSums, sumAt } from './sum-rows.ts';
import { sumRunsOf } from './sum-runs.ts';

const { Binary } = mongoose.mongo;
const { rowWords: ROW_WORDS, keyWords: LINK_WORDS } = SUM_LAYOUT;
/** Links whose documents are written in one transaction: whoever counts waits for it. */
const PORTION = 1_000;
/** Breakdowns that a day keeps beside each other before they are put into one: late visits must not make it grow for ever. */
const PARTS_BESIDE = 8;

/** A day in hand. What is known of it holds as long as the store says the same when a portion is written. */
interface Folding {
  day: number;
  runs: readonly SumRun[];
  rows: AsyncGenerator<SumRows>;
  /** Rows that were read and are not in documents yet. */
  waiting: SumRows;
  /** Up to where rows are in documents; undefined: none are. */
  until: mongo.ObjectId | undefined;
}

/** Days that are over and whose sums are in runs still, the first of them first. */
export const daysToFold = (runs: readonly { day: number }[], today: number): number[] =>
  [...new Set(runs.map(({ day }) => day))].filter((day) => day < today).sort((one, other) => one - other);

/**
 * Puts what links came to on days that are over into their documents: 1,000 links of one day at a time, each in one transaction that notes
 * how far it is. A kill changes nothing of what is told; the next call goes on behind the last portion. It throws AggregationConflict, or the store's
 * conflict, where another has folded or put together what was in hand: nothing is written then, and the next call begins by what there is.
 */
export function createFolding({
  database,
  session,
  inTurn,
  portion = PORTION,
}: {
  database: mongo.Db;
  /** Of its own: a batch may be under way in another. */
  session: ClientSession;
  inTurn: InTurn;
  portion?: number;
}): (today: number) => Promise<boolean> {
  const { marks, markRuns } = visitCollections(database);
  let inHand: Folding | undefined;

  const begin = (found: MarkRunsDocument, today: number): Folding | undefined => {
    const { runs, folding } = sumRunsOf(found);
    const day = folding?.day ?? daysToFold(runs, today)[0];
    if (day === undefined) return undefined;
    const names = new Set(folding?.runs.map((id) => id.toHexString()));
    const own = runs.filter((run) =>
      folding === undefined ? run.day === day : names.has(run.id.toHexString()),
    );
    return { day, runs: own, rows: mergedSums(marks, own), waiting: NO_SUMS, until: folding?.until };
  };

  return async (today) => {
    const found = await markRuns.findOne({ _id: CODE_SUMS });
    if (found === null) return false;
    if (inHand === undefined || !isAsFound(inHand, found)) inHand = begin(found, today);
    const folding = inHand;
    if (folding === undefined) return false;
    try {
      const isLast = await fill(folding, portion);
      const [some, rest] = splitSums(folding.waiting, portion);
      folding.waiting = rest;
      await inTurn(() =>
        inOneTransaction({ database, session }, (store) => foldSome(store, { folding, some, isLast })),
      );
      folding.until = lastOf(some) ?? folding.until;
      if (isLast) {
        inHand = undefined;
        for (const { id } of folding.runs) await marks.deleteMany(partsOf(id));
      }
      return true;
    } catch (error) {
      inHand = undefined;
      throw error;
    }
  };
}

/** Whether the store says what this process knows: another may have gone on, or a restore come in between. */
function isAsFound(
  { day, until, runs }: Folding,
  { folding, runs: there }: Pick<MarkRunsDocument, 'folding'> & { runs: readonly { id: mongo.ObjectId }[] },
): boolean {
  const isUntil =
    until === undefined ? folding === undefined : folding?.day === day && folding.until.equals(until);
  return isUntil && runs.every(({ id }) => there.some((one) => one.id.equals(id)));
}

/** Reads until a portion is there; answers whether nothing comes behind it. */
async function fill(folding: Folding, portion: number): Promise<boolean> {
  const { rows, until } = folding;
  while (folding.waiting.texts.length <= portion) {
    const next = await rows.next();
    if (next.done === true) return true;
    let some = next.value;
    if (until !== undefined) {
      const key: MarkRows = new Uint32Array(LINK_WORDS);
      writeKey(key, 0, keyOfObjectId(until), LINK_WORDS);
      [, some] = splitSums(some, rowsUntil(some, key));
    }
    folding.waiting = joinSums([folding.waiting, some]);
  }
  return false;
}

function lastOf({ words, texts }: SumRows): mongo.ObjectId | undefined {
  return texts.length === 0 ? undefined : objectId(sumAt(words, (texts.length - 1) * ROW_WORDS).link);
}

async function foldSome(
  store: StoreCommands,
  { folding, some, isLast }: { folding: Folding; some: SumRows; isLast: boolean },
): Promise<void> {
  const { day, runs } = folding;
  const sums = some.texts.map((text, row) => ({ ...sumAt(some.words, row * ROW_WORDS), ...readText(text) }));
  const [found] = await store.find<MarkRunsDocument>(COLLECTIONS.markRuns, [CODE_SUMS]);
  const known = sumRunsOf(found);
  if (!isAsFound(folding, known))
    throw new AggregationConflict('sums of links were folded or put together by another');
  const codes = new Map<string, CodeDocument>();
  for (const code of await store.find<CodeDocument>(
    COLLECTIONS.codes,
    sums.map(({ link }) => objectId(link)),
  ))
    codes.set(keyOfObjectId(code._id), code);
  const folded = sums.map((sum) => foldCode(codes.get(sum.link), day, sum));
  store.insert(
    COLLECTIONS.codes,
    folded.filter(({ isNew }) => isNew).map(({ code }) => code),
  );
  store.replace(
    COLLECTIONS.codes,
    folded.filter(({ isNew }) => !isNew).map(({ code }) => code),
  );
  await addDays(
    store,
    folded.flatMap(({ code, earlier }) => earlier.map((figures) => ({ code, figures }))),
  );
  const own = new Set(runs.map(({ id }) => id.toHexString()));
  const next = { revision: known.revision + 1, folds: (known.folds ?? 0) + 1 };
  store.expectOne(
    COLLECTIONS.markRuns,
    { _id: CODE_SUMS, revision: known.revision },
    isLast
      ? {
          $set: { ...next, runs: known.runs.filter(({ id }) => !own.has(id.toHexString())) },
          $unset: { folding: '' },
        }
      : { $set: { ...next, folding: { day, runs: runs.map(({ id }) => id), until: lastOf(some) } } },
  );
}

const dayId = (link: mongo.ObjectId, day: number): mongo.Binary => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(day);
  return new Binary(Buffer.concat([bytesOf(keyOfObjectId(link)), bytes]));
};

/** Adds earlier days of codes to those that are there; where many breakdowns stand beside each other they are put into one. */
async function addDays(
  store: StoreCommands,
  days: readonly { code: CodeDocument; figures: DayFigures }[],
): Promise<void> {
  const ids = days.map(({ code, figures }) => dayId(code._id, figures.day));
  const beside = new Map<string, Required<Pick<CodeDayDocument, 'parts' | 'came'>>>();
  for (const { _id, parts, came = [] } of await store.find<CodeDayDocument>(COLLECTIONS.codeDays, ids, {
    parts: 1,
    came: 1,
  }))
    if (parts.length >= PARTS_BESIDE) beside.set(keyOfBinary(_id), { parts, came });
  store.update(
    COLLECTIONS.codeDays,
    days.map(({ code, figures }, at): UpdateStatement => {
      const _id = ids[at] as mongo.Binary;
      const many = beside.get(keyOfBinary(_id));
      const [parts, came] = [figures.parts ?? '', figures.came ?? ''];
      return {
        q: { _id },
        u: {
          $inc: incrementOf(figures),
          ...(many === undefined ? { $push: { parts, came } } : {}),
          $setOnInsert: { day: figures.day, link: code._id },
          $set: {
            owner: code.owner,
            ...(many === undefined
              ? {}
              : {
                  parts: [mergeBreakdowns([...many.parts, parts], CODE_VALUES)],
                  came: [joined([...many.came, came])],
                }),
          },
        },
        upsert: true,
      };
    }),
  );
}
