import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { type StoreProcess, storeProcess } from '../testing/store-process.ts';

interface Item extends mongo.Document {
  _id: number;
}

/** As long as a text of the fault that was found. */
const CHARACTERS = 150_000;
/** Answers to others that prove that they do not wait for what computes. */
const ANSWERS = 20;
const LIMIT_MS = 120_000;
/** What the process may take: 300 MB, and what is allocated between two looks where the machine is slow. */
const MOST_RESIDENT_KIBIBYTES = 400 * 1024;

/** Work over one document that would take minutes. */
const endless = {
  $reduce: {
    input: { $range: [0, 1_000_000] },
    initialValue: 0,
    in: {
      $add: ['$$value', { $size: { $map: { input: { $range: [0, 1000] }, in: { $add: ['$$this', 1] } } } }],
    },
  },
};
/** What would hold more than any machine has. */
const boundless = {
  $map: {
    input: { $range: [0, 1_000_000] },
    in: { $map: { input: { $range: [0, 1000] }, as: 'one', in: { n: '$$one' } } },
  },
};

let directory: string;
let store: StoreProcess;
let client: mongo.MongoClient;
let other: mongo.MongoClient;
let items: mongo.Collection<Item>;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-effort-'));
  store = storeProcess(directory);
  await store.start();
  client = store.connect();
  other = store.connect();
  items = client.db('test').collection<Item>('items');
  await items.insertMany([
    { _id: 1, text: 'a'.repeat(CHARACTERS) },
    { _id: 2, n: 0 },
  ]);
}, LIMIT_MS);
afterAll(async () => {
  // The clients' last words need somebody to hear them.
  if (store.hasEnded()) await store.start();
  await client.close();
  await other.close();
  await store.kill();
  rmSync(directory, { recursive: true, force: true });
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: mongo.MongoServerError) => error.code ?? error.name,
  );

const evaluate = (expression: mongo.Document, options: mongo.AggregateOptions = {}) =>
  items.aggregate([{ $match: { _id: 1 } }, { $project: { made: expression } }], options).toArray();

/** How often others are answered, a read and a write each time, until `work` has ended; at most `ANSWERS` times. */
const answersDuring = async (work: Promise<unknown>): Promise<number> => {
  let isOver = false;
  const end = work.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  const rows = other.db('test').collection<Item>('rows');
  let answers = 0;
  while (!isOver && answers < ANSWERS) {
    await other.db('admin').command({ ping: 1 });
    await rows.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { upsert: true });
    if (!isOver) answers += 1;
  }
  if (answers >= ANSWERS) return answers;
  await end;
  return answers;
};

const running = async (): Promise<{ opid: number; ns?: string }[]> => {
  const { inprog } = await other.db('admin').command({ currentOp: 1 });
  return (inprog as { opid: number; ns?: string }[]).filter(({ ns }) => ns === 'test.items');
};

describe('a regular expression over a long text', () => {
  test(
    'finds all there is, each with its place',
    async () => {
      const [found] = await evaluate({ $regexFindAll: { input: '$text', regex: 'a' } });
      expect(found?.made).toHaveLength(CHARACTERS);
      expect(found?.made.at(-1)).toEqual({ match: 'a', idx: CHARACTERS - 1, captures: [] });
    },
    LIMIT_MS,
  );

  test.each(['(a+)+b', 'a*a*a*b', '(?:a|a)*b', '(a*)*c'])(
    '%s takes no longer because one way after the other could be tried',
    async (regex) => {
      const [found] = await evaluate({ $regexFindAll: { input: '$text', regex } });
      expect(found?.made).toEqual([]);
      expect(await items.countDocuments({ text: { $regex: regex } })).toBe(0);
    },
    LIMIT_MS,
  );

  test('in a write as in a read', async () => {
    const { modifiedCount } = await items.updateOne({ _id: 2, text: { $not: /(a+)+b/ } }, [
      { $set: { n: { $size: { $regexFindAll: { input: 'a'.repeat(1000), regex: '(a+)+b' } } } } },
      { $set: { n: 1 } },
    ]);
    expect(modifiedCount).toBe(1);
  });
});

describe('a read that computes for long over one document', () => {
  test(
    'is ended by its maxTimeMS',
    async () => {
      expect(await codeOf(evaluate(endless, { maxTimeMS: 100 }))).toBe(50);
    },
    LIMIT_MS,
  );

  test(
    'lets others be answered meanwhile, and can be stopped',
    async () => {
      const reading = codeOf(evaluate(endless));
      expect(await answersDuring(reading)).toBe(ANSWERS);
      for (const { opid } of await running()) await other.db('admin').command({ killOp: 1, op: opid });
      expect(await reading).toBe(11601);
    },
    LIMIT_MS,
  );

  test(
    'does not keep another long read waiting',
    async () => {
      const reading = codeOf(evaluate(endless));
      const next = codeOf(evaluate(endless, { maxTimeMS: 300 })).then((code) => ['next', code]);
      expect(await Promise.race([next, reading.then((code) => ['first', code])])).toEqual(['next', 50]);
      for (const { opid } of await running()) await other.db('admin').command({ killOp: 1, op: opid });
      await reading;
    },
    LIMIT_MS,
  );

  test(
    'is refused when it would take too much memory',
    async () => {
      expect(await codeOf(evaluate(boundless))).toBe(146);
      const most = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${store.pid()}/status`, 'utf8'))?.[1];
      expect(Number(most)).toBeLessThan(MOST_RESIDENT_KIBIBYTES);
    },
    LIMIT_MS,
  );
});

describe('a write that computes for long over one document', () => {
  const writes: [string, () => Promise<unknown>][] = [
    ['an update with a pipeline', () => items.updateOne({ _id: 2 }, [{ $set: { n: endless } }])],
    ['an update of all', () => items.updateMany({}, [{ $set: { n: boundless } }])],
    ['a filter', () => items.updateOne({ $expr: { $eq: [endless, 1] } }, { $set: { n: 9 } })],
    ['a removal', () => items.deleteMany({ $expr: { $eq: [endless, 1] } })],
    ['findAndModify', () => items.findOneAndUpdate({ _id: 2 }, [{ $set: { n: endless } }])],
    [
      '$merge',
      () => items.aggregate([{ $project: { n: endless } }, { $merge: { into: 'items' } }]).toArray(),
    ],
    [
      'a read in a transaction',
      async () => {
        const session = client.startSession();
        session.startTransaction();
        try {
          await items.aggregate([{ $project: { n: endless } }], { session }).toArray();
        } finally {
          await session.endSession();
        }
      },
    ],
  ];
  test.each(writes)(
    '%s is refused before others have to wait, and changes nothing',
    async (_name, write) => {
      const before = await items.find({ _id: 2 }).toArray();
      expect(await codeOf(write())).toBe(50);
      expect(await items.find({ _id: 2 }).toArray()).toEqual(before);
    },
    LIMIT_MS,
  );
});

test(
  'the store ends in good order when it is asked to, whatever is being computed',
  async () => {
    const reading = codeOf(evaluate(endless));
    expect(await answersDuring(reading)).toBe(ANSWERS);
    const ended = store.stop().then((code) => ['ended', code]);
    // It does not wait for the end of the work, which would be refused with a code of its own.
    expect(await Promise.race([ended, reading.then((code) => ['answered', code])])).toEqual(['ended', 0]);
  },
  LIMIT_MS,
);
