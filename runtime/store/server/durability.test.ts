import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { COMMANDS } from '../commands/registry.ts';
import { type EmbeddedStore, openStore } from '../engine/store.ts';
import { READER_THREAD } from '../reader-thread/address.ts';
import type { LogSync } from '../storage/log-sync.ts';
import { decodeDocument, type Value } from '../value/index.ts';
import { Opcode } from '../wire/message.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';

let directory: string;
let store: EmbeddedStore;
let dispatch: Dispatch;
/** Ends the sync under way; undefined: the disk is idle. */
let endSync: ((error?: Error) => void) | undefined;
let isDiskQuick: boolean;
let lost: unknown[];

/** A disk that takes its time. */
const disk: LogSync = {
  start: (done) => {
    if (isDiskQuick) done(undefined);
    else endSync = done;
  },
  wait: () => finishSync(),
  close: () => undefined,
};
const finishSync = (error?: Error): void => {
  const end = endSync;
  endSync = undefined;
  end?.(error);
};

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-durability-'));
  isDiskQuick = true;
  endSync = undefined;
  lost = [];
  store = openStore({
    directory,
    synchronous: 'FULL',
    readerThread: READER_THREAD,
    largestBytes: undefined,
    logSync: disk,
    now: Date.now,
    monotonic: () => performance.now(),
    log: () => undefined,
    logSlow: () => undefined,
    lost: (cause) => lost.push(cause),
  });
  dispatch = createDispatch(store, COMMANDS);
  await send(insert(0)).answer;
  isDiskQuick = false;
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true, force: true });
});

interface Sent {
  answer: Promise<ReadonlyMap<string, Value>>;
  isAnswered: () => boolean;
}

const send = (command: mongo.Document): Sent => {
  let isAnswered = false;
  const answer = new Promise<ReadonlyMap<string, Value>>((resolve) =>
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
      (parts) => {
        isAnswered = true;
        resolve(decodeDocument(Buffer.concat(parts)));
      },
    ),
  );
  return { answer, isAnswered: () => isAnswered };
};

const insert = (_id: number): mongo.Document => ({ insert: 'items', documents: [{ _id }] });
/** Lets everything go on that does not wait for the disk. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('a ping is answered while the disk takes its time with a write', async () => {
  const write = send(insert(1));
  await turns();
  expect((await send({ ping: 1 }).answer).get('ok')).toBe(1);
  expect(write.isAnswered()).toBe(false);
  finishSync();
  expect((await write.answer).get('ok')).toBe(1);
});

test('a write is answered only when a sync that began after its commit is done', async () => {
  const first = send(insert(1));
  await turns();
  const second = send(insert(2));
  await turns();
  expect(first.isAnswered()).toBe(false);
  finishSync();
  await first.answer;
  await turns();
  expect(second.isAnswered()).toBe(false);
  finishSync();
  expect((await second.answer).get('ok')).toBe(1);
});

test('what is not on the disk yet is shown to nobody', async () => {
  const write = send(insert(1));
  await turns();
  const reads = [
    send({ find: 'items', filter: { _id: 1 } }),
    send({ count: 'items' }),
    send({ aggregate: 'items', pipeline: [{ $match: { _id: 1 } }], cursor: {} }),
  ];
  await turns();
  expect(reads.map((read) => read.isAnswered())).toEqual([false, false, false]);
  finishSync();
  await Promise.all([write.answer, ...reads.map((read) => read.answer)]);
});

test('nor while a large commit holds the others up', async () => {
  const write = send(insert(1));
  await turns();
  store.group.hold();
  const read = send({ find: 'items', filter: { _id: 1 } });
  await turns();
  expect(read.isAnswered()).toBe(false);
  finishSync();
  await Promise.all([write.answer, read.answer]);
  store.group.release();
});

test('a write that the disk refuses is answered with an error, and the store is given up', async () => {
  const write = send(insert(1));
  await turns();
  const cause = new Error('input/output error');
  finishSync(cause);
  expect((await write.answer).get('ok')).toBe(0);
  expect(lost).toEqual([cause]);
});

test('closing waits until what was written is on the disk', async () => {
  const write = send(insert(1));
  await turns();
  store.group.settle();
  expect((await write.answer).get('ok')).toBe(1);
});
