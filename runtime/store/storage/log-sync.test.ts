import { afterEach, beforeEach, expect, test } from 'bun:test';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LogSync, openLogSync } from './log-sync.ts';

const SYNCS = 500;

let directory: string;
let file: string;
let log: LogSync;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-log-sync-'));
  file = join(directory, 'log');
  writeFileSync(file, '');
  log = openLogSync(
    file,
    (event, error) => {
      throw new Error(event, { cause: error });
    },
    () => false,
  );
});
afterEach(() => {
  log.close();
  rmSync(directory, { recursive: true, force: true });
});

const synced = (): Promise<unknown> => new Promise((resolve) => log.start(resolve));

test('each sync that is asked for ends, one after the other, before and after the thread has begun', async () => {
  for (let count = 0; count < SYNCS; count += 1) {
    appendFileSync(file, 'a write');
    expect(await synced()).toBeUndefined();
    // Now and then the thread has begun to sleep, or not yet.
    if (count % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
});

test('whoever has to waits until the sync under way is done', async () => {
  await synced();
  for (let count = 0; count < SYNCS; count += 1) {
    let isDone = false;
    log.start(() => {
      isDone = true;
    });
    log.wait();
    expect(isDone).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
  }
});
