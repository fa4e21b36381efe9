import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperationStatus } from '@waypost/contract';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { type Api, signIn } from '../api.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { S3RVER_KEY, type S3rver, startS3rver } from '../s3rver.ts';
import { until } from '../until.ts';

// Two machines, one database, one storage: whichever the balancer sends somebody to hands over what was exported on the other.

setDefaultTimeout(300_000);
let store: TestStore;
let set: ReplicaSet;
let s3: S3rver;
let machines: Product[] = [];
let api: Api;
/** Exports run on the first machine only. */
const ROLES = ['api,visit,jobs', 'api,visit'];

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({ socket: join(store.directory, 'store.sock') });
  s3 = await startS3rver(['shop']);
  const env = { MONGODB_URI: set.uri, STORAGE_ADDRESSES: '127.0.0.1', TIME_ZONE: 'Etc/UTC' };
  const first = await startProduct({ env: { ...env, ROLES: ROLES[0] ?? '' } });
  machines = [first];
  const SECRET_KEY = readFileSync(join(first.dataDir, 'secret.key'), 'utf8').trim();
  machines.push(await startProduct({ env: { ...env, SECRET_KEY, ROLES: ROLES[1] ?? '' } }));
  api = await signIn(first.origin, first.administrator);
});
afterAll(async () => {
  for (const machine of machines) await machine.stop();
  await s3?.stop();
  await set?.stop();
  await store?.stop();
});

const exported = async (): Promise<string> => {
  const body = {
    area: 'user',
    call: 'inquire',
    body: {},
    title: 'People',
    columns: [{ path: 'account', title: 'Account' }],
  };
  const operation = await runOperation(api, 'async_operations/export', body);
  expect(operation).toMatchObject({ status: OperationStatus.completed, error_code: null });
  return operation.id;
};
const statuses = async (id: string): Promise<number[]> => {
  const answers = await Promise.all(machines.map(({ origin }) => download(origin, api.token, id)));
  return answers.map(({ status }) => status);
};
const liesHere = (id: string) => machines.map(({ dataDir }) => existsSync(join(dataDir, 'operations', id)));
const objects = () =>
  readdirSync(s3.directory, { recursive: true }).filter((name) => String(name).endsWith('_object'));

test('an export made on one machine is handed over by either, from the storage in use, and goes from there', async () => {
  const before = await exported();
  // The storage in use is a folder: it is on the disk of the machine that made it, as ever.
  expect(liesHere(before)).toEqual([true, false]);
  expect(await statuses(before)).toEqual([200, 410]);

  const place = {
    name: 'Bucket',
    upload_type: 2,
    endpoint: s3.endpoint,
    bucket: 'shop',
    save_path: 'files',
    access_key_id: S3RVER_KEY.key,
    access_key_secret: S3RVER_KEY.secret,
  };
  const { id: bucket } = (await api.call<{ id: string }>('image_configs/add', place)).content;
  expect((await api.call('image_configs/use', { id: bucket })).status).toBe(200);
  const id = await exported();
  await until('it lies there alone', () => !liesHere(id).includes(true));
  for (const { origin } of machines) {
    const answer = await download(origin, api.token, id);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers.get('content-disposition')).toContain('.csv');
    const bytes = await answer.bytes();
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
    expect(readCsv(new TextDecoder().decode(bytes))[0]).toEqual(['Account']);
  }
  // What was there before comes after, and is then on either as well.
  await until('what lay here is in the storage', async () => (await statuses(before)).join() === '200,200', {
    withinMs: 120_000,
  });
  await until('it lies there alone', () => !liesHere(before).includes(true));
  expect(objects()).toHaveLength(2);
  for (const one of [before, id]) await api.call('async_operations/remove', { id: one });
  await until('both are gone from there', () => objects().length === 0);
  expect(await statuses(id)).toEqual([404, 404]);
});
