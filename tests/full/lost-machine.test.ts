import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { visitCollections } from '../../runtime/visit/store/collections.ts';
import { type Api, signIn } from '../api.ts';
import { commandOutcome } from '../command-line.ts';
import { type Product, startProduct } from '../product.ts';
import { type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

// A machine that answers visits burns down with some that nobody has counted: from a copy of its disk they are, each once.

setDefaultTimeout(300_000);
const VISITS = 40;
const TARGET = 'https://led.example/';
const root = mkdtempSync(join(tmpdir(), 'waypost-lost-machine-'));
const lostDir = join(root, 'lost');
let store: TestStore;
let set: ReplicaSet;
let home: Product;
let lost: Product | undefined;
let api: Api;

const env = (more: Record<string, string> = {}) => ({ MONGODB_URI: set.uri, TIME_ZONE: 'Etc/UTC', ...more });
const startLost = (more: Record<string, string> = {}) => {
  const SECRET_KEY = readFileSync(join(home.dataDir, 'secret.key'), 'utf8').trim();
  return startProduct({ dataDir: lostDir, env: env({ SECRET_KEY, ROLES: 'visit', ...more }) });
};
beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({ socket: join(store.directory, 'store.sock') });
  home = await startProduct({ env: env() });
  api = await signIn(home.origin, home.administrator);
});
afterAll(async () => {
  await lost?.stop();
  await home?.stop();
  await set?.stop();
  await store?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** On the machine that is left, beside its product. */
const adopt = (folder: string, variables: Record<string, string> = {}) =>
  commandOutcome(home, ['visits', 'replay', '--from', folder, '--json'], {
    variables: { ...env(), ...variables },
  });
const countOf = async (id: string) =>
  (await api.call<{ view_number: number }>('qr_code_list/details', { id })).content.view_number;

test('visits of a machine that is gone are counted from a copy of its disk, once, and it may come back', async () => {
  const { content: code } = await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'Left there',
    jump_type: 6,
    targets: [{ url: TARGET }],
  });
  lost = await startLost({ WAYPOST_FOLDING: 'off' });
  const { origin } = lost;
  const visit = async () =>
    (await fetch(`${origin}/${code.short_code}`, { redirect: 'manual' })).headers.get('location') === TARGET;
  await until('it is answered there', visit);
  for (let number = 1; number < VISITS; number += 1) expect(await visit()).toBe(true);
  // A backup of the machine that has the jobs does not hold them, and says so.
  await until('it has told of them', async () => {
    const { hours } = visitCollections(store.client.db('waypost'));
    const told = await hours.find({ told: { $exists: true } }).toArray();
    return told.reduce((sum, { journalled = 0 }) => sum + journalled, 0) === VISITS;
  });
  const backup = await commandOutcome(home, ['backup', join(root, 'home.tar'), '--json'], {
    variables: env(),
  });
  expect({ error: backup.error, ...JSON.parse(backup.out) }).toMatchObject({
    error: '',
    elsewhere: [{ machine: hostname(), visits: VISITS }],
  });
  // As a power cut ends it: nothing is counted, and nobody is told.
  const { runtime } = lost.childPids();
  process.kill(lost.pid, 'SIGKILL');
  if (runtime !== undefined) process.kill(runtime, 'SIGKILL');
  await Bun.sleep(500);
  expect(await countOf(code.id)).toBe(0);
  const [first, second, late] = [join(root, 'first'), join(root, 'second'), join(root, 'late')];
  // Of the one all, of the other the journal alone.
  cpSync(lostDir, first, { recursive: true });
  cpSync(join(lostDir, 'journal'), second, { recursive: true });
  cpSync(lostDir, late, { recursive: true });

  const wrong = await adopt(join(root, 'nowhere'));
  expect([wrong.code, wrong.error.includes('is no folder')]).toEqual([2, true]);
  const own = await adopt(home.dataDir);
  expect([own.code, own.error.includes('of this machine')]).toEqual([2, true]);
  const adopted = await adopt(second);
  expect([adopted.error, JSON.parse(adopted.out).visits]).toEqual(['', VISITS]);
  for (const again of [second, first]) expect(JSON.parse((await adopt(again)).out).visits).toBe(0);
  expect(await countOf(code.id)).toBe(VISITS);

  // It comes back after all, and counts what comes now.
  lost = await startLost();
  const back = lost.origin;
  const answer = await fetch(`${back}/${code.short_code}`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBe(TARGET);
  await until('the new one is counted', async () => (await countOf(code.id)) === VISITS + 1);
  // Its old journal is counted to its end there and deleted: whoever finds a copy of it later counts nothing.
  await lost.stop();
  const beside = await commandOutcome({ dataDir: lostDir }, ['visits', 'replay'], {
    variables: env({ SECRET_KEY: readFileSync(join(home.dataDir, 'secret.key'), 'utf8').trim() }),
  });
  expect(beside.error).toBe('');
  expect(JSON.parse((await adopt(late)).out).visits).toBe(0);
  expect(await countOf(code.id)).toBe(VISITS + 1);
});
