import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentName } from './format.ts';
import { journalEnd } from './journal-end.ts';
import { type JournalFiles, systemFiles } from './journal-files.ts';
import { JOURNAL_START, JournalReader } from './journal-reader.ts';
import { journalBacklog, journalledVisits } from './journal-tail.ts';
import { JournalWriter } from './journal-writer.ts';

// Zeros that a writer makes ahead: what a user would lose are visits behind them, and what is told of them.

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-journal-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const writer = (files: JournalFiles = systemFiles, segmentBytes = 2 ** 24) =>
  new JournalWriter({
    directory,
    journalId: 'j',
    files,
    segmentBytes,
    classify: () => ({ isCrawler: false, isWeChat: false }),
  });

/** Writes one batch of so many visits. */
function write(journal: JournalWriter, visits = 1): void {
  for (let count = 0; count < visits; count++) {
    const word = journal.nextRecord();
    journal.words.fill(0, word, word + 16);
    journal.commit();
  }
  journal.flush();
}

function read(journalDirectory: string, isWriterAlive: boolean) {
  const reader = new JournalReader(journalDirectory, JOURNAL_START);
  const { visits, gaps, tornBytes } = reader.read({ limit: 1_000_000, isWriterAlive });
  reader.close();
  return { visits: visits.length, gaps, tornBytes };
}

const segmentOf = (journalDirectory: string, number = 1) => join(journalDirectory, segmentName(number));

test('a living writer’s file is longer than what is in it, and every reader knows where that ends', () => {
  const journal = writer();
  write(journal, 3);
  const { size } = statSync(segmentOf(journal.directory));
  write(journal, 2);
  // Nothing of the file system's account changes with a batch.
  expect(statSync(segmentOf(journal.directory)).size).toBe(size);
  expect(read(journal.directory, true)).toEqual({ visits: 5, gaps: [], tornBytes: 0 });
  expect(journalledVisits(journal.directory)).toBe(5);
  expect(journalBacklog(journal.directory, JOURNAL_START)).toMatchObject({ visits: 5 });
  const { bytes } = journalEnd(journal.directory) ?? { bytes: 0 };
  expect(bytes).toBeLessThan(1000);
  write(journal, 2);
  expect((journalEnd(journal.directory) ?? { bytes: 0 }).bytes - bytes).toBe(64 + 2 * 64 + 16);
  journal.close();
  expect(statSync(segmentOf(journal.directory)).size).toBeLessThan(1000);
  expect(read(journal.directory, false)).toEqual({ visits: 7, gaps: [], tornBytes: 0 });
});

test('what a killed writer has left is read to its end, and zeros are no visits that are missing', () => {
  const journal = writer();
  for (let batch = 0; batch < 5; batch++) write(journal, 4);
  const killed = join(directory, 'killed');
  cpSync(journal.directory, killed, { recursive: true });
  journal.close();
  expect(read(killed, false)).toEqual({ visits: 20, gaps: [], tornBytes: 0 });
  // The last batch was being written: of its bytes only the first have come to the disk.
  const bytes = readFileSync(segmentOf(killed));
  const end = statSync(segmentOf(journal.directory)).size;
  const length = 64 + 4 * 64 + 16;
  // Within its last 16 bytes it may as well be damage to what was answered: that is told.
  for (let cut = 16; cut < length; cut += 13) {
    const torn = Buffer.from(bytes);
    torn.fill(0, end - cut, end);
    writeFileSync(segmentOf(killed), torn);
    expect(read(killed, false)).toMatchObject({ visits: 16, gaps: [] });
    expect(journalledVisits(killed)).toBe(16);
  }
});

test('zeros that stay behind a segment, because it was not closed in time, hide nothing of the next', () => {
  const journal = writer(systemFiles, 500);
  for (let batch = 0; batch < 6; batch++) write(journal, 4);
  journal.close();
  const first = segmentOf(journal.directory);
  truncateSync(first, statSync(first).size + 100_000);
  expect(read(journal.directory, false)).toEqual({ visits: 24, gaps: [], tornBytes: 0 });
  expect(read(journal.directory, true)).toEqual({ visits: 24, gaps: [], tornBytes: 0 });
});

test('a disk that has no room for zeros has room for visits', () => {
  let room = 10_000;
  const files: JournalFiles = {
    ...systemFiles,
    write(file, bytes, part) {
      if (part.position + part.length > room) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      return systemFiles.write(file, bytes, part);
    },
  };
  const journal = writer(files);
  for (let batch = 0; batch < 10; batch++) write(journal, 4);
  expect(read(journal.directory, true)).toEqual({ visits: 40, gaps: [], tornBytes: 0 });
  room = 0;
  expect(() => write(journal, 1)).toThrow('no room');
  journal.discard();
  room = 1_000_000;
  write(journal, 1);
  journal.close();
  expect(read(journal.directory, false)).toEqual({ visits: 41, gaps: [], tornBytes: 0 });
});

test('while nobody visits next to nothing is read of the zeros ahead, and what comes then is met at once', () => {
  const journal = writer();
  write(journal, 3);
  let bytes = 0;
  const files: JournalFiles = {
    ...systemFiles,
    read(file, into, length, position) {
      const count = systemFiles.read(file, into, length, position);
      bytes += count;
      return count;
    },
  };
  const reader = new JournalReader(journal.directory, JOURNAL_START, files);
  const look = () => reader.read({ limit: 1000, isWriterAlive: true }).visits.length;
  expect(look()).toBe(3);
  look();
  bytes = 0;
  for (let looks = 0; looks < 200; looks++) expect(look()).toBe(0);
  // A megabyte each time before.
  expect(bytes).toBeLessThan(12 * 2 ** 20);
  write(journal, 2);
  expect(look()).toBe(2);
  // The beginning of a batch is gone while its writer lives, and others come behind it: they are counted, and it is told.
  const end = (journalEnd(journal.directory) as { bytes: number }).bytes;
  look();
  write(journal, 1);
  const file = openSync(segmentOf(journal.directory), 'r+');
  writeSync(file, new Uint8Array(64), 0, 64, end);
  closeSync(file);
  write(journal, 1);
  let [visits, gaps] = [0, 0];
  for (let looks = 0; looks < 40; looks++) {
    const found = reader.read({ limit: 1000, isWriterAlive: true });
    visits += found.visits.length;
    gaps += found.gaps.length;
  }
  expect([visits, gaps]).toEqual([1, 1]);
  reader.close();
  journal.close();
});
