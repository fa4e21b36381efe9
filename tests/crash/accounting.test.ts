import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalAggregation } from '../../runtime/visit/aggregator/journal-aggregation.ts';
import { systemFiles } from '../../runtime/visit/journal/journal-files.ts';
import { type VisitCollections, visitCollections } from '../../runtime/visit/store/collections.ts';
import { ensureVisitCollections } from '../../runtime/visit/store/ensure-collections.ts';
import { allViews } from '../../runtime/visit/testing/all-views.ts';
import { takeJournal } from '../../runtime/visit/testing/take-journal.ts';
import { startTestStore, type TestStore } from '../../runtime/visit/testing/test-store.ts';

const WRITER = join(import.meta.dir, 'late-writer.ts');
/** A segment's head and three batches of one visit. */
const THREE_VISITS = 16 + 3 * (64 + 64 + 16);
const LATER = 10_000;

let store: TestStore;
let collections: VisitCollections;
let directory = '';
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  for (const { name } of await store.database.listCollections().toArray())
    await store.database.collection(name).drop();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-account-'));
});

function startWriter(visits: number, segmentBytes = 2 ** 20) {
  const command = [process.execPath, WRITER, directory, 'j', String(visits), String(segmentBytes)];
  const child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async says(line: string): Promise<void> {
      while (!text.startsWith(`${line}\n`)) {
        const { value, done } = await lines.read();
        if (done) throw new Error(`the writer ended before it said ${line}`);
        text += value;
      }
      text = text.slice(line.length + 1);
    },
    goOn(): void {
      child.stdin.write('.');
      child.stdin.flush();
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

const take = (): JournalAggregation => takeJournal({ database: store.database, directory, journalId: 'j' });

async function finish(aggregation: JournalAggregation): Promise<void> {
  for (let now = LATER; !(await aggregation.aggregate(now)).isFinished; now += LATER);
  await aggregation.finish();
}

const views = () => allViews(collections);
const segmentPath = (number: number): string => join(directory, 'j', `0000000${number}.wpj`);

describe('answered visits', () => {
  test('are counted although the disk is late with the first write of a segment, and the writer dies then', async () => {
    const writer = startWriter(20);
    await writer.says('made');
    const aggregation = take();
    expect((await aggregation.aggregate(0)).visits).toBe(0);
    expect(readFileSync(segmentPath(1)).length).toBe(0);
    writer.goOn();
    await writer.says('answered');
    await writer.kill();
    await finish(aggregation);
    expect(await views()).toBe(20);
    expect(existsSync(join(directory, 'j'))).toBe(false);
  });

  test('are counted although the disk is late whenever one segment follows another', async () => {
    const writer = startWriter(20, THREE_VISITS);
    await writer.says('made');
    const aggregation = take();
    let aggregated = 0;
    for (let segment = 1; segment <= 7; segment++) {
      if (segment > 1) await writer.says('made');
      aggregated += (await aggregation.aggregate(0)).visits;
      aggregated += (await aggregation.aggregate(0)).visits;
      expect(aggregated).toBe((segment - 1) * 3);
      writer.goOn();
    }
    await writer.says('answered');
    await writer.kill();
    await finish(aggregation);
    expect(await views()).toBe(20);
    expect(await collections.unaccounted.estimatedDocumentCount()).toBe(0);
  });

  test('that damage made unreadable are noted and kept, wherever the aggregator dies; the others are counted', async () => {
    const writer = startWriter(9, THREE_VISITS);
    for (let segment = 1; segment <= 3; segment++) {
      await writer.says('made');
      writer.goOn();
    }
    await writer.says('answered');
    await writer.kill();
    const whole = readFileSync(segmentPath(2));
    const damaged = Buffer.from(whole);
    damaged.fill(0, 200, 310);
    writeFileSync(segmentPath(2), damaged);
    const first = take();
    expect((await first.aggregate(LATER)).visits).toBe(7);
    first.close();
    // As if it had been killed between the store's answer and the file system's: the damaged segment lies there again.
    const aside = join(`${directory}-unaccounted`, 'j');
    expect(readdirSync(aside)).toEqual(['00000002.wpj']);
    systemFiles.rename(join(aside, '00000002.wpj'), segmentPath(2));
    await finish(take());
    expect(await views()).toBe(7);
    expect(readFileSync(join(aside, '00000002.wpj'))).toEqual(damaged);
    expect(await collections.unaccounted.find().toArray()).toEqual([
      {
        _id: 'j:2:4',
        journal: 'j',
        segment: 2,
        from: 4,
        to: 6,
        visits: 2,
        reason: 'missing',
        detail: '',
        time: expect.any(Date),
      },
    ]);
  });
});
