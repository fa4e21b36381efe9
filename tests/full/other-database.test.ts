import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { apiOf, signIn } from '../api.ts';
import { commandOutcome } from '../command-line.ts';
import { type Product, startProduct } from '../product.ts';
import { type Command, type Fault, type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

setDefaultTimeout(300_000);
const dataDir = mkdtempSync(join(tmpdir(), 'waypost-other-database-'));
const TARGET = 'https://led.example/';
let store: TestStore;
let set: ReplicaSet;
let product: Product | undefined;
let fault: (command: Command) => Fault = () => undefined;

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: (command) => fault(command),
  });
});
afterAll(async () => {
  await product?.stop();
  await set?.stop();
  await store?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const uriOf = (database: string) => set.uri.replace('/?', `/${database}?`);
async function start(database: string, more: Record<string, string> = {}): Promise<string> {
  await product?.stop();
  product = await startProduct({ dataDir, env: { MONGODB_URI: uriOf(database), ...more } });
  return product.origin;
}
const warningOf = async (): Promise<string> => {
  const { roles } = await (await fetch(`${product?.origin}/readyz`)).json();
  return roles.visit.warning ?? '';
};
/** What the line of `doctor` says that tells what the monitor does. */
const doctor = async (database: string): Promise<string> => {
  const variables = { MONGODB_URI: uriOf(database) };
  const { out } = await commandOutcome({ dataDir }, ['doctor', '--json'], { variables });
  return (
    (JSON.parse(out) as { name: string; found: string }[]).find(({ name }) => name === 'monitor')?.found ?? ''
  );
};

test('visits wait for the database that they belong to: another one is said, and does not count them', async () => {
  let origin = await start('first');
  let api = await signIn(origin, (product as Product).administrator);
  const { content: code } = await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'Waiting',
    jump_type: 6,
    targets: [{ url: TARGET }],
  });
  const visit = () => fetch(`${origin}/${code.short_code}`, { redirect: 'manual' });
  const isAnswered = async () => (await visit()).headers.get('location') === TARGET;
  const countOf = async () =>
    (await api.call<{ view_number: number }>('qr_code_list/details', { id: code.id })).content.view_number;
  await until('it is answered', isAnswered);
  // The first to count says where these visits belong.
  await until('it is counted', async () => (await countOf()) === 1);
  origin = await start('first', { WAYPOST_FOLDING: 'off' });
  expect(await isAnswered()).toBe(true);

  origin = await start('second');
  await until('it is said', async () => (await warningOf()).includes('journal_foreign'), {
    withinMs: 60_000,
  });
  expect(await doctor('second')).toContain('journal_foreign');
  // What the other database does not know is not answered, whatever the snapshot held.
  expect((await visit()).status).toBe(404);

  origin = await start('first');
  // The session is in the database that it was begun in.
  api = apiOf(origin, api.token);
  await until('the visit is counted where it belongs', async () => (await countOf()) === 2);
  expect(await warningOf()).not.toContain('journal_foreign');
});

test('a feed that cannot be followed for a minute is said by /readyz, doctor and the monitor, and when it is over', async () => {
  const { administrator, origin } = product as Product;
  const api = await signIn(origin, administrator);
  fault = ({ name, body }) =>
    name === 'aggregate' && body.pipeline[0]?.$changeStream !== undefined
      ? { answer: { ok: 0, code: 8, codeName: 'UnknownError', errmsg: 'made to fail' } }
      : undefined;
  // The feed is open: it breaks off.
  set.cut();
  await until('it is said', async () => (await warningOf()).includes('feed_lost'), { withinMs: 150_000 });
  await until('doctor says so', async () => (await doctor('first')).includes('feed_lost'), {
    withinMs: 60_000,
    everyMs: 2_000,
  });
  const { content } = await api.call<{ problems: { code: string; value: number }[] }>('monitor/inquire');
  const lost = content.problems.find(({ code }) => code === 'feed_lost');
  expect(lost?.value).toBeGreaterThanOrEqual(60);
  fault = () => undefined;
  await until('it is over', async () => !(await warningOf()).includes('feed_lost'), { withinMs: 60_000 });
});
