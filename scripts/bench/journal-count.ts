import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_START } from '../../runtime/visit/journal/journal-reader.ts';
import { journalBacklog } from '../../runtime/visit/journal/journal-tail.ts';

/** Visits in all journals of a DATA_DIR whose aggregation is off. */
export function countJournaled(directory: string): number {
  const journals = join(directory, 'journal');
  if (!existsSync(journals)) return 0;
  return readdirSync(journals, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .reduce((sum, { name }) => sum + journalBacklog(join(journals, name), JOURNAL_START).visits, 0);
}
