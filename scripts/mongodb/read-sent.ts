import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../process.ts';

/** Where the stores of a test run write down what they were sent (runtime/store/server/sent-words.ts). */
export const SENT_FOLDER = join(projectRoot, '.cache/store-sent');

/** The words of all files there, `kind\tname`, sorted. */
export function readSent(folder = SENT_FOLDER): string[] {
  if (!existsSync(folder)) return [];
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  // A process that was killed may have left half a line.
  return [...new Set(lines.filter((line) => /^[a-z]+\t\S.*$/.test(line)))].sort();
}
