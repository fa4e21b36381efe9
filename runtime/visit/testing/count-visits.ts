import type { mongo } from 'mongoose';
import { JournalWriter } from '../journal/journal-writer.ts';
import { takeJournal } from './take-journal.ts';
import { type WrittenVisit, writeVisits } from './write-visits.ts';

/** Writes visits into a journal of their own, whose writer then ends, and counts them: as those of a process that is over. */
export async function countVisits(
  place: Omit<Parameters<typeof takeJournal>[0], 'journalId'> & { database: mongo.Db; directory: string },
  visits: readonly WrittenVisit[],
): Promise<void> {
  const journalId = crypto.randomUUID();
  const classify = () => ({ isCrawler: false, isWeChat: false });
  const journal = new JournalWriter({ directory: place.directory, journalId, classify });
  writeVisits(journal, visits);
  journal.close();
  const aggregation = takeJournal({ ...place, journalId });
  while (!(await aggregation.aggregate(Date.now())).isFinished);
  await aggregation.finish();
}
