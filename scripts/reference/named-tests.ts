import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a document that says which test shows what: ``- row `file` › name``. */
export interface NamedTest {
  row: string;
  file: string;
  name: string;
}

export function namedTests(text: string): NamedTest[] {
  return [...text.matchAll(/^- ([^`\n]+) `([^`]+)` › (.+)$/gm)].map(([, row = '', file = '', name = '']) => ({
    row,
    file,
    name,
  }));
}

/** Those whose file is gone, or has no test of that name any more. */
export function lostTests(root: string, tests: readonly NamedTest[]): NamedTest[] {
  return tests.filter(
    ({ file, name }) => !existsSync(join(root, file)) || !sourceOf(join(root, file)).includes(name),
  );
}

/** Test files of a folder that none of the lines names. */
export function unnamedFiles(root: string, folder: string, tests: readonly NamedTest[]): string[] {
  const named = new Set(tests.map(({ file }) => file));
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
    .filter((file) => !named.has(file));
}

/** The file as it is written, without what tells quotes within a text from its end. */
const sourceOf = (path: string): string => readFileSync(path, 'utf8').replaceAll(/\\(['"`])/g, '$1');
