import type { Clock, Random } from '@waypost/sdk';
import { JournalTaken, JournalWriter, type JournalWriterOptions } from './journal-writer.ts';

/** More in a row are not bad luck. */
const MOST_TRIALS = 10;

/**
 * Begins a journal of a name that nobody has. An aggregator that looks at the folder before its lock is held takes it for one
 * whose writer is gone: then the next name is tried.
 * @throws the file system's error when no journal can be made, and `JournalTaken` where every name was taken
 */
export function beginJournal(
  { clock, random }: { clock: Clock; random: Random },
  options: Omit<JournalWriterOptions, 'journalId'>,
): { journalId: string; journal: JournalWriter } {
  for (let trial = 1; ; trial += 1) {
    const journalId = journalName(clock, random);
    try {
      return { journalId, journal: new JournalWriter({ ...options, journalId }) };
    } catch (error) {
      if (!(error instanceof JournalTaken) || trial >= MOST_TRIALS) throw error;
    }
  }
}

/** Begins with the time: names are in the order in which journals were begun. */
function journalName(clock: Clock, random: Random): string {
  return `${clock.now().toString(36).padStart(9, '0')}-${Buffer.from(random.bytes(6)).toString('hex')}`;
}
