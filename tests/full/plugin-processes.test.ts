import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { createConnection } from 'mongoose';
import { type Api, apiOf, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { isOk, type SecondRuntime, startSecond } from '../platform/second-runtime.ts';
import { author, packShelf } from '../platform/shelf.ts';

// Processes that are killed and started again, on a busy machine; the lock of one that migrated lives for 30 s.
setDefaultTimeout(180_000);

const REGISTRY = join(import.meta.dir, '../platform/registry.json');
const LIMIT_MS = 60_000;

/** A second runtime on the same store with files of its own, as on another machine. */
let system: System;
let second: SecondRuntime;
let here: Api;
let there: Api;
let plugins: ReturnType<typeof pluginsOf>;

beforeAll(async () => {
  system = await startSystem({ registry: REGISTRY, env: { PLUGIN_TRUSTED_KEYS: author.publicKey } });
  second = await startSecond(system, REGISTRY);
  here = await signIn(system.origin, ADMINISTRATOR);
  there = apiOf(second.origin, here.token);
  plugins = pluginsOf(here);
}, 180_000);
afterAll(async () => {
  await second?.stop();
  // It is in the middle of a migration that takes a minute.
  await system?.runtime.kill('SIGKILL');
  await system?.stop();
}, 120_000);

const versionAt = async (api: Api): Promise<string | number> => {
  const answer = await api.call<{ version: string }>('shelf_call/version');
  return answer.status === 200 ? answer.content.version : answer.status;
};
/** Waits until `api` answers `expected`. How long that takes is measured by the bench. */
async function followed(api: Api, expected: string | number): Promise<void> {
  await until(
    async () => (await versionAt(api)) === expected,
    () => `expected ${expected}:\n${system.runtime.output()}`,
    LIMIT_MS,
  );
}

test('what one process does is in force on the other too, from its own copy of the files', async () => {
  await plugins.install(await packShelf({ version: '1.0.0' }));
  await followed(there, '1.0.0');
  for (let round = 0; round < 3; round += 1) {
    await here.call('plugins/disable', { id: 'shelf' });
    await followed(there, 404);
    await here.call('plugins/enable', { id: 'shelf' });
    await followed(there, '1.0.0');
  }
  await plugins.install(await packShelf({ version: '1.1.0' }));
  await followed(there, '1.1.0');
  await until(
    async () => {
      const { processes } = await plugins.details('shelf');
      return (
        processes.length === 2 && processes.every(({ release }) => release?.startsWith('1.1.0-') === true)
      );
    },
    () => '',
    LIMIT_MS,
  );
});

test('a process that is killed in the middle of an activation comes back with one whole generation', async () => {
  await here.call('shelf_book/add', { name: 'atlas', pages: 100 });
  await second.stop();
  const doubling = (
    number: number,
    milliseconds: number,
    more = '',
  ) => `{ number: ${number}, name: 'doubles', ${more} async up(context) {
    for (const row of await context.model(book).find()) await context.model(book).updateOne({ _id: row._id }, { $set: { pages: row.pages * 2 } });
    context.log.warn({}, 'in migration ${number}');
    await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
  } }`;
  const pages = async () =>
    (await here.call<{ content: { pages: number }[] }>('shelf_book/inquire')).content.content.map(
      (row) => row.pages,
    );

  // In the setup, after the migration: the release is finished after the restart, and migrated once.
  await killAt(
    'in the setup',
    await packShelf({
      version: '2.0.0',
      migrations: doubling(1, 0),
      setup: `context.log.warn({}, 'in the setup'); await new Promise((resolve) => setTimeout(resolve, 1500));
      context.permission('shelf.second:read');`,
    }),
  );
  await followed(here, '2.0.0');
  expect(await pages()).toEqual([200]);
  expect((await plugins.details('shelf')).surface.permissions).toContain('shelf.second:read');

  // In a migration that is too large for a transaction: what it had done is put back before anything reads it.
  await killAt(
    'in migration 2',
    await packShelf({
      version: '2.5.0',
      migrations: [doubling(1, 0), doubling(2, 60_000, 'isLarge: true,')].join(','),
    }),
    goBackInStore,
  );
  await followed(here, '2.0.0');
  expect(await pages()).toEqual([200]);

  // In one within a transaction: what served before serves again, on data that nobody touched.
  await killAt(
    'in migration 2',
    await packShelf({
      version: '3.0.0',
      migrations: [doubling(1, 0), doubling(2, 60_000)].join(','),
      setup: `context.permission('shelf.third:read');`,
    }),
  );
  await followed(here, '2.0.0');
  expect(await pages()).toEqual([200]);
  const { surface, processes } = await plugins.details('shelf');
  expect(surface.permissions).not.toContain('shelf.third:read');
  expect(processes.find(({ release }) => release !== null)?.release).toStartWith('2.0.0-');
});

/** Chooses what served before, as the command line does while nothing runs. */
async function goBackInStore(): Promise<void> {
  const connection = createConnection();
  await connection.openUri(system.storeUri);
  const states = connection.collection<{ _id: string; previous: unknown }>('plugin_states');
  const previous = (await states.findOne({ _id: 'shelf' }))?.previous;
  await states.updateOne({ _id: 'shelf' }, { $set: { chosen: previous } });
  await connection.close();
}

/** Chooses a release, kills the process when it says where it is, and starts it again. */
async function killAt(
  moment: string,
  archive: Uint8Array,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const { id, release } = (await plugins.upload(archive)).content;
  // The answer never comes.
  void here
    .call('plugins/choose', { id, release: release.release, granted: [], trusted: true })
    .catch(() => undefined);
  await until(
    () => system.records().some((record) => record.msg === moment),
    system.runtime.output,
    LIMIT_MS,
  );
  await system.runtime.kill('SIGKILL');
  await meanwhile();
  await system.runtime.start();
  await until(() => isOk(`${system.origin}/readyz`), system.runtime.output, LIMIT_MS);
}
