import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { checkStore } from '../archive/index.ts';
import { COMMANDS } from '../commands/registry.ts';
import type { CommandDefinition } from '../engine/context.ts';
import { type EmbeddedStore, openStore } from '../engine/store.ts';
import { READER_THREAD } from '../reader-thread/address.ts';
import { FILE_NAME } from '../storage/connection.ts';
import { decodeDocument, isNumber, toWholeNumber, type Value } from '../value/index.ts';
import { Opcode } from '../wire/message.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';

/** A command with a mistake of ours in it: it writes, then fails in a way that nobody foresaw. */
const FAULTY: CommandDefinition = {
  usesData: true,
  isReadOnly: () => false,
  isAllowedInTransaction: true,
  run: (context) => {
    context.store.ensureCollection(context.database, 'halfway');
    throw new Error('a value of the client');
  },
};

let directory: string;
let store: EmbeddedStore;
let dispatch: Dispatch;
let logged: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-faults-'));
  logged = [];
  store = openStore({
    directory,
    synchronous: 'NORMAL',
    readerThread: READER_THREAD,
    largestBytes: undefined,
    now: Date.now,
    monotonic: () => performance.now(),
    log: (...words) => logged.push(words.map(String).join(' ')),
    logSlow: () => undefined,
    lost: (cause) => {
      throw cause;
    },
  });
  dispatch = createDispatch(store, new Map([...COMMANDS, ['faulty', FAULTY]]));
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true, force: true });
});

const send = (command: mongo.Document): Promise<ReadonlyMap<string, Value>> =>
  new Promise((resolve) => {
    dispatch(
      {
        requestId: 1,
        opcode: Opcode.message,
        isUnacknowledged: false,
        body: mongo.BSON.serialize({ ...command, $db: 'test' }),
        sequences: new Map(),
        queryNamespace: '',
      },
      1,
      (parts) => resolve(decodeDocument(Buffer.concat(parts))),
    );
  });

const wholeOf = (value: Value | undefined): number | undefined =>
  isNumber(value) ? toWholeNumber(value) : undefined;

const codeOf = async (command: mongo.Document): Promise<number | undefined> => {
  const reply = await send(command);
  const [first] = (reply.get('writeErrors') ?? []) as Map<string, Value>[];
  const code = first?.get('code') ?? reply.get('code');
  return wholeOf(code);
};

const insert = (collection: string, _id: number): mongo.Document => ({
  insert: collection,
  documents: [{ _id, key: _id }],
});

const countOf = async (collection: string): Promise<number | undefined> =>
  wholeOf((await send({ count: collection, query: { _id: { $gte: 0 } } })).get('n'));

/** The number that is kept, instead of counted each time. */
const keptCountOf = async (collection: string): Promise<number | undefined> =>
  wholeOf((await send({ count: collection })).get('n'));

/** Changes the file behind the store's back, outside of what it shares between commands. */
const behindItsBack = (statement: string): void => {
  store.group.flush();
  store.group.endReading();
  store.writer.database.run(statement);
};

const indexOf = (collection: string): string => `${store.catalog.find('test', collection)?.indexes[0]?.id}`;

/** Makes a collection with an index whose table is then taken away. */
const hurt = async (collection: string): Promise<void> => {
  await send({ createIndexes: collection, indexes: [{ key: { key: 1 }, name: 'key_1' }] });
  await send(insert(collection, 0));
  const index = indexOf(collection);
  store.writer.forget(`x${index}`);
  behindItsBack(`ALTER TABLE x${index} RENAME TO hidden${index}`);
};

const heal = (collection: string): void => {
  const index = indexOf(collection);
  behindItsBack(`ALTER TABLE hidden${index} RENAME TO x${index}`);
};

const problems = (): string[] => checkStore(join(directory, FILE_NAME)).problems;

test("a fault of one command is that command's alone, also within the turn that all share", async () => {
  const codes = await Promise.all([
    codeOf(insert('rows', 1)),
    codeOf({ faulty: 'rows', filter: { name: { $eq: 'secret' } } }),
    codeOf(insert('rows', 2)),
  ]);
  expect(codes).toEqual([undefined, 1, undefined]);
  expect(await countOf('rows')).toBe(2);
});

test('a fault is logged with the shape of its command, without values', async () => {
  await send({ faulty: 'rows', filter: { name: { $eq: 'secret' } } });
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('faulty test.rows filter{name{$eq}}');
  expect(logged[0]).toContain('faults.test.ts');
  expect(logged[0]).not.toContain('secret');
  expect(logged[0]).not.toContain('a value of the client');
});

test('a document whose index cannot be written is not there, in the file or in memory; its neighbours are', async () => {
  await hurt('hurt');
  expect(await keptCountOf('hurt')).toBe(1);
  const codes = await Promise.all([
    codeOf(insert('rows', 1)),
    codeOf(insert('hurt', 1)),
    codeOf(insert('rows', 2)),
  ]);
  expect(codes).toEqual([undefined, 8, undefined]);
  expect(await countOf('rows')).toBe(2);
  expect(await countOf('hurt')).toBe(1);
  expect(await keptCountOf('hurt')).toBe(1);
  heal('hurt');
  expect(problems()).toEqual([]);
});

test('a change and a removal whose index cannot be written leave the document and its other index as they were', async () => {
  await send({ createIndexes: 'hurt', indexes: [{ key: { other: 1 }, name: 'other_1' }] });
  await send({ insert: 'hurt', documents: [{ _id: 0, other: 'before' }] });
  await send({ createIndexes: 'hurt', indexes: [{ key: { key: 1 }, name: 'key_1' }] });
  const [, second] = store.catalog.find('test', 'hurt')?.indexes ?? [];
  store.writer.forget(`x${second?.id}`);
  behindItsBack(`ALTER TABLE x${second?.id} RENAME TO hidden`);
  const codes = await Promise.all([
    codeOf({ update: 'hurt', updates: [{ q: { _id: 0 }, u: { other: 'after', key: 1 } }] }),
    codeOf(insert('rows', 1)),
    codeOf({ delete: 'hurt', deletes: [{ q: { _id: 0 }, limit: 1 }] }),
  ]);
  expect(codes).toEqual([8, undefined, 8]);
  expect(await countOf('rows')).toBe(1);
  expect(await keptCountOf('hurt')).toBe(1);
  behindItsBack(`ALTER TABLE hidden RENAME TO x${second?.id}`);
  expect(problems()).toEqual([]);
  const found = await send({ find: 'hurt', filter: { other: 'before' }, hint: 'other_1' });
  expect((found.get('cursor') as Map<string, Value[]>).get('firstBatch')).toHaveLength(1);
});

test('a transaction of which one document cannot be written leaves nothing; who writes beside it loses nothing', async () => {
  await hurt('hurt');
  await send(insert('rows', 0));
  const lsid = { id: new mongo.BSON.UUID() };
  const within = { lsid, txnNumber: mongo.BSON.Long.fromNumber(1), autocommit: false };
  await send({ ...insert('rows', 1), ...within, startTransaction: true });
  await send({ ...insert('hurt', 1), ...within });
  const [outcome, beside] = await Promise.all([
    codeOf({ commitTransaction: 1, ...within }),
    codeOf(insert('rows', 2)),
  ]);
  expect([outcome, beside]).toEqual([8, undefined]);
  // What an undone write told the change log is taken back: nobody hears of it.
  const changed = store.changes.read({ after: store.changes.memoryStart(), limit: 100 });
  expect(changed.filter(({ collection }) => collection === 'rows')).toHaveLength(2);
  expect(await countOf('rows')).toBe(2);
  expect(await countOf('hurt')).toBe(1);
  heal('hurt');
  expect(problems()).toEqual([]);
});

test('an index that cannot be dropped whole stays whole, and other collections go on being read', async () => {
  await hurt('hurt');
  await send(insert('rows', 1));
  const codes = await Promise.all([
    codeOf(insert('rows', 2)),
    codeOf({ dropIndexes: 'hurt', index: 'key_1' }),
    codeOf(insert('rows', 3)),
  ]);
  expect(codes).toEqual([undefined, 8, undefined]);
  expect(await countOf('rows')).toBe(3);
  expect(store.catalog.find('test', 'hurt')?.indexes).toHaveLength(1);
  heal('hurt');
  expect(problems()).toEqual([]);
});
