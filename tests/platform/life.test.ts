import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PluginHealth } from '@waypost/sdk/platform';
import { createConnection } from 'mongoose';
import { runHere } from '../../runtime/command/testing/run-waypost.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';
import { pluginsOf } from './plugins-api.ts';
import { author, packShelf } from './shelf.ts';

// Processes on a busy machine.
setDefaultTimeout(60_000);

let system: System;
const connection = createConnection();
let api: Api;
let plugins: ReturnType<typeof pluginsOf>;

beforeAll(async () => {
  system = await startSystem({
    registry: join(import.meta.dir, 'registry.json'),
    env: { PLUGIN_TRUSTED_KEYS: author.publicKey },
  });
  api = await signIn(system.origin, ADMINISTRATOR);
  plugins = pluginsOf(api);
  await connection.openUri(system.storeUri);
}, 180_000);
afterAll(async () => {
  await connection.close();
  await system?.stop();
}, 120_000);

const version = async () => (await api.call<{ version: string }>('shelf_call/version')).content.version;
const books = async () =>
  (await api.call<{ content: { name: string; pages: number }[] }>('shelf_book/inquire')).content.content.map(
    ({ name, pages }) => `${name} ${pages}`,
  );
const ASKING = { capabilities: ['jobs'], schedules: ['tidy'] };
const DOUBLES = `{ number: 1, name: 'pages doubled', async up(context) {
  for (const row of await context.model(book).find()) await context.model(book).updateOne({ _id: row._id }, { $set: { pages: row.pages * 2 } });
} }`;

describe('releases of a plugin', () => {
  test('an archive is only kept; it runs after somebody has granted what it asks for', async () => {
    const archive = await packShelf({ version: '1.0.0', manifest: { capabilities: ['jobs'] } });
    const { id, release } = (await plugins.upload(archive)).content;
    expect([id, release.version, release.is_key_trusted]).toEqual(['shelf', '1.0.0', true]);
    expect(await plugins.one('shelf')).toMatchObject({ state: 'disabled', version: null, release: null });
    expect((await api.call('shelf_call/version')).status).toBe(404);

    const preview = await plugins.preview('shelf', { kind: 'upgrade', release: release.release });
    expect(preview).toMatchObject({
      from: null,
      to: '1.0.0',
      is_complete: false,
      capabilities: { added: ['jobs'], missing: ['jobs'] },
      blockers: [{ code: 'consent', subject: 'jobs' }],
    });

    const waiting = await plugins.install(archive, { granted: [] });
    expect(waiting).toMatchObject({ state: 'waiting', version: null, missing_capabilities: ['jobs'] });
    expect((await api.call('shelf_call/version')).status).toBe(404);

    const active = await plugins.install(archive, { granted: ['jobs', 'identity'] });
    expect(active).toMatchObject({
      state: 'active',
      version: '1.0.0',
      trust: 'trusted',
      names: { 'en-US': 'Shelf en-US' },
    });
    expect(await version()).toBe('1.0.0');
    await api.call('shelf_book/add', { name: 'atlas', pages: 100 });
    const { surface, collections, capabilities } = await plugins.details('shelf');
    expect(surface.routes).toContain('shelf_call/version');
    expect(surface.menus).toEqual([{ route: 'shelf_book', parent: 'shelf', permission: 'shelf.book:read' }]);
    expect(collections).toEqual([{ name: 'shelf_book', count: 1, proposal: 'archive' }]);
    // Never more than it asks for.
    expect(capabilities).toEqual([{ name: 'jobs', is_granted: true }]);
  });

  test('an upgrade that asks for more waits, showing what; the old release goes on', async () => {
    const archive = await packShelf({ version: '1.1.0', manifest: ASKING });
    const waiting = await plugins.install(archive, { granted: ['jobs'] });
    expect(waiting).toMatchObject({
      state: 'waiting',
      version: '1.0.0',
      missing_capabilities: ['schedule:tidy'],
    });
    expect(await version()).toBe('1.0.0');
    const preview = await plugins.preview('shelf', { kind: 'upgrade', release: waiting.release });
    expect(preview.capabilities).toEqual({
      added: ['schedule:tidy'],
      removed: [],
      missing: ['schedule:tidy'],
    });

    const file = join(mkdtempSync(join(tmpdir(), 'waypost-slow-')), 'may-end');
    const slow = api.call<{ version: string }>('shelf_call/slow', { milliseconds: 60_000, file });
    await until(
      async () => (await plugins.preview('shelf', { kind: 'disable' })).open.calls === 1,
      system.runtime.output,
    );
    expect(await plugins.install(archive, { granted: ['jobs', 'schedule:tidy'] })).toMatchObject({
      state: 'active',
      version: '1.1.0',
    });
    expect(await version()).toBe('1.1.0');
    // What was on its way ends with the code that it began with.
    writeFileSync(file, '');
    expect((await slow).content.version).toBe('1.0.0');
    rmSync(dirname(file), { recursive: true });
    expect(await books()).toEqual(['atlas 100']);
  });

  test('a migration that fails half-way leaves the old release and its data as they were', async () => {
    const archive = await packShelf({
      version: '1.2.0',
      migrations: `${DOUBLES}, { number: 2, name: 'breaks', async up(context) {
        await context.model(book).updateMany({}, { $set: { pages: -1 } });
        throw new Error('half-way');
      } }`,
    });
    const failed = await plugins.install(archive);
    expect(failed).toMatchObject({ state: 'failed', version: '1.1.0', reason: 'half-way' });
    expect(await version()).toBe('1.1.0');
    expect(await books()).toEqual(['atlas 100']);
  });

  test('a setup that fails after its migrations puts the data back, also those of a large one', async () => {
    for (const [number, large] of [
      ['1.3.0', ''],
      ['1.3.1', 'isLarge: true,'],
    ] as const) {
      const archive = await packShelf({
        version: number,
        migrations: DOUBLES.replace('number: 1,', `number: 1, ${large}`),
        setup: `throw new Error('cannot begin');`,
      });
      expect(await plugins.install(archive)).toMatchObject({
        state: 'failed',
        version: '1.1.0',
        reason: 'cannot begin',
      });
      expect(await books()).toEqual(['atlas 100']);
    }
    const setup = `const never = new Promise(() => {}); void never; context.permission('somebody.else:read');`;
    const foreign = await plugins.install(await packShelf({ version: '1.3.2', setup }));
    expect(foreign.reason).toContain('“somebody.else:read” does not belong to the plugin “shelf”');
    expect(await version()).toBe('1.1.0');
  });

  test('an upgrade migrates; going back can bring the data from before', async () => {
    const before = (await plugins.details('shelf')).releases.find((one) => one.version === '1.1.0');
    const upgraded = await plugins.install(await packShelf({ version: '2.0.0', migrations: DOUBLES }));
    expect(upgraded).toMatchObject({ state: 'active', version: '2.0.0' });
    expect(await books()).toEqual(['atlas 200']);
    const { backup } = await plugins.details('shelf');
    expect(backup).toMatchObject({ collections: [{ name: 'shelf_book', count: 1 }] });
    const release = {
      id: 'shelf',
      release: before?.release,
      granted: ['jobs', 'schedule:tidy'],
      trusted: true,
    };
    // Without them the older release has the data as they are, and those from before can still be had.
    const older = await api.call('plugins/choose', release);
    expect(older.content).toMatchObject({ state: 'active', version: '1.1.0' });
    expect(await books()).toEqual(['atlas 200']);
    const back = await api.call('plugins/choose', { ...release, restore_data: true });
    expect(back.content).toMatchObject({ state: 'active', version: '1.1.0' });
    expect(await books()).toEqual(['atlas 100']);
    // Upgraded once more, the migration runs once more.
    const again = await plugins.install(await packShelf({ version: '2.0.0', migrations: DOUBLES }));
    expect(again.version).toBe('2.0.0');
    expect(await books()).toEqual(['atlas 200']);
  });

  test('what was withdrawn is not used any longer', async () => {
    const release = (await plugins.details('shelf')).releases.find((one) => one.version === '1.1.0')?.release;
    await api.call('plugins/choose', {
      id: 'shelf',
      release,
      granted: ['jobs', 'schedule:tidy'],
      trusted: true,
    });
    expect(await version()).toBe('1.1.0');
    const less = await api.call('plugins/choose', { id: 'shelf', release, granted: ['jobs'], trusted: true });
    expect(less.content).toMatchObject({ state: 'waiting' });
    expect((await api.call('shelf_call/version')).status).toBe(404);
    await api.call('plugins/choose', {
      id: 'shelf',
      release,
      granted: ['jobs', 'schedule:tidy'],
      trusted: true,
    });
    expect(await version()).toBe('1.1.0');
  });

  test('the collection of another plugin is read only by who was granted it, and never written', async () => {
    await api.call('good_note/add', { title: 'theirs', slug: 'theirs' });
    const setup = `
      const note = defineResource({ name: 'good.note', area: 'good_note', title: 'title', fields: { title: field(z.string()) }, access: 'own' });
      const notes = context.model(note);
      const written = await notes.updateMany({}, { $set: { title: 'mine' } }).then(() => 'written', (error) => error.message);
      const read = await notes.findOne({ slug: 'theirs' });
      const look = defineCall({ area: 'shelf_call', call: 'look', body: z.strictObject({}), result: z.object({ read: z.string(), written: z.string() }), access: { signedIn: true }, summary: 'Looks' });
      context.call(look, () => ({ read: read.title, written }));`;
    const refused = await plugins.install(await packShelf({ version: '2.1.0', setup }));
    expect(refused).toMatchObject({ state: 'failed', version: '1.1.0' });
    expect(refused.reason).toContain('collections:read:good_note');
    const manifest = { capabilities: ['collections:read'], collections: ['good_note'] };
    const granted = await plugins.install(await packShelf({ version: '2.1.1', setup, manifest }), {
      granted: ['collections:read:good_note'],
    });
    expect(granted).toMatchObject({ state: 'active', version: '2.1.1' });
    const { content } = await api.call<{ read: string; written: string }>('shelf_call/look');
    expect(content.read).toBe('theirs');
    expect(content.written).toContain('can only be read');
    const before = (await plugins.details('shelf')).releases.find((one) => one.version === '1.1.0');
    await api.call('plugins/choose', {
      id: 'shelf',
      release: before?.release,
      granted: ['jobs', 'schedule:tidy'],
      trusted: true,
    });
  });

  test('an unsigned release lives in a process of its own, and is upgraded and put back in the same way', async () => {
    const childOf = async () =>
      (await api.call<PluginHealth>('plugins/health', { id: 'crate' })).content.child;
    const crates = async () =>
      (await api.call<{ content: { pages: number }[] }>('crate_book/inquire')).content.content.map(
        ({ pages }) => pages,
      );
    const wish = { trusted: false, granted: ['jobs', 'schedule:tidy'] };
    const define = "context.jobs.define('tidy', async () => {});";
    const release = (more: Parameters<typeof packShelf>[0]) =>
      packShelf({ id: 'crate', isSigned: false, manifest: ASKING, setup: define, ...more });
    const schedules = () => connection.collection('kernel_job').countDocuments({ name: 'crate.tidy' });
    const repeated = `${define} await context.jobs.every('1 hour', 'tidy');`;
    const one = await plugins.install(await release({ version: '1.0.0', setup: repeated }), wish);
    expect(one).toMatchObject({ state: 'active', trust: 'outside', version: '1.0.0' });
    const first = await childOf();
    expect(first?.pid).toBeGreaterThan(0);
    await api.call('crate_book/add', { name: 'atlas', pages: 100 });

    const broken = `${DOUBLES}, { number: 2, name: 'breaks', async up() { throw new Error('half-way'); } }`;
    const failed = await plugins.install(await release({ version: '1.1.0', migrations: broken }), wish);
    expect(failed).toMatchObject({ state: 'failed', version: '1.0.0' });
    expect(await crates()).toEqual([100]);
    expect(await schedules()).toBe(1);

    const two = await plugins.install(await release({ version: '2.0.0', migrations: DOUBLES }), wish);
    expect(two).toMatchObject({ state: 'active', version: '2.0.0' });
    expect(await crates()).toEqual([200]);
    expect((await childOf())?.pid).not.toBe(first?.pid ?? 0);
    // The process of the old release ends.
    await until(
      () => !existsSync(`/proc/${first?.pid}`),
      () => `process ${first?.pid} still runs`,
      60_000,
    );
    // It has the job, and asks no longer for its repetition.
    await until(async () => (await schedules()) === 0, system.runtime.output);
    await api.call('plugins/disable', { id: 'crate' });
    expect((await api.call('crate_call/version')).status).toBe(404);
  });

  test('other content under a known version, a reserved id, an old engine and a plugin of the operator are refused', async () => {
    const code = async (archive: Uint8Array) =>
      ((await plugins.upload(archive)).body as { code?: string }).code;
    expect(await code(await packShelf({ version: '2.0.0', setup: 'void 0;' }))).toBe(
      'plugin_release_differs',
    );
    expect(await code(await packShelf({ id: 'plugin-x', version: '1.0.0' }))).toBe('plugin_id_reserved');
    expect(await code(await packShelf({ id: 'good', version: '9.0.0' }))).toBe('plugin_in_registry');
    expect(await code(new Uint8Array(2_000))).toStartWith('archive_');
    const choose = async (archive: Uint8Array, wish = {}) => {
      const { id, release } = (await plugins.upload(archive)).content;
      const answer = await api.call('plugins/choose', {
        id,
        release: release.release,
        granted: [],
        trusted: true,
        enable: true,
        ...wish,
      });
      return (answer.body as { code?: string }).code;
    };
    expect(await choose(await packShelf({ version: '3.0.0', manifest: { engine: '^9.0.0' } }))).toBe(
      'plugin_engine',
    );
    expect(await choose(await packShelf({ version: '3.1.0', isSigned: false }))).toBe('plugin_not_trusted');
    expect(
      await choose(
        await packShelf({
          id: 'other',
          version: '1.0.0',
          manifest: { areas: ['other_book', 'other_call', 'shelf_book'] },
        }),
      ),
    ).toBe('plugin_area_taken');
    expect(await version()).toBe('1.1.0');
  });
});

test('a plugin that keeps nothing but settings is asked for them, and what is kept is there after a reinstall', async () => {
  const archive = await packShelf({
    id: 'greeter',
    version: '1.0.0',
    hasBooks: false,
    setup:
      "context.settings(defineSettings({ fields: { greeting: field(z.string(), { default: 'Hello' }) } }));",
  });
  const greeting = async () => {
    const { content } = await api.call<{ version: number; values: { greeting: string } }>(
      'plugins/settings',
      {
        id: 'greeter',
      },
    );
    return content;
  };
  const goes = (settings: 'keep' | 'drop' | undefined) =>
    api.call('plugins/remove', { id: 'greeter', confirm: 'greeter', collections: {}, settings });
  const leftovers = async () => {
    const { out } = await runHere(system.dataDirectory, ['doctor', '--json'], {
      variables: process.env.MONGODB_URI === undefined ? {} : { MONGODB_URI: system.storeUri },
    });
    const checks = JSON.parse(out) as { name: string; found: string }[];
    return checks.find(({ name }) => name === 'plugin leftovers')?.found;
  };
  await plugins.install(archive);
  expect(await plugins.preview('greeter', { kind: 'remove' })).toMatchObject({ has_settings: false });
  const change = { greeting: 'Habari' };
  await api.call('plugins/change_settings', { id: 'greeter', version: 0, change });
  expect(await plugins.preview('greeter', { kind: 'remove' })).toMatchObject({
    has_settings: true,
    collections: [],
  });
  expect((await goes('keep')).status).toBe(200);
  // On purpose, so it is nothing that a removal has left behind.
  expect(await leftovers()).not.toContain('greeter');
  const { release } = (await plugins.upload(archive)).content;
  expect(await plugins.preview('greeter', { kind: 'upgrade', release: release.release })).toMatchObject({
    has_settings: true,
  });
  await plugins.install(archive);
  expect((await greeting()).values).toEqual({ greeting: 'Habari' });
  expect((await goes('drop')).status).toBe(200);
  await plugins.install(archive);
  expect((await greeting()).values).toEqual({ greeting: 'Hello' });
  // Kept once more, and dropped after the plugin is gone.
  await api.call('plugins/change_settings', { id: 'greeter', version: (await greeting()).version, change });
  await goes('keep');
  expect((await goes('drop')).status).toBe(200);
  expect(await leftovers()).not.toContain('greeter');
  const { status, body } = await goes(undefined);
  expect([status, body]).toMatchObject([404, { code: 'plugin_unknown' }]);
});
