import mongoose, { type mongo } from 'mongoose';
import {
  COLLECTIONS,
  type CodeDayDocument,
  type CodeDocument,
  type ScopeDayDocument,
} from '../store/collections.ts';
import type { AggregatorChanges, AggregatorState } from './aggregator-state.ts';
import { CODE_VALUES, mergeBreakdowns } from './breakdown.ts';
import { joined } from './days-before.ts';
import { bytesOf, keyOfBinary, keyOfObjectId, objectId, scopesOf } from './ids.ts';
import { AT_A_TURN, type StoreCommands, type UpdateStatement } from './store-commands.ts';
import { addToCode, breakdownOfDay, cameOfDay, emptyFigures, incrementOf } from './sums.ts';
import { type BatchTally, entry } from './tally.ts';

const { Binary } = mongoose.mongo;

/** The documents of the codes of a batch that exist. */
export async function readCodes(
  store: StoreCommands,
  state: AggregatorState,
  tally: BatchTally,
): Promise<Map<string, CodeDocument>> {
  const codes = new Map<string, CodeDocument>();
  const unknown: mongo.ObjectId[] = [];
  for (const link of tally.codes.keys()) {
    const known = state.codes.get(link);
    if (known === undefined) unknown.push(objectId(link));
    else codes.set(link, known);
  }
  for (const code of await store.find<CodeDocument>(COLLECTIONS.codes, unknown)) {
    codes.set(keyOfObjectId(code._id), code);
  }
  return codes;
}

/** Breakdown that a day keeps beside each other before they are put into one: late visits must not make it grow for ever. */
const PARTS_BESIDE = 8;

const dayId = (link: string, day: number): mongo.Binary => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(day);
  return new Binary(Buffer.concat([bytesOf(link), bytes]));
};

type Beside = Required<Pick<CodeDayDocument, 'parts' | 'came'>>;

/** Breakdown of the earlier days that late visits belong to, where they are to be put into one, by `_id`. */
export async function readLateDays(
  store: StoreCommands,
  tally: BatchTally,
  codes: ReadonlyMap<string, CodeDocument>,
): Promise<Map<string, Beside>> {
  const late: mongo.Binary[] = [];
  for (const [link, { days }] of tally.codes) {
    const today = codes.get(link)?.today.day ?? 0;
    for (const day of days.keys()) if (day < today) late.push(dayId(link, day));
  }
  const found = new Map<string, Beside>();
  const projection = { parts: 1, came: 1 } as const;
  for (const { _id, parts, came = [] } of await store.find<CodeDayDocument>(
    COLLECTIONS.codeDays,
    late,
    projection,
  ))
    if (parts.length >= PARTS_BESIDE) found.set(keyOfBinary(_id), { parts, came });
  return found;
}

/** How often each visited code of a scope has been visited on a day. */
export type TopLinks = Map<string, Map<number, ScopeDayDocument['top']>>;

/**
 * Writes codes and their earlier days; answers how often each code of a scope has been visited on its day, and by how
 * many visits and crawlers the totals that are written are more than those that were read.
 */
export async function aggregateCodes(
  store: StoreCommands,
  tally: BatchTally,
  { codes, lateDays }: { codes: ReadonlyMap<string, CodeDocument>; lateDays: ReadonlyMap<string, Beside> },
  changes: AggregatorChanges,
): Promise<{ top: TopLinks; added: number }> {
  let added = 0;
  const top: TopLinks = new Map();
  const inserts: CodeDocument[] = [];
  const replacements: CodeDocument[] = [];
  const earlierDays: UpdateStatement[] = [];
  const handOver = (): void => {
    store.insert(COLLECTIONS.codes, inserts.splice(0));
    store.replace(COLLECTIONS.codes, replacements.splice(0));
    store.update(COLLECTIONS.codeDays, earlierDays.splice(0));
  };
  for (const [link, add] of tally.codes) {
    if (inserts.length + replacements.length >= AT_A_TURN) {
      handOver();
      await store.turn();
    }
    const before = codes.get(link);
    const owner = objectId(add.owner);
    const firstDay = Math.min(...add.days.keys());
    const { code, earlier } = addToCode(before ?? newCode(link, owner, firstDay), add, owner);
    (before === undefined ? inserts : replacements).push(code);
    changes.codes.set(link, code);
    added += code.views + code.crawlers - (before?.views ?? 0) - (before?.crawlers ?? 0);
    for (const figures of earlier) {
      const _id = dayId(link, figures.day);
      const beside = lateDays.get(keyOfBinary(_id));
      const [parts, came] = [breakdownOfDay(figures), cameOfDay(figures)];
      earlierDays.push({
        q: { _id },
        u: {
          $inc: incrementOf(figures),
          ...(beside === undefined ? { $push: { parts, came } } : {}),
          $setOnInsert: { day: figures.day, link: code._id },
          $set: {
            owner,
            ...(beside === undefined
              ? {}
              : {
                  parts: [mergeBreakdowns([...beside.parts, parts], CODE_VALUES)],
                  came: [joined([...beside.came, came])],
                }),
          },
        },
        upsert: true,
      });
    }
    const { day, views, addresses } = code.today;
    if (!add.days.has(day) || views === 0) continue;
    for (const scope of scopesOf(add.owner)) {
      const days = entry(top, scope, () => new Map<number, ScopeDayDocument['top']>());
      entry(days, day, () => []).push({ link: code._id, views, addresses });
    }
  }
  handOver();
  return { top, added };
}

function newCode(link: string, owner: mongo.ObjectId, day: number): CodeDocument {
  return {
    _id: objectId(link),
    owner,
    revision: 0,
    views: 0,
    addresses: 0,
    crawlers: 0,
    last: new Date(0),
    today: emptyFigures(Number.isFinite(day) ? day : 0),
  };
}
