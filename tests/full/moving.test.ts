import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { apiOf, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { documentedCommands } from '../documented-commands.ts';
import { freePort, type Product, startProduct } from '../product.ts';
import { type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { onDatabase } from '../replica-set/trouble.ts';
import { until } from '../until.ts';

// MongoDB is an embedded store behind the proxy that passes for a replica set, or, in a database of its own, that of MONGODB_URI.

setDefaultTimeout(300_000);
const root = mkdtempSync(join(tmpdir(), 'waypost-moving-'));
const dataDir = join(root, 'data');
/** undefined: where the export comes from is where it goes to. */
const database = process.env.MONGODB_URI && `moved_${crypto.randomUUID().slice(0, 8)}`;
const EMBEDDED = { MONGODB_URI: '' };
let store: TestStore;
let set: ReplicaSet | undefined;
let mongodb: { MONGODB_URI: string };
let product: Product | undefined;
/** How often a place in the feed of another server was refused. */
let refused = 0;
/** Places in its own feed that this one has told. */
const own = new Set<string>();
const placeOf = (token: unknown): string => String((token as { _data?: unknown } | undefined)?._data);

beforeAll(async () => {
  store = await startTestStore();
  if (database !== undefined) {
    mongodb = { MONGODB_URI: onDatabase(store.uri, database) };
    return;
  }
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    // The places in a feed that the one store gave mean nothing to the other.
    fault: ({ name, body }) => {
      const after = name === 'aggregate' ? body.pipeline[0]?.$changeStream?.resumeAfter : undefined;
      if (after === undefined || own.has(placeOf(after)) || refused > 5) return undefined;
      refused += 1;
      return { answer: { ok: 0, code: 50_811, codeName: 'Location50811', errmsg: 'malformed resume token' } };
    },
    changed: (_command, answer) => {
      const { postBatchResumeToken, firstBatch = [], nextBatch = [] } = answer.cursor ?? {};
      for (const token of [postBatchResumeToken, ...[...firstBatch, ...nextBatch].map(({ _id }) => _id)])
        own.add(placeOf(token));
      return undefined;
    },
  });
  mongodb = { MONGODB_URI: set.uri };
});
afterAll(async () => {
  await product?.stop();
  if (database !== undefined) await store?.client.db(database).dropDatabase();
  await set?.stop();
  await store?.stop();
  rmSync(root, { recursive: true, force: true });
});

const documented = new Set(documentedCommands('docs/moving-to-mongodb.md').waypost);
/** Runs a command that the document has in these words, with its files in a folder of the test. */
function run(words: string, variables: { MONGODB_URI: string }, more: readonly string[] = [], at = dataDir) {
  if (!documented.delete(words)) throw new Error(`docs/moving-to-mongodb.md does not say: ${words}`);
  const placed = words
    .split(' ')
    .map((word) => (/^\.\/|\.tar$/.test(word) ? join(root, word.replace(/^\.\//, '')) : word));
  return runCommand({ dataDir: at }, [...placed, ...more], { variables });
}

/** What a start says on the database that was moved into when its DATA_DIR was left behind: a new key is made there. */
async function startedWithout(timeZone: string): Promise<string> {
  const child = Bun.spawn([process.execPath, 'runtime/start/main.ts'], {
    cwd: join(import.meta.dir, '../..'),
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      DATA_DIR: join(root, 'new'),
      TIME_ZONE: timeZone,
      ...mongodb,
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const said = await new Response(child.stderr).text();
  expect(await child.exited).toBe(1);
  return said;
}

const TARGET = 'https://led.example/';
const CODES = 30;
const VISITS = 5;

test('the documented move to MongoDB and back: codes, visits, statistics and sessions are there, and nothing is done by hand', async () => {
  product = await startProduct({ dataDir, env: EMBEDDED });
  const { administrator } = product;
  let api = await signIn(product.origin, administrator);
  const add = async (name: string) =>
    (
      await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
        name,
        jump_type: 6,
        targets: [{ url: TARGET }],
      })
    ).content;
  const leads = async (code: string) =>
    (await fetch(`${product?.origin}/${code}`, { redirect: 'manual' })).headers.get('location') === TARGET;
  const codes: { id: string; short_code: string }[] = [];
  for (let number = 0; number < CODES; number += 1) codes.push(await add(`Code ${number}`));
  const visit = async () => {
    for (const { short_code } of codes)
      for (let number = 0; number < VISITS; number += 1) expect(await leads(short_code)).toBe(true);
  };
  /** Visits of each code, and of all of them today. */
  const counts = async () => {
    const { content } = await api.call<{ content: { id: string; view_number: number }[] }>(
      'qr_code_list/inquire',
      { page: 1, page_size: 100 },
    );
    const of = new Map(content.content.map((row) => [row.id, row.view_number]));
    const today = await api.call<{ view_number: number }>('today_statistics/inquire', {});
    return { ofCodes: codes.map(({ id }) => of.get(id)), today: today.content.view_number };
  };
  const areCounted = (what: string, times: number) =>
    until(what, async () => {
      const { ofCodes, today } = await counts();
      return ofCodes.every((count) => count === times * VISITS) && today >= codes.length * times * VISITS;
    });
  await visit();
  await areCounted('what is counted before the move', 1);
  await product.stop();
  // What comes now lies in the journal alone.
  product = await startProduct({ dataDir, env: { ...EMBEDDED, WAYPOST_FOLDING: 'off' } });
  await visit();
  await product.stop();

  await run('backup before-move.tar', EMBEDDED);
  await run('store export ./move', EMBEDDED);
  await run('store import ./move', mongodb, database === undefined ? [] : ['--database', database]);
  expect(await startedWithout(product.timeZone)).toContain('SECRET_KEY: expected the one that the database');

  product = await startProduct({ dataDir, env: mongodb });
  // Nobody logs in anew: the session came along.
  api = apiOf(product.origin, api.token);
  await areCounted('what lay in the journal is counted', 2);
  await visit();
  await areCounted('what came after the move is counted, too', 3);
  const { short_code } = await add('After the move');
  await until('a code that is made afterwards is answered', () => leads(short_code), { withinMs: 5_000 });
  // The database is known to be another one: nobody asks it with a place in the feed of the former.
  expect(refused).toBe(0);
  const ready = await (await fetch(`${product.origin}/readyz`)).json();
  expect(ready).toMatchObject({ roles: { visit: { ready: true, following: true } } });
  const checks = JSON.parse(await run('doctor', mongodb, ['--json']));
  const failed = (checks as { name: string; ok: boolean }[]).filter(({ ok }) => !ok);
  expect(failed).toEqual([]);
  await product.stop();

  await run('backup back.tar', mongodb);
  await run('store export ./back', mongodb);
  await run('restore back.tar --force', EMBEDDED);
  product = await startProduct({ dataDir, env: EMBEDDED });
  api = apiOf(product.origin, api.token);
  expect(await leads(short_code)).toBe(true);
  await areCounted('what was counted in MongoDB is there', 3);
  await product.stop();
  product = undefined;
  await run('store import ./back --database waypost', EMBEDDED, [], join(root, 'documents'));
  // Whatever else the document says is not tried by anybody.
  expect([...documented]).toEqual([]);
});
