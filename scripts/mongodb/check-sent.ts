import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../process.ts';
import { wordsOf } from './document.ts';
import { readSent } from './read-sent.ts';

export const MONGODB_FILE = join(projectRoot, 'docs/mongodb.md');

/** Those of the words that the document does not name. */
export function newWords(words: readonly string[], document: string): string[] {
  const named = new Set(wordsOf(document));
  return words.filter((word) => !named.has(word));
}

/** What is wrong with what the tests of this run have sent, a sentence; undefined: docs/mongodb.md names all of it. */
export function sentFault(): string | undefined {
  const found = newWords(readSent(), existsSync(MONGODB_FILE) ? readFileSync(MONGODB_FILE, 'utf8') : '');
  if (found.length === 0) return undefined;
  const said = found.map((word) => `  ${word.replace('\t', ' ')}`).join('\n');
  return `What the store was sent and docs/mongodb.md does not name:\n${said}\nIf it is meant so: node_modules/.bin/bun scripts/write-mongodb.ts`;
}
