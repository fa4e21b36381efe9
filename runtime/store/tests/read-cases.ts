import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreCase } from './case-types.ts';

const FOLDER = join(import.meta.dir, 'cases');

/** Every case file's name with its cases; a case without name, source or command is refused. */
export const readCases = (): Map<string, StoreCase[]> => {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort();
  return new Map(files.map((file) => [file, readFile(file)]));
};

const readFile = (file: string): StoreCase[] => {
  const cases = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as StoreCase[];
  for (const one of cases) {
    if (!one.name || !one.source || (one.command === undefined) === (one.commands === undefined)) {
      throw new Error(
        `${file}: a case needs a name, a source and a command: ${JSON.stringify(one).slice(0, 200)}`,
      );
    }
  }
  return cases;
};
