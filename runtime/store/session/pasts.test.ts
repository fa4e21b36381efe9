import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '../storage/connection.ts';
import { createPasts } from './pasts.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

const directory = mkdtempSync(join(tmpdir(), 'waypost-pasts-'));
const file = join(directory, 'store.sqlite');
let snapshots: Snapshots;
let kept = true;

beforeAll(() => {
  const writer = Connection.openWriter(file, undefined);
  writer.database.run('CREATE TABLE meta (name, value)');
  writer.database.run('CREATE TABLE c1 (rid INTEGER PRIMARY KEY, k, ver, doc)');
  writer.close();
  snapshots = createSnapshots(file);
});
afterAll(() => {
  snapshots.close();
  rmSync(directory, { recursive: true, force: true });
});

const collection = { id: 1, createdAt: 0, indexes: [], namespace: 'd.c' } as never;
const open = () => {
  const time = { now: 0, newest: 1 };
  const pasts = createPasts({ snapshots, committed: () => time.newest, now: () => time.now });
  return { time, pasts };
};

test('a state is kept for those who name it, five minutes at most, one minute after its last read', () => {
  const { time, pasts } = open();
  const first = pasts.at(undefined);
  time.newest = 2;
  expect(pasts.at(1)).toBe(first);
  expect(pasts.at(undefined).sequence).toBe(2);
  expect(() => pasts.at(0)).toThrow('older than the oldest available');
  for (; time.now < 300_000; time.now += 50_000) {
    pasts.sweep();
    expect(pasts.at(1)).toBe(first);
  }
  time.now = 300_001;
  pasts.sweep();
  expect(pasts.count()).toBe(0);
  expect(() => pasts.at(1)).toThrow('older than the oldest available');
});

test('what is read in a state that was let go is refused, never read in another one; a long log has less patience', async () => {
  const { time, pasts } = open();
  const { view } = pasts.at(undefined);
  const rows = view.rows(collection, { kind: 'table', isBackward: false });
  time.now = 10_001;
  pasts.sweep();
  expect(pasts.count()).toBe(1);
  pasts.sweep(true);
  expect(pasts.count()).toBe(0);
  expect(() => rows.next(1)).toThrow('older than the oldest available');
  void snapshots.whenNoneIsKept().then(() => {
    kept = false;
  });
  await Bun.sleep(1);
  expect(kept).toBe(false);
});

test('of many states the oldest makes room', () => {
  const { time, pasts } = open();
  for (time.newest = 1; time.newest <= 9; time.newest += 1) pasts.at(undefined);
  expect(pasts.count()).toBe(8);
  expect(() => pasts.at(1)).toThrow('older than the oldest available');
  expect(pasts.at(2).sequence).toBe(2);
  time.now = 300_001;
  pasts.sweep();
});
