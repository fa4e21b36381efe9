import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JOURNAL_START, JournalReader } from './journal-reader.ts';
import { JournalWriter } from './journal-writer.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-gaps-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const segment = (number: number): string => join(directory, 'j', `0000000${number}.wpj`);

function writer(segmentBytes: number): JournalWriter {
  const classify = () => ({ isCrawler: false, isWeChat: false });
  return new JournalWriter({ directory, journalId: 'j', classify, segmentBytes });
}

function write(journal: JournalWriter, time: number): void {
  const word = journal.nextRecord();
  journal.words.fill(0, word, word + 16);
  journal.times[(word * 4 + 24) / 8] = time;
  journal.words[word + 10] = journal.texts.entry(`agent ${time}`).number;
  journal.commit();
  journal.flush();
}

describe('a segment whose first write comes late', () => {
  test.each([0, 7, 16])('is read from its beginning once it is there (%i bytes at first)', (early) => {
    const journal = writer(2 ** 20);
    write(journal, 1);
    const bytes = readFileSync(segment(1));
    truncateSync(segment(1), early);
    const reader = new JournalReader(journal.directory, JOURNAL_START);
    expect(reader.read({ limit: 100, isWriterAlive: true }).visits).toEqual([]);
    writeFileSync(segment(1), bytes);
    expect(reader.read({ limit: 100, isWriterAlive: true }).visits.map(({ time }) => time)).toEqual([1]);
    journal.close();
  });
});

const read = (reader: JournalReader, isWriterAlive: boolean, limit = 100, isExact = false) =>
  reader.read({ limit, isWriterAlive, isExact });
const timesOf = ({ visits }: { visits: { time: number }[] }): number[] => visits.map(({ time }) => time);
const newReader = (): JournalReader => new JournalReader(join(directory, 'j'), JOURNAL_START);
/** A batch of one visit with a new text. */
const BATCH_BYTES = 64 + 64 + 16 + 16;

describe('the next segment says what the reader must have read', () => {
  test('a segment is not left for one that says nothing yet', () => {
    const journal = writer(BATCH_BYTES * 2);
    for (const time of [1, 2, 3]) write(journal, time);
    const [first, second] = [readFileSync(segment(1)), readFileSync(segment(2))];
    truncateSync(segment(1), 0);
    truncateSync(segment(2), 0);
    const reader = newReader();
    expect(read(reader, true)).toMatchObject({ visits: [], gaps: [], next: { visits: 0 } });
    writeFileSync(segment(1), first);
    expect(timesOf(read(reader, true))).toEqual([1, 2]);
    writeFileSync(segment(2), second.subarray(0, 16));
    expect(read(reader, true)).toMatchObject({ visits: [], gaps: [], next: { segment: 2, visits: 2 } });
    writeFileSync(segment(2), second);
    expect(timesOf(read(reader, true))).toEqual([3]);
    journal.close();
  });

  test('visits that are missing before a later segment are told, and what follows is read', () => {
    const journal = writer(BATCH_BYTES * 2);
    for (const time of [1, 2, 3, 4, 5]) write(journal, time);
    journal.close();
    truncateSync(segment(1), 16 + BATCH_BYTES);
    rmSync(segment(2));
    const batch = read(newReader(), false);
    expect(timesOf(batch)).toEqual([1, 5]);
    expect(batch.gaps).toEqual([{ segment: 1, from: 1, to: 4 }]);
    expect(batch.next.visits).toBe(5);
  });

  test('a segment of before heads told sums is judged by its first batch', () => {
    const journal = writer(BATCH_BYTES * 2);
    for (const time of [1, 2, 3, 4, 5]) write(journal, time);
    journal.close();
    for (const number of [1, 2, 3]) {
      const bytes = readFileSync(segment(number));
      bytes.fill(0, 8, 16);
      writeFileSync(segment(number), bytes);
    }
    expect(read(newReader(), false)).toMatchObject({ gaps: [], next: { visits: 5 } });
    truncateSync(segment(1), 16 + BATCH_BYTES);
    const batch = read(newReader(), false);
    expect(timesOf(batch)).toEqual([1, 3, 4, 5]);
    expect(batch.gaps).toEqual([{ segment: 1, from: 1, to: 2 }]);
  });

  test('of a batch that is damaged between others only its own visits are missing, also while the writer lives', () => {
    for (const isWriterAlive of [true, false]) {
      const journal = writer(2 ** 20);
      for (const time of [1, 2, 3]) write(journal, time);
      const whole = readFileSync(segment(1));
      for (let at = 16 + BATCH_BYTES; at < 16 + 2 * BATCH_BYTES; at += 5) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] as number) ^ 0xff;
        writeFileSync(segment(1), bytes);
        const batch = read(newReader(), isWriterAlive);
        expect(timesOf(batch)).toEqual([1, 3]);
        expect(batch.gaps).toEqual([{ segment: 1, from: 1, to: 2 }]);
      }
      journal.close();
      rmSync(join(directory, 'j'), { recursive: true });
    }
  });

  test('damage in the last batch of a dead writer is told; a batch that was cut off was never answered', () => {
    const journal = writer(2 ** 20);
    for (const time of [1, 2]) write(journal, time);
    journal.close();
    const whole = readFileSync(segment(1));
    for (let at = 16 + BATCH_BYTES; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ 0xff;
      writeFileSync(segment(1), bytes);
      const batch = read(newReader(), false);
      expect(timesOf(batch)).toEqual([1]);
      expect(batch.gaps).toEqual([{ segment: 1, from: 1, to: 2, isOpen: true }]);
      writeFileSync(segment(1), whole.subarray(0, at));
      expect(read(newReader(), false).gaps).toEqual([]);
    }
  });

  test('a damaged head of a segment costs nothing: its batches say where they belong', () => {
    const journal = writer(BATCH_BYTES);
    for (const time of [1, 2, 3]) write(journal, time);
    journal.close();
    for (const number of [1, 2, 3]) {
      const bytes = readFileSync(segment(number));
      bytes.fill(0xee, 0, 16);
      writeFileSync(segment(number), bytes);
    }
    const batch = read(newReader(), false);
    expect(timesOf(batch)).toEqual([1, 2, 3]);
    expect(batch.gaps).toEqual([]);
  });

  test('a batch is read in parts where one visit more would be too many, once each, from any stop', () => {
    const journal = writer(2 ** 20);
    for (let time = 1; time <= 7; time++) {
      const word = journal.nextRecord();
      journal.words.fill(0, word, word + 16);
      journal.times[(word * 4 + 24) / 8] = time;
      journal.commit();
    }
    journal.flush();
    journal.close();
    let position = JOURNAL_START;
    const found: number[] = [];
    for (let round = 0; round < 4; round++) {
      const reader = new JournalReader(join(directory, 'j'), position);
      const batch = read(reader, false, 2, true);
      found.push(...timesOf(batch));
      position = batch.next;
      reader.close();
    }
    expect(found).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(position.visits).toBe(7);
  });
});
