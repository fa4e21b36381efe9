import { join } from 'node:path';
import type { Clock } from '@waypost/sdk';
import { JOURNAL_START } from '../journal/journal-reader.ts';
import { journalBacklog } from '../journal/journal-tail.ts';
import type { VisitCollections } from '../store/collections.ts';
import { countUnaccounted } from '../store/count-unaccounted.ts';
import { journalNames } from './accounts.ts';

/** Visits answered but not in the statistics. */
export interface VisitLag {
  /** On their way, and how old the oldest of them is. */
  visits: number;
  milliseconds: number;
  /** Noted as unaccounted: they do not come by themselves. */
  unaccounted: number;
}

/** The lag of the journals under `directory`: those of this machine. What is unaccounted is so on all of them. */
export async function readLag(
  collections: VisitCollections,
  directory: string,
  clock: Clock,
): Promise<VisitLag> {
  const unaccounted = await countUnaccounted(collections);
  const names = journalNames(directory);
  const positions = await collections.checkpoints.find({ _id: { $in: names } }).toArray();
  const byName = new Map(positions.map((position) => [position._id, position]));
  let visits = 0;
  let oldest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const backlog = backlogOf(join(directory, name), byName.get(name) ?? JOURNAL_START);
    visits += backlog.visits;
    oldest = Math.min(oldest, backlog.since ?? oldest);
  }
  const milliseconds = Number.isFinite(oldest) ? Math.max(0, clock.now() - oldest) : 0;
  return { visits, milliseconds, unaccounted };
}

function backlogOf(directory: string, from: typeof JOURNAL_START): ReturnType<typeof journalBacklog> {
  try {
    return journalBacklog(directory, from);
  } catch (error) {
    // Aggregated to its end and deleted since the directory was listed: nothing is left of it.
    if ((error as { code?: string }).code === 'ENOENT') return { visits: 0, since: undefined };
    throw error;
  }
}
