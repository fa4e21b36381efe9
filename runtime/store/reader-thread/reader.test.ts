import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReader } from '../readers/reader.ts';
import { openCatalog } from '../storage/catalog.ts';
import { Connection } from '../storage/connection.ts';
import { encodeDocument } from '../value/index.ts';
import { READER_THREAD } from './address.ts';

const directory = mkdtempSync(join(tmpdir(), 'waypost-reader-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Milliseconds in which a thread has ended for certain. */
const ENDED_AFTER = 150;

test('a reader thread that is ended keeps nobody from writing', async () => {
  const file = join(directory, 'store.db');
  const writer = Connection.openWriter(file);
  openCatalog({ writer, encode: encodeDocument, forget: () => undefined, discard: () => undefined });
  writer.database.run('CREATE TABLE notes (n INTEGER)');
  // What is tested is that nobody has to wait.
  writer.database.run('PRAGMA busy_timeout = 0');
  const faults: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const reader = startReader({
      file,
      thread: READER_THREAD,
      ended: () => undefined,
      log: (event) => faults.push(event),
    });
    const find = {
      name: 'find',
      database: 'shop',
      command: encodeDocument(new Map([['find', 'orders']])),
      now: 0,
      elapsed: 0,
    };
    await Promise.all(
      [1n, 2n, 3n].map((cursor) => reader.run({ ...find, cursor }, { onKill: () => undefined }).answer),
    );
    reader.close();
    const end = performance.now() + ENDED_AFTER;
    while (performance.now() < end) {
      try {
        writer.database.run('INSERT INTO notes VALUES (1)');
      } catch (error) {
        faults.push(String(error));
      }
      await Bun.sleep(0);
    }
  }
  writer.close();
  expect(faults).toEqual([]);
}, 60_000);
