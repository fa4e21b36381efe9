import { join } from 'node:path';
import { segmentName } from '../journal/format.ts';
import type { JournalFiles } from '../journal/journal-files.ts';
import { listSegments } from '../journal/journal-reader.ts';

/** The directory beside that of the journals that holds segments with visits that are not accounted for. */
export const asideDirectory = (journals: string): string => `${journals}-unaccounted`;

export interface JournalPlace {
  files: JournalFiles;
  /** Directory of the journal. */
  directory: string;
  /** Where its segments go that do not add up. */
  aside: string;
}

/**
 * Takes the segments before `until` out of a journal: those that are kept go aside, the others are stored and are
 * deleted. Throws the file system's error; it can then be done again.
 */
export function clearSegments(place: JournalPlace, kept: ReadonlySet<number>, until: number): void {
  const { files, directory, aside } = place;
  for (const segment of listSegments(directory, files)) {
    if (segment >= until) continue;
    const path = join(directory, segmentName(segment));
    if (kept.has(segment)) moveAside(place, segmentName(segment));
    else files.unlink(path);
  }
  if (kept.size > 0 && files.exists(aside)) files.syncDirectory(aside);
}

/**
 * Removes the directory of a journal whose segments are cleared. A file that is none of ours goes aside: nothing is
 * deleted that nobody has looked into.
 */
export function removeJournal(place: JournalPlace): void {
  const { files, directory } = place;
  const LOCK = /^(writer|folder)\.lock(-journal)?$/;
  for (const name of files.list(directory)) {
    if (LOCK.test(name)) files.unlink(join(directory, name));
    else moveAside(place, name);
  }
  files.removeDirectory(directory);
}

function moveAside({ files, directory, aside }: JournalPlace, name: string): void {
  files.makeDirectory(aside);
  files.rename(join(directory, name), join(aside, name));
}
