import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document as Plain, serialize } from 'bson';
import { decodeDocument } from '../value/index.ts';
import { openSentWords } from './sent-words.ts';

const root = mkdtempSync(join(tmpdir(), 'waypost-sent-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
/** What is written down of these commands. */
function wordsOf(...commands: [Plain, Record<string, Plain[]>?][]): string[] {
  const folder = join(root, String(folders++));
  const note = openSentWords(folder);
  for (const [body, lists = {}] of commands)
    note({
      name: Object.keys(body)[0] as string,
      database: 'd',
      command: decodeDocument(serialize(body)),
      sequences: new Map(
        Object.entries(lists).map(([name, list]) => [name, list.map((one) => serialize(one))]),
      ),
    });
  return readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
    .map((line) => line.replace('\t', ' '));
}

test('of a command its name, its options and the words within them are written down, each once, and nothing of anybody’s data', () => {
  const find: Plain = {
    find: 'c',
    filter: { $or: [{ name: 'secret' }, { n: { $gt: 5 } }], $expr: { $eq: ['$a', { $literal: { $x: 1 } }] } },
    sort: { n: 1 },
    lsid: { id: 1 },
    comment: 'call',
    readConcern: { level: 'snapshot' },
    $db: 'd',
  };
  const words = wordsOf([find], [find]);
  expect(words).toEqual([
    ...['command find', 'option find.filter', 'option find.sort', 'option *.comment'],
    ...['option *.readConcern.level: snapshot', 'query $or', 'query $gt', 'query $expr'],
    ...['expression $eq', 'expression $literal'],
  ]);
});

test('statements in sections of their own, pipelines and updates by pipeline are walked through', () => {
  const words = wordsOf(
    [
      { update: 'c', ordered: true, writeConcern: { w: 'majority' } },
      {
        updates: [{ q: { a: { $in: [1] } }, u: { $push: { l: { $each: [1], $slice: -5 } } }, upsert: true }],
      },
    ],
    [
      { update: 'c' },
      { updates: [{ q: {}, u: [{ $set: { n: { $add: ['$n', 1] }, t: '$$NOW', l: '$$this.a' } }] }] },
    ],
    [
      {
        aggregate: 'c',
        pipeline: [
          { $group: { _id: { $year: '$t' }, sum: { $sum: { $max: ['$a', 0] } } } },
          { $lookup: { from: 'o', as: 'x', let: {}, pipeline: [{ $match: { a: { $ne: 1 } } }] } },
          { $facet: { one: [{ $limit: 1 }] } },
          { $changeStream: { resumeAfter: {} } },
        ],
        cursor: {},
      },
    ],
  );
  for (const word of [
    ...['option *.writeConcern.w: majority', 'option update.updates.upsert', 'query $in', 'update $push'],
    ...['update $each', 'update $slice', 'stage $set', 'expression $add', 'stage $group', 'expression $year'],
    ...['accumulator $sum', 'expression $max', 'stage $lookup.let', 'query $ne', 'stage $limit'],
    ...['stage $changeStream.resumeAfter', 'option aggregate.cursor', 'variable $$NOW'],
  ])
    expect(words).toContain(word);
  expect(words).not.toContain('variable $$this');
});
