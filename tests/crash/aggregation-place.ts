import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import type { JournalAggregation } from '../../runtime/visit/aggregator/journal-aggregation.ts';
import { JournalWriter } from '../../runtime/visit/journal/journal-writer.ts';
import { type JournalAccount, readAccounts } from '../../runtime/visit/statistics/accounts.ts';
import { type VisitCollections, visitCollections } from '../../runtime/visit/store/collections.ts';
import { ensureVisitCollections } from '../../runtime/visit/store/ensure-collections.ts';
import { foldAll } from '../../runtime/visit/testing/fold-all.ts';
import { takeJournal } from '../../runtime/visit/testing/take-journal.ts';
import { startTestStore } from '../../runtime/visit/testing/test-store.ts';

export interface PlacedVisit {
  /** 24 hexadecimal digits. */
  link: string;
  time: number;
  agent?: string;
  flags?: number;
}

/** A journal `j`, the real store, and an aggregator between them that the test drives step by step. */
export interface AggregationPlace {
  collections: VisitCollections;
  /** DATA_DIR/journal of the test in hand. */
  directory(): string;
  /** Writes visits to the journal. */
  write(visits: readonly PlacedVisit[]): void;
  /** Its writer is gone. */
  end(): void;
  /** Takes the journal as a new aggregator would. */
  take(): JournalAggregation;
  /** Puts what links came to into their documents, as when a day is over. */
  fold(): Promise<void>;
  accounts(): Promise<JournalAccount | undefined>;
  /** Begins anew: another journal, an empty store. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

const OWNER = 'a1'.repeat(12);

/** @param through the store, where the test has something in front of it; it is then the test's to stop */
export async function aggregationPlace(through?: mongo.Db): Promise<AggregationPlace> {
  const store = through === undefined ? await startTestStore() : undefined;
  const database = through ?? (store as NonNullable<typeof store>).database;
  let directory = '';
  let journal: JournalWriter | undefined;
  return {
    collections: visitCollections(database),
    directory: () => directory,
    write(visits) {
      journal ??= new JournalWriter({
        directory,
        journalId: 'j',
        classify: () => ({ isCrawler: false, isWeChat: false }),
      });
      for (const { link, time, agent = 'agent', flags = 0 } of visits) {
        const { number } = journal.texts.entry(agent);
        const word = journal.nextRecord();
        journal.words.fill(0, word, word + 16);
        journal.bytes.set(Buffer.from(link + OWNER, 'hex'), word * 4);
        journal.times[(word + 6) / 2] = time;
        journal.words[word + 9] = flags;
        journal.words[word + 10] = number;
        journal.commit();
        if (journal.isFull) journal.flush();
      }
      journal.flush();
    },
    end() {
      journal?.close();
      journal = undefined;
    },
    take: () => takeJournal({ database, directory, journalId: 'j' }),
    fold: () => foldAll(database, 1_000),
    accounts: async () =>
      (await readAccounts(database, directory)).journals.find(({ journal: name }) => name === 'j'),
    async empty() {
      journal?.close();
      journal = undefined;
      for (const { name } of await database.listCollections().toArray())
        await database.collection(name).drop();
      await ensureVisitCollections(database);
      directory = mkdtempSync(join(tmpdir(), 'wp-fold-place-'));
    },
    stop: async () => store?.stop(),
  };
}
