import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { acquireLock } from '../../process/process-lock.ts';
import { JOURNAL_START, JournalReader, listSegments } from './journal-reader.ts';
import { JournalWriter } from './journal-writer.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-journal-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function writer(options: { segmentBytes?: number; journalId?: string } = {}): JournalWriter {
  return new JournalWriter({
    directory,
    journalId: options.journalId ?? 'j',
    classify: () => ({ isCrawler: false, isWeChat: false }),
    ...(options.segmentBytes === undefined ? {} : { segmentBytes: options.segmentBytes }),
  });
}

function write(journal: JournalWriter, time: number, userAgent: string): void {
  const entry = journal.texts.entry(userAgent);
  const word = journal.nextRecord();
  journal.words.fill(0, word, word + 16);
  journal.bytes.set(Buffer.from('aaaaaaaaaaaabbbbbbbbbbbb', 'latin1'), word * 4);
  journal.times[(word * 4 + 24) / 8] = time;
  journal.words[word + 8] = 77;
  journal.words[word + 10] = entry.number;
  journal.commit();
}

const timesOf = (reader: JournalReader, isAlive = false): number[] =>
  reader.read({ limit: 1_000_000, isWriterAlive: isAlive }).visits.map((visit) => visit.time);

describe('the journal', () => {
  test('every flushed visit is read back once, in order, with its texts, from any stop', () => {
    const flushes = fc.array(fc.array(fc.nat(30), { maxLength: 12 }), { maxLength: 20 });
    fc.assert(
      fc.property(flushes, fc.integer({ min: 1, max: 15 }), fc.nat(10_000), (batches, limit, seed) => {
        const journalId = `j${seed}-${Math.random().toString(36).slice(2)}`;
        const journal = writer({ segmentBytes: 2000, journalId });
        const expected: { time: number; userAgent: string; sequence: number }[] = [];
        for (const agents of batches) {
          for (const agent of agents) {
            const userAgent = agent === 0 ? '' : `agent ${agent} 微信`;
            expected.push({ time: expected.length, userAgent, sequence: expected.length + 1 });
            write(journal, expected.length - 1, userAgent);
          }
          journal.flush();
        }
        journal.close();
        const found: typeof expected = [];
        let position = JOURNAL_START;
        for (;;) {
          const reader = new JournalReader(join(directory, journalId), position);
          const batch = reader.read({ limit, isWriterAlive: false });
          reader.close();
          if (batch.visits.length === 0) break;
          found.push(...batch.visits.map(({ time, userAgent, sequence }) => ({ time, userAgent, sequence })));
          position = batch.next;
        }
        expect(found).toEqual(expected);
        expect(position.visits).toBe(expected.length);
      }),
      { numRuns: 40 },
    );
  });

  test('a killed writer’s torn tail costs nothing that was whole', () => {
    const journal = writer();
    for (const time of [1, 2, 3]) {
      write(journal, time, 'agent');
      journal.flush();
    }
    journal.close();
    const path = join(directory, 'j', '00000001.wpj');
    const whole = statSync(path).size;
    const bytes = readFileSync(path);
    for (let length = whole - 1; length > whole - 144; length -= 7) {
      truncateSync(path, length);
      expect(timesOf(new JournalReader(join(directory, 'j'), JOURNAL_START))).toEqual([1, 2]);
      writeFileSync(path, bytes);
    }
    appendFileSync(path, Buffer.alloc(200, 0x57));
    expect(timesOf(new JournalReader(join(directory, 'j'), JOURNAL_START))).toEqual([1, 2, 3]);
  });

  test('a damaged batch is not read as visits', () => {
    const journal = writer();
    write(journal, 1, 'agent');
    journal.flush();
    journal.close();
    const path = join(directory, 'j', '00000001.wpj');
    const bytes = readFileSync(path);
    for (let at = 16; at < bytes.length; at += 3) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 1;
      writeFileSync(path, damaged);
      expect(timesOf(new JournalReader(join(directory, 'j'), JOURNAL_START))).toEqual([]);
    }
  });

  test('a living writer is followed', () => {
    const journal = writer({ segmentBytes: 1000 });
    const reader = new JournalReader(journal.directory, JOURNAL_START);
    expect(timesOf(reader, true)).toEqual([]);
    for (let time = 1; time <= 40; time++) {
      write(journal, time, `agent ${time % 3}`);
      journal.flush();
      expect(timesOf(reader, true)).toEqual([time]);
    }
    expect(listSegments(journal.directory).length).toBeGreaterThan(3);
    journal.close();
  });

  test('the lock is held as long as the writer lives, by one only', () => {
    const journal = writer();
    const path = join(journal.directory, 'writer.lock');
    expect(acquireLock(path)).toBeUndefined();
    expect(() => writer()).toThrow('another process');
    journal.close();
    const lock = acquireLock(path);
    expect(lock).toBeDefined();
    lock?.release();
  });
});
