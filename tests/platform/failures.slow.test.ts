import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PluginHealth, PluginHistoryEntry, PluginRemoval } from '@waypost/sdk/platform';
import { createConnection } from 'mongoose';
import { runHere } from '../../runtime/command/testing/run-waypost.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';
import { FULL_GRANTS, packFull } from './full-plugin.ts';
import { pluginsOf } from './plugins-api.ts';
import { rightsIn, takeOneRight } from './rights-in.ts';
import { author, packShelf } from './shelf.ts';

// Processes on a busy machine.
setDefaultTimeout(60_000);

let system: System;
let api: Api;
let plugins: ReturnType<typeof pluginsOf>;
const connection = createConnection();

beforeAll(async () => {
  system = await startSystem({
    registry: join(import.meta.dir, 'registry-visits.json'),
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

/** What `waypost doctor` says of them. */
const leftoversSaid = async () => {
  const { out } = await runHere(system.dataDirectory, ['doctor', '--json'], { variables: doctorVariables() });
  const checks = JSON.parse(out) as { name: string; ok: boolean; found: string }[];
  const check = checks.find(({ name }) => name === 'plugin leftovers');
  return { ok: check?.ok, found: check?.found };
};
const doctorVariables = (): Record<string, string> =>
  process.env.MONGODB_URI === undefined ? {} : { MONGODB_URI: system.storeUri };

const codeOf = async (path: string, body: unknown = {}) => {
  const { status, body: answer } = await api.call(path, body);
  return [status, (answer as { code?: string }).code];
};
const health = async (id: string) => (await api.call<PluginHealth>('plugins/health', { id })).content;
const history = async (id: string) =>
  (await api.call<{ content: PluginHistoryEntry[] }>('plugins/history', { id })).content.content;
const verdicts = async () =>
  (
    await api.call<{ content: { kind: string; is_intact: boolean; broken_at: number | null }[] }>(
      'plugins/verify_history',
    )
  ).content.content;

describe('a part that fails', () => {
  test('is put into quarantine alone, with its reason and a count, until it is tried again', async () => {
    await plugins.install(await packShelf({ version: '1.0.0' }));
    for (let round = 0; round < 5; round += 1)
      expect(await codeOf('shelf_call/fail', { fails: true })).toEqual([500, 'internal']);
    expect(await codeOf('shelf_call/fail', { fails: false })).toEqual([503, 'plugin_part_quarantined']);
    // Nothing beside it notices.
    expect((await api.call('shelf_call/version')).status).toBe(200);
    expect((await api.call('administrator/profile')).status).toBe(200);
    const part = (await health('shelf')).parts.find((one) => one.part === 'route:shelf_call/fail');
    expect(part).toMatchObject({
      state: 'quarantined',
      faults: 5,
      quarantines: 1,
      reason: 'this part is broken',
    });
    expect(part?.retry_time).not.toBeNull();
    await until(async () => (await plugins.one('shelf')).quarantined === 1);

    await api.call('plugins/retry', { id: 'shelf', part: 'route:shelf_call/fail' });
    expect((await api.call('shelf_call/fail', { fails: false })).status).toBe(200);
  });

  test('is not what callers send: refused input never counts', async () => {
    for (let round = 0; round < 8; round += 1)
      expect((await api.call('shelf_call/fail', { fails: 'x' })).status).toBe(422);
    expect((await api.call('shelf_call/fail', { fails: false })).status).toBe(200);
  });
});

describe('a plugin with something everywhere', () => {
  test('its preview names all of it, and who is in the middle of something', async () => {
    const archive = await packFull('1.0.0');
    const { release } = (await plugins.upload(archive)).content;
    // Nothing of it has run: what plugin.json says is known.
    const before = await plugins.preview('full', { kind: 'upgrade', release: release.release });
    expect(before).toMatchObject({
      is_complete: false,
      added: { jobs: ['tidy'], topics: ['full.news'], services: ['full.rows 1.0.0'] },
      capabilities: { missing: FULL_GRANTS },
    });
    await plugins.install(archive, { granted: FULL_GRANTS });
    // Longer than anybody looks; it ends by itself or with the plugin.
    void api.call('full_call/slow', { milliseconds: 8_000 }).catch(() => undefined);
    await until(
      async () => (await plugins.preview('full', { kind: 'disable' })).open.calls === 1,
      system.runtime.output,
    );
    const { removed } = await plugins.preview('full', { kind: 'disable' });
    expect(removed).toMatchObject({
      jobs: ['breaks', 'tidy'],
      menus: [{ route: 'full_book' }],
      topics: ['full.news'],
      services: ['full.rows 1.0.0'],
      contributions: ['point:system.message_channel:full.owl', 'settings:full:full'],
    });
    expect(removed.permissions).toContain('full.extra:read');
    expect(removed.routes).toContain('full_call/publish');
  });

  test('a job that fails again and again rests alone', async () => {
    const broken = async () => (await health('full')).parts.find(({ part }) => part === 'job:breaks');
    for (let round = 0; round < 5; round += 1) await api.call('full_call/work');
    await until(async () => (await broken())?.state === 'quarantined', system.runtime.output);
    expect(await broken()).toMatchObject({ faults: 5, reason: 'this job is broken' });
    expect((await api.call('full_call/version')).status).toBe(200);
  });

  test('leaves nothing when it is removed: rows, schedule, settings, links, permissions, files', async () => {
    const left = async () => ({
      collections: await connection.db?.listCollections({ name: 'full_book' }).toArray(),
      jobs: await connection.collection('kernel_job').countDocuments({ name: { $regex: '^full\\.' } }),
      settings: await connection.collection('plugin_settings').countDocuments({ _id: 'full' as never }),
      roles: await connection
        .collection('system_role')
        .countDocuments({ permissions: { $regex: '^full\\.' } }),
      visit: (await fetch(`${system.origin}/fullcode`, { redirect: 'manual' })).status,
      files: existsSync(join(system.dataDirectory, 'plugins/full')),
    });
    await api.call('full_book/add', { name: 'atlas', pages: 1 });
    await api.call('full_call/publish', { id: 'f'.repeat(24), code: 'fullcode' });
    await api.call('plugins/change_settings', { id: 'full', version: 0, change: { greeting: 'Habari' } });
    expect(await left()).toMatchObject({
      collections: [{ name: 'full_book' }],
      settings: 1,
      visit: 302,
      files: true,
    });
    const { jobs, roles } = await left();
    expect([jobs > 0, roles > 0]).toEqual([true, true]);

    await api.call('plugins/remove', { id: 'full', confirm: 'full', collections: { full_book: 'drop' } });
    await until(async () => (await left()).visit === 404, system.runtime.output);
    expect(await left()).toEqual({
      collections: [],
      jobs: 0,
      settings: 0,
      roles: 0,
      visit: 404,
      files: false,
    });
    const { content } = await api.call<{ content: { plugin: string }[] }>('plugins/contributions');
    expect(content.content.filter(({ plugin }) => plugin === 'full')).toEqual([]);
    expect(await leftoversSaid()).toEqual({ ok: true, found: 'none' });
    for (const path of ['full_call/version', 'full_book/inquire'])
      expect(await codeOf(path)).toEqual([404, 'unknown_call']);
  });
});

describe('what depends on a plugin', () => {
  test('keeps it from being switched off, unless whoever does it says so', async () => {
    await plugins.install(
      await packShelf({ id: 'reader', version: '1.0.0', manifest: { requires: { shelf: '^1.0.0' } } }),
    );
    expect(await codeOf('plugins/disable', { id: 'shelf' })).toEqual([409, 'plugin_dependents']);
    const preview = await plugins.preview('shelf', { kind: 'disable' });
    expect(preview).toMatchObject({
      from: '1.0.0',
      to: null,
      dependents: ['reader'],
      blockers: [{ code: 'dependents', subject: 'reader' }],
      removed: { menus: [{ route: 'shelf_book' }] },
    });
    expect(preview.removed.routes).toContain('shelf_call/slow');
    // A release that the dependent cannot work with.
    const two = (await plugins.upload(await packShelf({ version: '2.0.0' }))).content.release.release;
    expect(await codeOf('plugins/choose', { id: 'shelf', release: two, granted: [], trusted: true })).toEqual(
      [409, 'plugin_dependents'],
    );
    const { content } = await api.call<{ disabled: string[] }>('plugins/disable', {
      id: 'shelf',
      cascade: true,
    });
    expect(content.disabled).toEqual(['reader', 'shelf']);
    expect(await codeOf('plugins/enable', { id: 'reader' })).toEqual([409, 'plugin_requirement']);
    await api.call('plugins/enable', { id: 'shelf' });
    await api.call('plugins/enable', { id: 'reader' });
    expect(await plugins.one('reader')).toMatchObject({ state: 'active' });
    expect(await codeOf('plugins/disable', { id: 'system' })).toEqual([409, 'plugin_required']);
  });
});

describe('what needs a service of a plugin', () => {
  const offering = (version: string, service: string | undefined) =>
    packShelf({
      id: 'mail',
      version,
      ...(service === undefined
        ? {}
        : {
            manifest: { services: { 'mail.out': service } },
            setup: `context.provide('mail.out', { send: async (text) => \`sent \${text}\` });`,
          }),
    });
  const SENDS = `const send = defineCall({ area: 'sender_call', call: 'send', body: z.strictObject({}), result: z.string(), access: { signedIn: true }, summary: 'Sends' });
    context.call(send, () => context.require('mail.out').send('a letter'));`;
  const stateOf = async (id: string) => {
    const { state, reason } = await plugins.one(id);
    return { state, reason };
  };

  for (const isTrusted of [true, false])
    test(`depends on whoever offers it in its version, ${isTrusted ? 'inside' : 'in a process of its own'}`, async () => {
      const needing = await packShelf({
        id: 'sender',
        version: '1.0.0',
        manifest: { needs: { 'mail.out': '^1' } },
        setup: SENDS,
        isSigned: isTrusted,
      });
      const { id, release } = (await plugins.upload(needing)).content;
      const choice = { id, release: release.release, granted: [], trusted: isTrusted, enable: true };
      expect(await codeOf('plugins/choose', choice)).toEqual([409, 'plugin_requirement']);
      expect(
        (await plugins.preview('sender', { kind: 'upgrade', release: release.release })).blockers,
      ).toEqual([{ code: 'requirement', subject: 'mail.out ^1' }]);

      const mail = await offering('1.0.0', '1.2.0');
      const { release: offered } = (await plugins.upload(mail)).content;
      const foreseen = await plugins.preview('mail', { kind: 'upgrade', release: offered.release });
      expect(foreseen.added.services).toEqual(['mail.out 1.2.0']);
      await plugins.install(mail);
      expect((await api.call('plugins/choose', choice)).content).toMatchObject({ state: 'active' });
      expect((await api.call('sender_call/send')).content as unknown).toBe('sent a letter');
      expect((await plugins.one('sender')).requires).toEqual([
        { id: 'mail.out', range: '^1', version: '1.2.0', is_met: true },
      ]);

      // Neither switched off nor replaced by what offers something else.
      expect(await codeOf('plugins/disable', { id: 'mail' })).toEqual([409, 'plugin_dependents']);
      for (const [version, service] of [
        ['2.0.0', '2.0.0'],
        ['2.1.0', undefined],
      ] as const) {
        const next = (await plugins.upload(await offering(version, service))).content.release.release;
        const wish = { id: 'mail', release: next, granted: [], trusted: true };
        expect(await codeOf('plugins/choose', wish)).toEqual([409, 'plugin_dependents']);
      }

      // Where it goes all the same, the other waits and says for what, and comes back with it.
      const states = connection.collection<{ _id: string }>('plugin_states');
      await states.updateOne({ _id: 'mail' }, { $set: { enabled: false } });
      await until(async () => (await stateOf('sender')).state === 'failed');
      expect(await stateOf('sender')).toEqual({
        state: 'failed',
        reason: 'needs the service mail.out of mail, which is not active',
      });
      expect(await codeOf('sender_call/send')).toEqual([404, 'plugin_disabled']);
      await states.updateOne({ _id: 'mail' }, { $set: { enabled: true } });
      await until(async () => (await stateOf('sender')).state === 'active');
      expect((await api.call('sender_call/send')).content as unknown).toBe('sent a letter');
      for (const one of ['sender', 'mail'])
        await api.call('plugins/remove', { id: one, confirm: one, collections: { [`${one}_book`]: 'drop' } });
    });
});

describe('removal', () => {
  const remove = (id: string, collections: Record<string, string>) =>
    api.call<PluginRemoval>('plugins/remove', { id, confirm: id, collections });
  const namesOf = async (prefix: string) =>
    (await connection.db?.listCollections({}, { nameOnly: true }).toArray())
      ?.map(({ name }) => name)
      .filter((name) => name.startsWith(prefix));
  const countOf = (collection: string, filter: Record<string, unknown>) =>
    connection.collection(collection).countDocuments(filter);

  test('kept data are there after a reinstall, and so is what somebody set', async () => {
    const settings = `context.settings(defineSettings({ fields: {
      greeting: field(z.string(), { default: 'Hello' }),
      token: field(z.string(), { default: '', secret: true }),
    } }));`;
    const capabilities = ['settings:secrets'];
    const archive = await packShelf({
      id: 'box',
      version: '1.0.0',
      setup: settings,
      manifest: { capabilities },
    });
    await plugins.install(archive, { granted: capabilities });
    const change = { greeting: 'Habari', token: 'secret' };
    await api.call('plugins/change_settings', { id: 'box', version: 0, change });
    await api.call('box_book/add', { name: 'kept', pages: 3 });
    const rights = await takeOneRight(connection, 'box');
    expect(await codeOf('plugins/remove', { id: 'box', confirm: 'bo', collections: {} })).toEqual([
      422,
      'invalid_input',
    ]);
    expect((await remove('box', { box_book: 'keep' })).content).toEqual({
      kept: ['box_book'],
      dropped: [],
      archive: null,
    });
    expect(await codeOf('box_call/version')).toEqual([404, 'unknown_call']);
    expect(existsSync(join(system.dataDirectory, 'plugins/box'))).toBe(false);
    expect((await leftoversSaid()).found).not.toContain('permissions of box');
    await plugins.install(archive, { granted: capabilities });
    expect(await rightsIn(connection, 'box')).toEqual(rights);
    const rows = (await api.call<{ content: { name: string }[] }>('box_book/inquire')).content.content;
    expect(rows.map(({ name }) => name)).toEqual(['kept']);
    const kept = await api.call<{ values: object; set: string[] }>('plugins/settings', { id: 'box' });
    expect(kept.content).toMatchObject({ values: { greeting: 'Habari' }, set: ['token'] });
  });

  test('what did not work is given a new chance by a reinstall', async () => {
    const licence = join(system.dataDirectory, 'licence.txt');
    const archive = await packShelf({
      id: 'crate',
      version: '1.0.0',
      setup: `if (!(await Bun.file(${JSON.stringify(licence)}).exists())) throw new Error('no licence');`,
    });
    await plugins.install(archive);
    expect(await plugins.one('crate')).toMatchObject({ state: 'failed', reason: 'no licence' });
    await remove('crate', { crate_book: 'drop' });
    await Bun.write(licence, 'granted');
    expect(await plugins.install(archive)).toMatchObject({ state: 'active' });
    await remove('crate', { crate_book: 'drop' });
  });

  test('archived data can be downloaded, and nothing is left behind', async () => {
    const { archive } = (await remove('box', {})).content;
    expect(archive?.collections).toEqual([{ name: 'box_book', count: 1 }]);
    const file = await fetch(`${system.origin}/api/plugins/archive_download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: archive?.id }),
    });
    const lines = gunzipSync(await file.arrayBuffer())
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0].collection).toBe('box_book');
    expect(lines[1]).toMatchObject({ name: 'kept' });
    expect(await namesOf('box_')).toEqual([]);
    const left = [
      await countOf('plugin_states', { _id: 'box' as never }),
      await countOf('plugin_releases', { plugin: 'box' }),
      await countOf('plugin_release_chunks', { release: { $regex: '^box@' } }),
      await countOf('plugin_collections', { plugin: 'box' }),
      await countOf('plugin_surfaces', { plugin: 'box' }),
      await countOf('system_role', { permissions: { $regex: '^box\\.' } }),
      await countOf('system_role', { granted: { $regex: '^box\\.' } }),
    ];
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(await leftoversSaid()).toEqual({ ok: true, found: 'none' });
    await connection.collection('plugin_surfaces').insertOne({ plugin: 'ghost' });
    expect(await leftoversSaid()).toEqual({ ok: false, found: 'what ghost showed' });
    await connection.collection('plugin_surfaces').deleteOne({ plugin: 'ghost' });
    expect((await api.call('plugins/archive_remove', { id: archive?.id })).status).toBe(200);
    expect((await api.call<{ content: unknown[] }>('plugins/archives')).content.content).toEqual([]);
  });
});

describe('the history', () => {
  test('tells who did what, and shows that somebody changed it', async () => {
    const entries = await history('shelf');
    expect(
      entries
        .map(({ type }) => type)
        .reverse()
        .slice(0, 3),
    ).toEqual(['plugin.receive', 'plugin.install', 'plugin.retry']);
    expect(entries.every(({ account }) => account === ADMINISTRATOR.account)).toBe(true);
    expect((await verdicts()).map(({ is_intact }) => is_intact)).toEqual([true, true]);
    const victim = entries.find(({ type }) => type === 'plugin.install');
    await connection
      .collection('plugin_history')
      .updateOne({ seq: victim?.seq }, { $set: { after: '{"granted":[]}' } });
    expect((await verdicts())[0]).toMatchObject({
      kind: 'life',
      is_intact: false,
      broken_at: victim?.seq ?? null,
    });
  });
});
