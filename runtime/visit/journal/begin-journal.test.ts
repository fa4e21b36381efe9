import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { acquireLock } from '../../process/process-lock.ts';
import { beginJournal } from './begin-journal.ts';
import { systemFiles } from './journal-files.ts';
import { JournalTaken } from './journal-writer.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-begin-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Draws the same name so many times, then others. */
const drawing = (same: number) => {
  let drawn = 0;
  const random = { bytes: (count: number) => Buffer.alloc(count, drawn++ < same ? 7 : drawn) };
  return { clock: { now: () => 36 ** 8 }, random } as never;
};
const options = () => ({ directory, classify: () => ({ isCrawler: false, isWeChat: false }) });
const TAKEN = '100000000-070707070707';

// A runtime that starts ended with this before, and the visits of whoever came meanwhile had nobody.
test('where an aggregator has taken the new journal for one that was left, another one is begun', () => {
  mkdirSync(join(directory, TAKEN));
  const lock = acquireLock(join(directory, TAKEN, 'writer.lock'));
  const { journalId, journal } = beginJournal(drawing(2), options());
  expect(journalId).not.toBe(TAKEN);
  expect(basename(journal.directory)).toBe(journalId);
  journal.close();
  lock?.release();
  expect(() =>
    beginJournal(drawing(0), { ...options(), files: { ...systemFiles, lock: () => undefined } }),
  ).toThrow(JournalTaken);
});

test('a journal that was taken away before its lock was held is none: what is written there would be lost', () => {
  let isFirst = true;
  const files = {
    ...systemFiles,
    lock(path: string) {
      const lock = acquireLock(path);
      if (isFirst) rmSync(join(path, '..'), { recursive: true });
      isFirst = false;
      return lock;
    },
  };
  const { journalId, journal } = beginJournal(drawing(1), { ...options(), files });
  expect(journalId).not.toBe(TAKEN);
  journal.close();
});
