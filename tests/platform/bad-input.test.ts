import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReservedPluginId, zPluginId } from '@waypost/contract';
import type { PluginOverview } from '@waypost/sdk/platform';
import { createConnection } from 'mongoose';
import { openArchive, signArchive } from '../../runtime/package/index.ts';
import {
  archiveOf,
  bytes,
  goodFiles,
  MANIFEST,
  rawArchive,
} from '../../runtime/package/testing/archive-parts.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from '../contract/harness.ts';
import { pluginsOf } from './plugins-api.ts';
import { author, packShelf } from './shelf.ts';

/**
 * What somebody might upload or bring by mistake or on purpose. Each is told plainly, to who did it and in the log, and
 * visits, sign-in and the plugins screen go on. What a plugin does while it runs (loops, memory, exit, environment,
 * hosts) is in tests/full/outside.test.ts.
 */
setDefaultTimeout(60_000);

const folders = mkdtempSync(join(tmpdir(), 'waypost-plugin-folders-'));
const connection = createConnection();
let system: System;
let api: Api;
let plugins: ReturnType<typeof pluginsOf>;
let visit: string;

beforeAll(async () => {
  system = await startSystem({
    registry: join(import.meta.dir, 'registry-visits.json'),
    env: { PLUGIN_TRUSTED_KEYS: author.publicKey, PLUGIN_DIR: folders },
    arguments: ['--rate-scale', '1000'],
  });
  api = await signIn(system.origin, ADMINISTRATOR);
  plugins = pluginsOf(api);
  const { content } = await api.call<{ short_code: string }>('qr_code_list/add', {
    name: 'Leaflet',
    targets: [{ url: 'https://example.com/' }],
    jump_type: 6,
  });
  visit = `${system.origin}/${content.short_code}`;
  await connection.openUri(system.storeUri);
}, 180_000);
afterAll(async () => {
  await connection.close();
  await system?.stop();
  rmSync(folders, { recursive: true, force: true });
}, 120_000);

// After each of them the rest of the product is as it was.
afterEach(async () => {
  expect((await fetch(visit, { redirect: 'manual' })).status).toBe(302);
  const again = await signIn(system.origin, ADMINISTRATOR);
  const { content } = (await again.call<{ content: PluginOverview[] }>('plugins/inquire')).content;
  const own = content.filter(({ id }) => id === 'qr' || id === 'system').map(({ state }) => state);
  expect(own).toEqual(['active', 'active']);
});

interface Failure {
  code: string;
  message: string;
  errors?: { path: string; message: string }[];
}
const refusal = async (archive: Uint8Array): Promise<Failure> =>
  (await plugins.upload(archive)).body as unknown as Failure;
const logged = (code: string) =>
  system.records().some((record) => record.code === code && record.msg === 'call answered');

const entries = [...goodFiles()].map(([name, content]) => ({ header: { name }, content }));
const changed = () => {
  const files = goodFiles();
  const whole = new Map(files).set(
    'integrity.json',
    bytes(
      JSON.stringify({
        algorithm: 'sha256',
        files: Object.fromEntries([...files.keys()].map((name) => [name, '0'.repeat(64)])),
      }),
    ),
  );
  return archiveOf(whole);
};
/** Nothing is wrong with it but its id. */
const conforming = (id: string) => {
  const { remote: _, ...manifest } = { ...MANIFEST, id };
  const files = goodFiles(manifest);
  for (const locale of ['zh-CN', 'en-US', 'sw-KE'])
    files.set(`locales/${locale}.json`, bytes(`{"plugin.sample":"Sample ${locale}"}`));
  for (const name of [...files.keys()]) if (name.startsWith('dist/')) files.delete(name);
  return archiveOf(files);
};
/** Signed, and then other content under the same signature. */
const forged = async () => {
  const signed = await signArchive(await archiveOf(goodFiles()), author.privateKeyPem);
  const { files } = await openArchive(signed);
  const signature = JSON.parse(new TextDecoder().decode(files.get('signature.json')));
  const bad = `${signature.signature.startsWith('A') ? 'B' : 'A'}${signature.signature.slice(1)}`;
  return archiveOf(
    new Map(files).set('signature.json', bytes(JSON.stringify({ ...signature, signature: bad }))),
  );
};

describe('an archive', () => {
  test.each([
    [
      'with ../ in a name',
      'archive_path_refused',
      () => archiveOf(goodFiles().set('../../evil', bytes('x'))),
    ],
    [
      'with a link',
      'archive_entry_refused',
      () =>
        rawArchive([...entries, { header: { name: 'dist/x', type: 'symlink', linkname: '/etc/passwd' } }]),
    ],
    [
      'that is a bomb',
      'archive_unpacked_too_large',
      () => archiveOf(goodFiles().set('dist/zeros.bin', new Uint8Array(101 * 1024 * 1024))),
    ],
    ['with a wrong hash', 'integrity_mismatch', changed],
    ['with a wrong signature', 'signature_invalid', forged],
    [
      'whose pages are missing',
      'archive_remote_missing',
      () => archiveOf(goodFiles({ ...MANIFEST, remote: 'pages' })),
    ],
    ['that is none', 'archive_unreadable', async () => bytes('PK\u0003\u0004 a zip file')],
    [
      'whose plugin.json is not right',
      'manifest_invalid',
      () => archiveOf(goodFiles({ ...MANIFEST, id: 'No Id' })),
    ],
    ['that breaks a rule of plugins', 'plugin_breaks_rules', () => archiveOf(goodFiles())],
    // `agenda_logs` is a collection of the queue's, `qr_abuse_report` one of the plugin `qr`.
    ['whose id owns collections of the platform', 'plugin_id_reserved', () => conforming('agenda')],
    ['whose id owns collections of another plugin', 'plugin_id_taken', () => conforming('qr-abuse')],
  ] as const)('%s is refused by name, and nothing of it is kept', async (_name, code, archive) => {
    const failure = await refusal(await archive());
    expect(failure.code).toBe(code);
    // A sentence for people: not the code, not a key.
    expect(failure.message).toContain(' ');
    expect(failure.message).not.toContain(code);
    await until(() => logged(code), system.runtime.output);
    expect(await connection.collection('plugin_releases').countDocuments({})).toBe(0);
  });
});

test('no plugin can have an id that a collection of the platform begins with', async () => {
  const listed = async () => (await connection.listCollections()).map(({ name }) => name);
  await until(async () => (await listed()).includes('kernel_job'), system.runtime.output);
  const claimed = new Set((await connection.collection('plugin_collections').distinct('_id')).map(String));
  const own = (await listed()).filter((name) => !claimed.has(name) && !name.startsWith('system.'));
  expect(own).toEqual(expect.arrayContaining(['agenda_logs', 'visit_links', 'system_session']));
  const owners = own.flatMap((name) =>
    [...name.matchAll(/_/g)].map(({ index }) => name.slice(0, index).replaceAll('_', '-')),
  );
  expect(owners.filter((id) => zPluginId.safeParse(id).success && !isReservedPluginId(id))).toEqual([]);
});

describe('a plugin', () => {
  const choose = async (archive: Uint8Array, enable = true) => {
    const { id, release } = (await plugins.upload(archive)).content;
    const wish = { id, release: release.release, granted: [], trusted: true, enable };
    const { status, body } = await api.call('plugins/choose', wish);
    return { ...(body as unknown as Failure), status };
  };
  const remove = async (...ids: string[]) => {
    for (const id of ids) {
      await api.call('plugins/remove', { id, confirm: id, collections: { [`${id}_book`]: 'drop' } });
    }
  };
  const requiring = (id: string, other: string) =>
    packShelf({ id, version: '1.0.0', manifest: { requires: { [other]: '^1.0.0' } } });

  test('whose dependency is missing is not switched on, and says which one', async () => {
    const missing = await choose(await requiring('lonely', 'nobody'));
    expect(missing).toMatchObject({ status: 409, code: 'plugin_requirement' });
    expect(missing.message).toContain('nobody ^1.0.0');
    await until(() => logged('plugin_requirement'), system.runtime.output);
    expect((await plugins.one('lonely')).is_enabled).toBe(false);
    await remove('lonely');
  });

  test('that requires one that requires it is not switched on, and says so when the store says otherwise', async () => {
    await choose(await requiring('hen', 'egg'), false);
    await choose(await requiring('egg', 'hen'), false);
    for (const id of ['hen', 'egg'])
      expect((await api.call('plugins/enable', { id })).body).toMatchObject({ code: 'plugin_requirement' });
    const states = connection.collection<{ _id: string }>('plugin_states');
    await states.updateMany({ _id: { $in: ['hen', 'egg'] } }, { $set: { enabled: true } });
    await until(async () => (await plugins.one('hen')).state === 'failed', system.runtime.output);
    for (const id of ['hen', 'egg'])
      expect((await plugins.one(id)).reason).toContain('they require each other');
    expect(system.runtime.output()).toContain('they require each other');
    expect((await api.call('hen_call/version')).status).toBe(404);
    await states.updateMany({ _id: { $in: ['hen', 'egg'] } }, { $set: { enabled: false } });
    await remove('hen', 'egg');
  });

  test('that takes the menu entry of another is not made visible, whole or in part', async () => {
    const thief = await plugins.install(
      await packShelf({
        id: 'thief',
        version: '1.0.0',
        setup: `context.menu({ route: 'qr_code_list', parent: 'codes' }, 'thief.menu:read');`,
      }),
    );
    expect(thief.state).toBe('failed');
    expect(thief.reason).toBe('the menu entry qr_code_list belongs to qr already');
    expect(system.runtime.output()).toContain('the menu entry qr_code_list belongs to qr already');
    const refused = await api.call('thief_call/version');
    expect(refused).toMatchObject({ status: 503, body: { code: 'plugin_failed' } });
    expect((await api.call('qr_code_list/inquire')).status).toBe(200);
    await remove('thief');
  });

  test('that listens to what others send without having asked does not begin', async () => {
    const setup = `context.points.contribute('system.message_channel', '^1', 'spy.ear', { title: 'spy.title', deliver: async () => {} });`;
    const spy = await plugins.install(await packShelf({ id: 'spy', version: '1.0.0', setup }));
    expect(spy.state).toBe('failed');
    expect(spy.reason).toContain('has not the capability "points:system.message_channel"');
    await remove('spy');
  });
});

test('the folder of the server: what lies there is found, taken in as it stands, and waits for consent', async () => {
  const folder = join(folders, 'from-the-shelf');
  const write = (path: string, content: string) => writeFileSync(join(folder, path), content);
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folders, 'nothing-here'));
  const manifest = {
    ...MANIFEST,
    id: 'parked',
    areas: ['parked'],
    title: 'parked.title',
    server: 'server.ts',
  };
  const { remote: _, ...rest } = manifest;
  write('plugin.json', JSON.stringify({ ...rest, capabilities: ['jobs'] }));
  const server = (word: string) => `import { defineCall } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';
const say = defineCall({ area: 'parked', call: 'say', body: z.strictObject({}), result: z.string(), access: { public: true }, summary: 'Says' });
export const plugin = definePlugin({ id: 'parked', setup(context) { context.call(say, () => '${word}'); } });
`;
  write('server.ts', server('one'));
  for (const locale of ['zh-CN', 'en-US', 'sw-KE'])
    write(`locales/${locale}.json`, JSON.stringify({ 'parked.title': `Parked ${locale}` }));

  const found = async () =>
    (await api.call<{ content: Record<string, unknown>[] }>('plugins/folders')).content.content;
  expect(await found()).toEqual([
    { folder: 'from-the-shelf', id: 'parked', version: '1.0.0', release: null },
  ]);
  const receive = (name: string) =>
    api.call<{ id: string; release: { release: string } }>('plugins/receive_folder', { folder: name });
  for (const name of ['../outside', 'nothing-here', 'absent'])
    expect((await receive(name)).body).toMatchObject({ code: 'plugin_folder_unknown' });
  const choose = (release: string, granted: string[]) =>
    api.call<PluginOverview>('plugins/choose', { id: 'parked', release, granted, enable: true });
  const one = (await receive('from-the-shelf')).content.release.release;
  expect((await found())[0]?.release).toBe(one);
  expect((await choose(one, [])).content).toMatchObject({ state: 'waiting' });
  expect((await choose(one, ['jobs'])).content).toMatchObject({ state: 'active', trust: 'outside' });
  expect((await api.call('parked/say')).content as unknown).toBe('one');

  // Another content is another release: what serves is what somebody has agreed to.
  write('server.ts', server('two'));
  expect((await api.call('parked/say')).content as unknown).toBe('one');
  const two = (await receive('from-the-shelf')).content.release.release;
  expect(two).not.toBe(one);
  expect((await choose(two, ['jobs'])).content).toMatchObject({ state: 'active' });
  expect((await api.call('parked/say')).content as unknown).toBe('two');
});
