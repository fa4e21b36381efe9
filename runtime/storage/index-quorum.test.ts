import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join, sep } from 'node:path';
import mongoose from 'mongoose';
import { startTestStore, type TestStore } from '../visit/testing/test-store.ts';
import { gatherIndexes } from './gather-indexes.ts';
import { createPluginModels } from './plugin-models.ts';

let store: TestStore;
let client: mongoose.Connection;
const quorums: unknown[] = [];

beforeAll(async () => {
  store = await startTestStore();
  client = await mongoose
    .createConnection(store.uri, { monitorCommands: true, dbName: store.database.databaseName })
    .asPromise();
  client.getClient().on('commandStarted', ({ command, commandName }) => {
    if (commandName === 'createIndexes') quorums.push(command.commitQuorum);
  });
}, 60_000);
afterAll(async () => {
  await client?.close();
  await store?.stop();
});

test('no index waits for a member that is away: an upgrade would not start as long as it is', async () => {
  const gathered = gatherIndexes();
  gathered.add(client.collection<{ a: number }>('gathered'), { a: 1 });
  await gathered.make();
  const models = createPluginModels(client);
  models.collection('quorum', { name: 'rows', fields: { a: Number }, indexes: [{ keys: { a: 1 } }] });
  await models.prepare();
  expect(quorums).toEqual(['majority', 'majority']);
}, 60_000);

const FOR_TESTS = new Set(['acceptance', 'testing', 'tests', 'node_modules']);

test('whoever makes one by itself says the same', async () => {
  const runtime = join(import.meta.dir, '..');
  let calls = 0;
  const waiting: string[] = [];
  for await (const file of new Bun.Glob('**/*.ts').scan(runtime)) {
    if (file.endsWith('.test.ts') || file.split(sep).some((part) => FOR_TESTS.has(part))) continue;
    for (const call of callsIn(await Bun.file(join(runtime, file)).text())) {
      calls += 1;
      if (!call.includes('INDEX_QUORUM')) waiting.push(`${file}: ${call}`);
    }
  }
  expect(waiting).toEqual([]);
  expect(calls).toBeGreaterThan(10);
});

/** What is handed to each `createIndex` and `createIndexes` of a source. */
function callsIn(source: string): string[] {
  return [...source.matchAll(/\.createIndex(?:es)?\(/g)].map(({ 0: name, index }) => {
    const begin = index + name.length;
    let end = begin;
    for (let open = 1; end < source.length; end++) {
      if (source[end] === '(') open += 1;
      if (source[end] === ')') open -= 1;
      if (open === 0) break;
    }
    return source.slice(begin, end);
  });
}
