import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errors, OperationStatus } from '@waypost/contract';
import type { FileStore, OperationDefinition, S3FilePlace } from '@waypost/sdk';
import type { ResultPlaces } from '@waypost/sdk/platform';
import { S3RVER_KEY, type S3rver, startS3rver } from '../../../tests/s3rver.ts';
import { createOutgoing } from '../../outgoing/index.ts';
import { createStoredFiles } from '../files/index.ts';
import type { OperationService } from './operations.ts';
import { counting, input } from './testing/kinds.ts';
import { isOver, OWNER, operationWorkers, request, textOf, until } from './testing/workers.ts';

// Whoever loses these loses exports that another machine has made, or leaves what people exported in a storage for ever.
setDefaultTimeout(60_000);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const { rows, stored, pathOf, time, worker } = operationWorkers();
let s3: S3rver;
let storage: FileStore;
beforeAll(async () => {
  s3 = await startS3rver(['results']);
  const place: S3FilePlace = {
    kind: 's3',
    endpoint: s3.endpoint,
    region: '',
    bucket: 'results',
    path: 'shop',
    ...S3RVER_KEY,
  };
  const send = createOutgoing({ resolvers: [], testAddresses: [], storageAddresses: ['127.0.0.1'] }).storage;
  const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
  storage = createStoredFiles({ directory: pathOf(), send, random: random as never }).offered.open(place);
});
afterAll(() => s3?.stop());

/** The storage is the place in use as long as `isThere`, and refuses everything while `isDown`. */
function inStorage({ isThere = true, isDown = false } = {}) {
  const state = { isThere, isDown };
  const told =
    <T extends unknown[], R>(work: (...given: T) => Promise<R>) =>
    async (...given: T): Promise<R> => {
      if (state.isDown) throw errors.storeUnavailable.create();
      return work(...given);
    };
  const places: ResultPlaces = {
    current: async () => (state.isThere ? 'bucket' : undefined),
    async open() {
      const { get, probe, put, remove } = storage;
      return { get: told(get), probe, put: told(put), remove: told(remove) };
    },
  };
  return { state, places };
}
const objects = () =>
  readdirSync(s3.directory, { recursive: true }).filter((name) => /-\d+\._S3rver_object$/.test(String(name)));

async function begun(
  places: ResultPlaces,
  definition: OperationDefinition<typeof input> = counting,
  machine = '',
) {
  const service = worker({ machine });
  service.define('qr.count', definition);
  service.keepResults(places);
  await service.begin();
  return service;
}
async function counted(service: OperationService, lines: number): Promise<string> {
  const { id } = await service.start('qr.count', { name: 'Counting', input: { rows: lines } }, request);
  expect(await until(service, id, isOver)).toMatchObject({ status: OperationStatus.completed });
  return id;
}
/** Writes a hundred thousand letters a row. */
const large: OperationDefinition<typeof input> = {
  input,
  async run({ input, createFile }) {
    const file = await createFile({ name: '计数.txt', type: 'text/plain' });
    for (let row = 0; row < input.rows; row += 1) await file.write(String(row).padStart(100_000, '.'));
  },
};
const LARGE = 90;
const EXPECTED_LARGE = Array.from({ length: LARGE }, (_, row) => String(row).padStart(100_000, '.')).join('');
const EXPECTED = (lines: number) => Array.from({ length: lines }, (_, line) => `${line}\n`).join('');

test('a result is in the storage, sealed, in as many parts as it needs, and every machine hands it over', async () => {
  const { places } = inStorage();
  const service = await begun(places, large);
  const id = await counted(service, LARGE);
  await until(service, id, () => !existsSync(pathOf(id)));
  expect(objects()).toHaveLength(3);
  for (const name of objects())
    expect((await Bun.file(join(s3.directory, String(name))).text()).includes('....')).toBe(false);
  const other = worker({ machine: 'other' });
  other.keepResults(places);
  const file = await other.file(OWNER, id);
  expect(file).toMatchObject({ name: '计数.txt', type: 'text/plain', size: EXPECTED_LARGE.length });
  for (const one of [service, other]) expect((await textOf(one, id)) === EXPECTED_LARGE).toBe(true);
  await expect(other.file('b'.repeat(24), id)).rejects.toMatchObject({ code: 'not_found' });
  await service.discard(id);
  expect(objects()).toEqual([]);
  expect(await stored().countDocuments()).toBe(0);
});

test('an empty result is a file, too', async () => {
  const service = await begun(inStorage().places);
  const id = await counted(service, 0);
  expect(await textOf(service, id)).toBe('');
  await service.discard(id);
});

test('without a storage in use a result stays where it was made; once there is one, it goes there, and older ones as well', async () => {
  const { places, state } = inStorage({ isThere: false });
  const service = await begun(places);
  const id = await counted(service, 10);
  expect(existsSync(pathOf(id))).toBe(true);
  expect(await service.file(OWNER, id)).toMatchObject({ path: pathOf(id) });
  expect(await stored().countDocuments()).toBe(0);
  // As a version wrote it that knew of no storage.
  await rows().updateOne({ _id: id }, { $unset: { result: '' } });
  state.isThere = true;
  await until(service, id, () => !existsSync(pathOf(id)));
  expect(await textOf(service, id)).toBe(EXPECTED(10));
  await service.discard(id);
});

test('a storage that takes nothing now is no fault of the work: the file is here until it does', async () => {
  const { places, state } = inStorage({ isDown: true });
  const service = await begun(places);
  const id = await counted(service, 10);
  expect(await textOf(service, id)).toBe(EXPECTED(10));
  expect(existsSync(pathOf(id))).toBe(true);
  state.isDown = false;
  await until(service, id, () => !existsSync(pathOf(id)));
  expect(await textOf(service, id)).toBe(EXPECTED(10));
  expect(objects()).toHaveLength(1);
  // What is wrong with it is told, and not half of a file.
  state.isDown = true;
  await expect(service.file(OWNER, id)).rejects.toMatchObject({ code: 'store_unavailable' });
  await service.discard(id);
  expect(objects()).toHaveLength(1);
  state.isDown = false;
  await service.discard(id);
  expect(objects()).toEqual([]);
});

test('results go from the storage after seven days, and whatever a killed process has left there', async () => {
  const { places } = inStorage();
  const service = await begun(places);
  const id = await counted(service, 10);
  const left = 'e'.repeat(32);
  await storage.put(`results/${left}-0`, new Uint8Array(3), {
    type: 'text/plain',
    disposition: 'attachment',
  });
  await stored().insertOne({
    _id: left,
    operation: id,
    place: 'bucket',
    parts: 2,
    create_time: new Date(Date.now() - 2 * HOUR_MS),
  });
  time.ahead = 6 * DAY_MS;
  await (await begun(places)).stop();
  expect(objects()).toHaveLength(1);
  time.ahead = 7 * DAY_MS + HOUR_MS;
  await (await begun(places)).stop();
  expect(objects()).toEqual([]);
  expect(await stored().countDocuments()).toBe(0);
  await expect(service.file(OWNER, id)).rejects.toMatchObject({ code: 'operation_file_gone' });
});

test('what is cancelled while it is put away is nowhere', async () => {
  const { places } = inStorage();
  const slow: ResultPlaces = {
    ...places,
    async open(id) {
      const store = await places.open(id);
      return {
        ...store,
        async put(...given) {
          await store.put(...given);
          await Bun.sleep(700);
        },
      };
    },
  };
  const service = await begun(slow, large);
  const { id } = await service.start('qr.count', { name: 'x', input: { rows: LARGE } }, request);
  await until(service, id, () => objects().length > 0);
  await service.cancel(id);
  expect(await until(service, id, isOver)).toMatchObject({ error_code: 'cancelled', file_name: null });
  expect(objects()).toEqual([]);
  expect(existsSync(pathOf(id))).toBe(false);
});
