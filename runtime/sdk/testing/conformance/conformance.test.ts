import { expect, test } from 'bun:test';
import { defineCall, defineResource, field, type LOCALES } from '@waypost/contract';
import { definePlugin, type PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { checkRelease } from '../../conformance/check-release.ts';
import type { PluginFiles } from '../../conformance/plugin-files.ts';
import { checkDefinition } from './check-definition.ts';

const MANIFEST = {
  id: 'sample',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'plugin.sample',
  areas: ['sample_note'],
  server: 'server.js',
  remote: 'dist',
};
const none = { js: { sync: [] as string[], async: [] as string[] } };
const FEDERATION = {
  metaData: { remoteEntry: { name: 'assets/entry.js', path: '' } },
  shared: [{ name: 'react', singleton: true, assets: none }],
  exposes: [{ name: 'plugin', assets: none }],
};
const WORDS: Record<(typeof LOCALES)[number], Record<string, string>> = {
  'zh-CN': { 'plugin.sample': '样例', 'menu.sample_note': '笔记', 'sample.note.text': '内容' },
  'en-US': { 'plugin.sample': 'Sample', 'menu.sample_note': 'Notes', 'sample.note.text': 'Text' },
  'sw-KE': { 'plugin.sample': 'Mfano', 'menu.sample_note': 'Maelezo', 'sample.note.text': 'Maandishi' },
};

/** A plugin that conforms, with some files replaced or (undefined) taken away. */
function filesWith(changes: Record<string, unknown> = {}): PluginFiles {
  const files: Record<string, unknown> = {
    'plugin.json': MANIFEST,
    'server.js': `import { definePlugin } from '@waypost/sdk'; import { createHash } from 'node:crypto';`,
    'dist/mf-manifest.json': FEDERATION,
    'dist/screens.json': ['sample_note'],
    'dist/assets/entry.js': 'var shared;',
    ...Object.fromEntries(Object.entries(WORDS).map(([locale, words]) => [`locales/${locale}.json`, words])),
    ...changes,
  };
  return new Map(
    Object.entries(files)
      .filter(([, content]) => content !== undefined)
      .map(([path, content]) => [
        path,
        new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
      ]),
  );
}

test('a plugin that follows the rules has no fault', () => {
  expect(checkRelease(filesWith())).toEqual([]);
});

test.each([
  ['no manifest', { 'plugin.json': undefined }, 'manifest', 'plugin.json'],
  ['a wrong manifest', { 'plugin.json': { ...MANIFEST, version: 'x' } }, 'manifest', 'plugin.json.version'],
  ['a language missing', { 'locales/sw-KE.json': undefined }, 'words', 'locales/sw-KE.json'],
  [
    'a text missing in one language',
    { 'locales/zh-CN.json': { 'plugin.sample': '样例' } },
    'words',
    'locales: menu.sample_note',
  ],
  [
    'a text left in English',
    { 'locales/zh-CN.json': { ...WORDS['zh-CN'], 'menu.sample_note': 'Notes' } },
    'words',
    'locales: menu.sample_note',
  ],
  [
    'a name that no language has',
    { 'plugin.json': { ...MANIFEST, title: 'plugin.other' } },
    'words',
    'locales/en-US.json: plugin.other',
  ],
  ['words of a wrong form', { 'locales/en-US.json': '[1]' }, 'words', 'locales/en-US.json'],
  ['no remote', { 'dist/mf-manifest.json': undefined }, 'screens', 'dist/mf-manifest.json'],
  ['an entry that is not there', { 'dist/assets/entry.js': undefined }, 'screens', 'dist/assets/entry.js'],
  ['no list of screens', { 'dist/screens.json': undefined }, 'screens', 'dist/screens.json'],
  [
    'a public screen that is not there',
    { 'plugin.json': { ...MANIFEST, public_screens: ['other'] } },
    'screens',
    'other',
  ],
  [
    'a contribution to another page that is not there',
    { 'plugin.json': { ...MANIFEST, slots: [{ slot: 'qr.code.column', name: 'count' }] } },
    'screens',
    'qr.code.column: count',
  ],
  [
    'a remote that carries what the page shares',
    {
      'dist/mf-manifest.json': {
        ...FEDERATION,
        shared: [{ name: 'react', singleton: true, assets: { js: { sync: ['react.js'], async: [] } } }],
      },
    },
    'shared',
    'react',
  ],
  [
    'a React of its own',
    { 'dist/assets/page.js': 'Symbol.for("react.transitional.element")' },
    'shared',
    'dist/assets/page.js',
  ],
  ['a server that opens sockets', { 'server.js': `import 'node:net'` }, 'imports', 'server.js'],
  [
    'a server that starts processes',
    { 'server.js': `await import('child_process')` },
    'imports',
    'server.js',
  ],
  ['a server that reaches the store', { 'server.js': `import 'mongoose'` }, 'imports', 'server.js'],
  [
    'a server that takes the platform’s part without asking for it',
    { 'server.js': `import '@waypost/sdk/platform'` },
    'imports',
    'server.js',
  ],
  ['a server that calls native code', { 'server.js': `require('bun:ffi')` }, 'imports', 'server.js'],
] as const)('%s is found and named', (_, changes, rule, path) => {
  expect(checkRelease(filesWith(changes))).toContainEqual(expect.objectContaining({ rule, path }));
});

const note = defineResource({
  name: 'sample.note',
  area: 'sample_note',
  title: 'text',
  fields: { text: field(z.string()) },
  access: 'own',
  menu: { route: 'sample_note' },
});
const nothing = { body: z.strictObject({}), result: z.null(), summary: '' };

function pluginOf(setup: (context: PluginContext) => void, id = 'sample') {
  return definePlugin({ id, setup });
}

test.each(['plugin.json', 'locales/en-US.json'])('%s with a comma too many is told to be no JSON', (path) => {
  expect(checkRelease(filesWith({ [path]: '{"id": "sample",}' }))).toContainEqual(
    expect.objectContaining({ path, message: expect.stringMatching(/^is not JSON: ./) }),
  );
});

test('a plugin whose registrations fit its manifest has no fault', async () => {
  const plugin = pluginOf((context) => {
    context.resource(note);
    context.events.on('other.done', () => undefined);
    const timer = setInterval(() => undefined, 1000);
    context.onDispose(() => clearInterval(timer));
  });
  expect(await checkDefinition(plugin, filesWith())).toEqual([]);
});

test.each([
  [
    'a call in a foreign area',
    (context: PluginContext): unknown =>
      context.call(
        defineCall({ area: 'administrator', call: 'grab', access: { public: true }, ...nothing }),
        () => null,
      ),
    'areas',
    'administrator/grab',
  ],
  [
    'a permission of another plugin',
    (context: PluginContext): unknown =>
      context.call(
        defineCall({
          area: 'sample_note',
          call: 'x',
          access: { permission: 'system.administrator:update' },
          ...nothing,
        }),
        () => null,
      ),
    'permissions',
    'system.administrator:update',
  ],
  [
    'a call that says nothing of who may make it',
    (context: PluginContext): unknown =>
      context.call(
        defineCall({ area: 'sample_note', call: 'x', access: {} as { public: true }, ...nothing }),
        () => null,
      ),
    'permissions',
    'sample_note/x',
  ],
  [
    'a capability that is not asked for',
    (context: PluginContext): unknown => void context.identity,
    'permissions',
    'context.identity',
  ],
  [
    'a service that plugin.json does not name',
    (context: PluginContext): unknown => context.provide('sample.notes', {}),
    'services',
    'sample.notes',
  ],
  [
    'a menu entry without a screen',
    (context: PluginContext): unknown => context.menu({ route: 'nowhere' }, 'sample.note:read'),
    'menu',
    'nowhere',
  ],
  [
    'a menu entry without words',
    (context: PluginContext): unknown => context.menu({ route: 'nowhere' }, 'sample.note:read'),
    'words',
    'menu.nowhere',
  ],
  [
    'a timer that goes on',
    (): unknown => void setInterval(() => undefined, 60_000),
    'disposal',
    'setInterval(60000 ms)',
  ],
  [
    'a listener on the process',
    (): unknown => void process.on('beforeExit', () => undefined),
    'disposal',
    "process.on('beforeExit')",
  ],
  [
    'a setup that fails',
    (): unknown => {
      throw new Error('broken');
    },
    'setup',
    'sample',
  ],
] as const)('%s is found and named', async (_, setup, rule, path) => {
  const faults = await checkDefinition(pluginOf(setup as (context: PluginContext) => void), filesWith());
  expect(faults).toContainEqual(expect.objectContaining({ rule, path }));
  process.removeAllListeners('beforeExit');
});

test('a server of another plugin than the manifest’s is found', async () => {
  expect(
    await checkDefinition(
      pluginOf(() => undefined, 'other'),
      filesWith(),
    ),
  ).toEqual([{ rule: 'manifest', path: 'plugin.json.id', message: 'the server defines other' }]);
});
