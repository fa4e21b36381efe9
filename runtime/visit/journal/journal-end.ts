import { join } from 'node:path';
import { systemFiles } from './journal-files.ts';
import { listSegments } from './journal-reader.ts';
import { withSegment } from './segment-search.ts';
import { writtenEnd } from './written-end.ts';

/** Where a journal ends on the disk. */
export interface JournalEnd {
  segment: number;
  bytes: number;
}

/** Where some journals of a directory end by now; those that are gone are missing. */
export function journalEnds(directory: string, journalIds: Iterable<string>): Map<string, JournalEnd> {
  const ends = new Map<string, JournalEnd>();
  for (const journalId of journalIds) {
    const end = journalEnd(join(directory, journalId));
    if (end !== undefined) ends.set(journalId, end);
  }
  return ends;
}

/** Where a journal ends by now, without reading more than zeros; undefined where it has no segment, or is gone. */
export function journalEnd(directory: string): JournalEnd | undefined {
  try {
    const segment = listSegments(directory).at(-1);
    if (segment === undefined) return undefined;
    const place = { files: systemFiles, directory, segment };
    return { segment, bytes: withSegment(place, (file) => writtenEnd(systemFiles, file)) };
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
