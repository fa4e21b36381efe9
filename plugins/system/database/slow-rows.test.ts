import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { definePlatformPlugin, type PlatformContext, type SlowShape } from '@waypost/sdk/platform';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { slowClear, slowState } from '../screens/mysql_time_consuming/calls.ts';
import { slowOperation } from '../screens/mysql_time_consuming/resource.ts';
import { mountSlowOperations } from '../screens/mysql_time_consuming/routes.ts';
import { systemSettings } from '../settings.ts';
import { MOST_SHAPES, slowRows, wayOf } from './slow-rows.ts';

setDefaultTimeout(120_000);
const DAY_MS = 86_400_000;
const NOW = new Date('2026-01-15T12:00:00Z');
let t: TestPlugin;
let context: PlatformContext;
let operator: Person;

beforeAll(async () => {
  const plugin = definePlatformPlugin({
    id: 'system',
    async setup(given) {
      context = given;
      const settings = given.settings(systemSettings);
      await mountSlowOperations(given, settings.get);
    },
  });
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '..'),
    manifest: {
      id: 'system',
      version: '0.1.0',
      engine: '^0.1.0',
      title: 'system.title',
      server: 'server.ts',
      areas: ['mysql_time_consuming'],
      capabilities: ['platform', 'jobs', 'settings:secrets'],
      schedules: ['read_slow_operations'],
    },
    now: NOW,
  });
  operator = await t.person('olga.operator', { role: 'super' });
});
afterAll(() => t?.dispose());
beforeEach(async () => void (await context.model(slowOperation).deleteMany({})));

const shape = (change: Partial<SlowShape> = {}): SlowShape => ({
  key: 'a'.repeat(24),
  verb: 'read',
  command: 'find',
  collection: 'qr_code',
  shape: 'filter{owner}',
  count: 1,
  total_ms: 300,
  worst_ms: 300,
  last: NOW,
  program: 'waypost server',
  failed: 0,
  asked_by: 'qr qr_code_list/inquire',
  plan: 'COLLSCAN',
  documents_read: 1000,
  ...change,
});

/** Rows over a database that has noted these, once. */
const rowsOver = (noted: readonly SlowShape[], at = Date.now()) =>
  slowRows(context, {
    noteSlow: async () => 'noted',
    clock: async () => new Date(at),
    readSlow: async () => [...noted],
  });
let clock = Date.now() + 10_000;
const later = () => (clock += 10_000);
const state = () => t.call(slowState, {}, { as: operator });
/** Settings are at most a second old. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await Bun.sleep(50);
};
const found = async () => {
  const rows = await context
    .model(slowOperation)
    .find({})
    .sort({ name: 1 } as never)
    .lean();
  return rows.map(({ name, count, average_ms, worst_ms, way }) => [name, count, average_ms, worst_ms, way]);
};

test('what is noted again adds up: how often, on average, at worst, and how the worst was found', async () => {
  await rowsOver([shape()], later()).read(200);
  await rowsOver(
    [shape({ count: 2, total_ms: 1200, worst_ms: 900, plan: 'IXSCAN { owner: 1 }' })],
    later(),
  ).read(200);
  await rowsOver([shape({ total_ms: 500, worst_ms: 500 })], later()).read(200);
  expect(await found()).toEqual([['find qr_code', 4, 500, 900, 'index']]);
});

test('two processes that read the same notes at once add them once', async () => {
  await rowsOver([], later()).read(200);
  const at = later();
  await Promise.allSettled([1, 2, 3].map(() => rowsOver([shape()], at).read(200)));
  expect(await found()).toEqual([['find qr_code', 1, 300, 300, 'whole']]);
});

test('what was not seen for the days that are set goes, and however many shapes there are, the list ends', async () => {
  const keyOf = (at: number) => at.toString(16).padStart(24, '0');
  const old = new Date(NOW.getTime() - 15 * DAY_MS);
  await rowsOver([shape(), shape({ key: 'b'.repeat(24), last: old, collection: 'old' })], later()).read(200);
  await rowsOver([], later()).prune(14);
  expect((await found()).map(([name]) => name)).toEqual(['find qr_code']);
  const many = Array.from({ length: MOST_SHAPES + 5 }, (_, at) => shape({ key: keyOf(at) }));
  await rowsOver(many, later()).read(200);
  await rowsOver([], later()).prune(14);
  expect(await context.model(slowOperation).countDocuments({})).toBe(MOST_SHAPES);
});

test('what takes so long as is set is noted from the first look on', async () => {
  await t.settings.change({ slow_operation_ms: 1, slow_operation_days: 3 });
  await until(async () => (await state()).least_ms === 1);
  expect(await state()).toMatchObject({ sight: 'noted', least_ms: 1, kept_days: 3 });
  await t.settings.change({ slow_operation_ms: 0 });
  await until(async () => (await state()).sight === 'off');
});

test('the list is emptied, and who did it stands in the audit log', async () => {
  await rowsOver([shape()], later()).read(200);
  expect(await t.call(slowClear, {}, { as: operator })).toEqual({ removed: 1 });
  expect(await found()).toEqual([]);
  expect((await t.audit()).at(-1)).toMatchObject({
    type: 'system.slow_operation.clear',
    after: { removed: 1 },
  });
});

test('plans of MongoDB and of the embedded store are told as one of three ways', () => {
  expect(['COLLSCAN', 'IXSCAN { a: 1 }', 'IXSCAN { a: 1 }, COLLSCAN', 'IDHACK', ''].map(wayOf)).toEqual([
    ...(['whole', 'index', 'whole', 'index', 'unknown'] as const),
  ]);
});
