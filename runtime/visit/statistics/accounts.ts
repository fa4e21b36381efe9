import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { journalledVisits } from '../journal/journal-tail.ts';
import { visitCollections } from '../store/collections.ts';

/** The four counters of a journal. Each is counted where it happens; none is derived from another. */
export interface JournalAccount {
  journal: string;
  /**
   * Visits whose answers were given out, as the process that writes the journal counts them. Known to that process only,
   * and gone with it: elsewhere, and once it is dead, the journal's last sum stands for it (under `strict` no answer is
   * given before its visit is in the journal).
   */
  answered: number;
  /** As the last batch on the disk says. */
  journalled: number;
  /** Aggregated as far as the checkpoint in the store says; the counter's name outside, kept from earlier releases. */
  folded: number;
  /** Counted from the totals and days that were written, and what is noted as unaccounted. */
  rolled_up: number;
  /** Of `rolled_up`: passed over and noted. */
  unaccounted: number;
}

export interface VisitAccounts {
  /** Journals under DATA_DIR/journal, oldest first. */
  journals: JournalAccount[];
  /** Visits that are not counted, of all journals of the store, also of those that are gone. */
  unaccounted: number;
}

/** What a process says of its own journal. */
export interface OwnAccount {
  journal: string;
  answered: number;
}

/**
 * Reads the counters of the journals under `directory`. The store's figures are of one moment; those of the disk are
 * read after them, so that nothing was aggregated that does not show as journalled. Throws the store's error.
 */
export async function readAccounts(
  database: mongo.Db,
  directory: string,
  own?: () => OwnAccount | undefined,
): Promise<VisitAccounts> {
  const names = journalNames(directory);
  const stored = await readStored(database, names);
  const mine = own?.();
  const journals = names.flatMap((journal): JournalAccount[] => {
    const { folded, rolledUp, unaccounted } = stored.of(journal);
    let onDisk: number | undefined;
    try {
      onDisk = journalledVisits(join(directory, journal));
    } catch (error) {
      // Aggregated to its end and deleted since the directory was listed: nothing is left to compare.
      if ((error as { code?: string }).code === 'ENOENT') return [];
      throw error;
    }
    // Segments that are aggregated are deleted: the last of them may have been all that there was.
    const journalled = Math.max(onDisk ?? 0, folded);
    const answered = mine?.journal === journal ? mine.answered : journalled;
    return [{ journal, answered, journalled, folded, rolled_up: rolledUp, unaccounted }];
  });
  return { journals, unaccounted: stored.unaccounted };
}

/** Names of the journals under a directory, oldest first. */
export function journalNames(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort();
}

async function readStored(database: mongo.Db, names: readonly string[]) {
  const { checkpoints, journalSums, unaccounted } = visitCollections(database);
  const session = database.client.startSession();
  try {
    return await session.withTransaction(
      async () => {
        const wanted = { _id: { $in: [...names] } };
        const positions = await checkpoints.find(wanted, { session }).toArray();
        const sums = await journalSums.find(wanted, { session }).toArray();
        const gaps = await unaccounted.find({}, { session, projection: { journal: 1, visits: 1 } }).toArray();
        const aggregated = new Map(positions.map(({ _id, visits }) => [_id, visits]));
        const rolled = new Map(sums.map((sum) => [sum._id, sum]));
        const byJournal = Map.groupBy(gaps, ({ journal }) => journal);
        return {
          unaccounted: sumOf(gaps),
          of(journal: string) {
            const missing = sumOf(byJournal.get(journal) ?? []);
            const sum = rolled.get(journal);
            // A journal that was aggregated before this was counted has a checkpoint and no sums.
            const rolledUp =
              sum === undefined
                ? (aggregated.get(journal) ?? 0)
                : sum.since + Math.min(sum.codes, sum.hours) + sum.hops + missing;
            return { folded: aggregated.get(journal) ?? 0, rolledUp, unaccounted: missing };
          },
        };
      },
      { readConcern: { level: 'snapshot' } },
    );
  } finally {
    await session.endSession();
  }
}

const sumOf = (gaps: readonly { visits: number }[]): number =>
  gaps.reduce((sum, { visits }) => sum + visits, 0);

/** A difference between two counters of a journal that does not go away by itself. */
export interface StandingDifference {
  journal: string;
  /** What happened more often, and what less often, than it should have. */
  more: keyof Omit<JournalAccount, 'journal' | 'unaccounted'>;
  less: StandingDifference['more'];
  visits: number;
}

const STEPS = ['answered', 'journalled', 'folded', 'rolled_up'] as const;

/**
 * Holds each counter against the one before it, now and at an earlier look: what was answered then must be journalled by
 * now, and so on. One that is behind but has moved is only late; one that is ahead counts what never was.
 */
export function standingDifferences(before: VisitAccounts, now: VisitAccounts): StandingDifference[] {
  const found: StandingDifference[] = [];
  for (const account of now.journals) {
    const earlier = before.journals.find(({ journal }) => journal === account.journal);
    if (earlier === undefined) continue;
    for (const [index, more] of STEPS.entries()) {
      const less = STEPS[index + 1];
      if (less === undefined) continue;
      const late = earlier[more] - account[less];
      if (late > 0 && account[less] === earlier[less])
        found.push({ journal: account.journal, more, less, visits: late });
      // Seen twice: the two are not read in the same moment.
      const ahead = Math.min(earlier[less] - earlier[more], account[less] - account[more]);
      if (ahead > 0) found.push({ journal: account.journal, more: less, less: more, visits: ahead });
    }
  }
  return found;
}
