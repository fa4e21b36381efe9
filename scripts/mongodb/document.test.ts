import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { MONGODB_FILE, newWords } from './check-sent.ts';
import { documentOf, wordsOf } from './document.ts';

test('docs/mongodb.md is as it is written from the words that it names: nobody has changed it by hand', () => {
  const text = readFileSync(MONGODB_FILE, 'utf8');
  const words = wordsOf(text);
  expect(words.length).toBeGreaterThan(100);
  expect(documentOf(words)).toBe(text);
});

test('a word that the document does not name is told, and one that it names is not', () => {
  const words = [
    ...['command\tfind', 'command\tserverStatus', 'option\tfind.filter', 'option\tfind.noCursorTimeout'],
    ...['option\t*.readConcern.level: snapshot', 'option\tupdate.updates.upsert', 'command\tupdate'],
    ...[
      'stage\t$lookup',
      'stage\t$lookup.let',
      'query\t$in',
      'expression\t$in',
      'accumulator\t$sum',
      'update\t$set',
    ],
  ];
  const text = documentOf(words);
  expect(wordsOf(text)).toEqual([...words].sort());
  expect(text).toContain('| `serverStatus` | no |');
  expect(text).toContain('`noCursorTimeout` (not in v1)');
  expect(newWords([...words, 'query\t$near'], text)).toEqual(['query\t$near']);
});
