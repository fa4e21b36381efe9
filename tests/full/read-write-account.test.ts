import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import type { Page } from 'playwright-core';
import { type Api, signIn } from '../api.ts';
import { openScreen } from '../e2e/browser.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { startProduct } from '../product.ts';
import { type Command, type Fault, type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

// MongoDB, and an account that has the role readWrite on the one database and nothing else: all that is not within it is refused,
// and nobody who uses Waypost loses anything but what the screen says.

setDefaultTimeout(180_000);
const UNAUTHORIZED = 13;
/** What the role may do, and what MongoDB lets everybody do. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...[
    'find',
    'insert',
    'update',
    'delete',
    'findAndModify',
    'aggregate',
    'getMore',
    'killCursors',
    'count',
    'distinct',
  ],
  ...[
    'bulkWrite',
    'create',
    'createIndexes',
    'dropIndexes',
    'drop',
    'listCollections',
    'listIndexes',
    'collStats',
  ],
  ...['dbStats', 'commitTransaction', 'abortTransaction', 'endSessions', 'killSessions', 'refreshSessions'],
  ...['connectionStatus', 'hello', 'ping', 'buildInfo', 'currentOp', 'killOp', 'renameCollection'],
]);
const DAY_SECONDS = 86_400;
const SENTENCE =
  'MongoDB tells Waypost’s user only how fast it answers. For the rest give it the role clusterMonitor.';

let store: TestStore;
let set: ReplicaSet;
let place: Place;
let api: Api;
let page: Page;
const refused = new Set<string>();

function rightsOf({ name, body }: Command): Fault {
  const reads = String(body.find ?? body.aggregate ?? '');
  const isForeign = !['waypost', 'admin'].includes(body.$db) || reads.startsWith('system.');
  const looksAtAll = body.pipeline?.[0]?.$currentOp?.allUsers === true;
  if (ALLOWED.has(name) && !isForeign && !looksAtAll) return undefined;
  refused.add(name);
  return {
    answer: { ok: 0, code: UNAUTHORIZED, codeName: 'Unauthorized', errmsg: `not authorized: ${name}` },
  };
}

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({ socket: join(store.directory, 'store.sock'), fault: rightsOf });
  place = await openPlace(() => startProduct({ env: { MONGODB_URI: set.uri } }));
  api = await signIn(place.product.origin, place.product.administrator);
  ({ page } = await place.open(place.product.administrator));
});
afterAll(async () => {
  await place?.close();
  await set?.stop();
  await store?.stop();
});

test('how long visits are kept is changed, though the index of it may not be', async () => {
  const { content: settings } = await api.call<{ version: number }>('plugins/settings', { id: 'qr' });
  const { status } = await api.call('plugins/change_settings', {
    id: 'qr',
    version: settings.version,
    change: { visit_days: 30 },
  });
  expect(status).toBe(200);
  const raw = store.client.db('waypost').collection('visits');
  const daysOf = async () =>
    (await raw.indexes()).flatMap(({ expireAfterSeconds: seconds }) =>
      seconds === undefined ? [] : seconds / DAY_SECONDS,
    );
  await until('the store deletes by it', async () => (await daysOf()).join() === '30', { withinMs: 20_000 });
  expect([...refused]).toContain('collMod');
});

test('screens about the database answer, and the monitor says what it is not told and what to do', async () => {
  const answered = await Promise.all(
    [
      'store/inquire',
      'monitor/inquire',
      'mysql_lock/inquire',
      'mysql_time_consuming/inquire',
      'plugins/inquire',
    ].map(async (call) => [call, (await api.call(call, {})).status]),
  );
  expect(answered.filter(([, status]) => status !== 200)).toEqual([]);
  expect(refused.has('serverStatus')).toBe(true);
  await openScreen(page, place.product.origin, 'monitor');
  await page.getByText(SENTENCE).waitFor();
});
