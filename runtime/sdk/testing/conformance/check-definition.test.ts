import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type CallDefinition,
  defineCall,
  defineResource,
  defineSettings,
  defineVisitRuleKind,
  field,
  LOCALES,
} from '@waypost/contract';
import { definePlugin, type PluginContext } from '@waypost/sdk';
import { type ConformanceFault, checkDefinition, checkPluginFolder } from '@waypost/sdk/conformance';
import { z } from 'zod';

const MANIFEST = {
  id: 'sample',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'plugin.sample',
  areas: ['sample', 'sample_note'],
  server: 'server.js',
};
const WORDS = {
  'plugin.sample': 'Sample',
  'menu.sample_note': 'Notes',
  'sample.note.text': 'Text',
  'sample.note.state': 'State',
  'sample.note.state.open': 'Open',
  'sample.note.state.done': 'Done',
  'sample.note.weight': 'Weight',
  'sample.unit.gram': 'g',
  'sample.note.section.more': 'More',
  'sample.note.found_by': 'Found by',
  'sample.note.action.tick': 'Tick',
  'sample.note.action.tick.confirm': 'Tick {{name}}?',
  'sample.rule.short': 'Too short',
  'permission.polish': 'Polish',
  'sample.settings.size': 'Size',
  'sample.settings.tone': 'Tone',
  'sample.settings.tone.loud': 'Loud',
  'operation.sample.count': 'Count',
  'rule.sample.weekday': 'On days',
  'rule.sample.weekday.days': 'Days',
  'sample.channel.pigeon': 'By pigeon',
};
const note = defineResource({
  name: 'sample.note',
  area: 'sample_note',
  title: 'text',
  fields: {
    text: field(z.string()),
    state: field(z.enum(['open', 'done']), { list: true, default: 'open' }),
    weight: field(z.int(), { unit: 'sample.unit.gram', section: 'more' }),
    found_by: field(z.string(), { write: 'none', filter: 'contains', default: '' }),
    inner: field(z.string(), { write: 'none', default: '' }),
  },
  rules: [{ path: 'text', messageKey: 'sample.rule.short', holds: () => true }],
  actions: { tick: { confirm: true } },
  access: 'own',
  menu: { route: 'sample_note' },
});
const count = defineCall({
  area: 'sample',
  call: 'count',
  body: z.strictObject({}),
  result: z.null(),
  access: { signedIn: true },
  summary: 'Counts',
});
const settings = defineSettings({
  fields: { size: field(z.int(), { default: 1 }), tone: field(z.enum(['loud']), { default: 'loud' }) },
});
const weekday = defineVisitRuleKind({
  name: 'sample.weekday',
  parameters: { days: 'numbers' },
  condition: { fact: 'weekday', in: { parameter: 'days' } },
});
const foreign = defineResource({
  name: 'shop.order',
  area: 'shop_order',
  title: 'what',
  fields: { what: field(z.string()) },
  access: 'all',
});

const bound = { actions: { tick: async () => null } };

type Setup = (context: PluginContext) => unknown;

/** Everything that a plugin can declare, each with its words. */
const whole: Setup = async (context) => {
  context.resource(note, bound);
  context.permission('sample.note:polish');
  context.menu({ route: 'sample_extra', parent: 'platform' }, 'sample.extra:read', ['sample.extra:polish']);
  context.settings(settings);
  context.operations.define('count', { input: z.strictObject({}), run: async () => undefined } as never);
  context.visitRules.kind(weekday);
  context.points.contribute('sample.channel', '^1', 'sample.pigeon', { title: 'sample.channel.pigeon' });
};
const WHOLE_WORDS = { ...WORDS, 'menu.sample_extra': 'Extra' };

async function check(
  setup: Setup,
  more: {
    manifest?: object;
    words?: Record<string, string>;
    screens?: string[];
    warnings?: ConformanceFault[];
  } = {},
): Promise<ConformanceFault[]> {
  const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const files = new Map([
    ['plugin.json', text({ ...MANIFEST, ...more.manifest })],
    ['dist/screens.json', text(more.screens ?? ['sample_note', 'sample_extra'])],
    ...LOCALES.map((locale) => [`locales/${locale}.json`, text(more.words ?? WHOLE_WORDS)] as const),
  ]);
  const plugin = definePlugin({ id: 'sample', setup: (context) => setup(context) as Promise<void> });
  return checkDefinition(plugin, files, { warn: (warning) => void more.warnings?.push(warning) });
}

test('what has all its words and asks for all it uses has no fault', async () => {
  const warnings: ConformanceFault[] = [];
  expect(await check(whole, { warnings })).toEqual([]);
  expect(warnings).toEqual([]);
});

const elsewhere = { ...count, area: 'shop' } as CallDefinition;
test.each<[string, Setup, ConformanceFault['rule'], string, string]>([
  [
    'a call in a foreign area',
    (c) => c.call(elsewhere, () => null),
    'areas',
    'shop/count',
    'among the areas of plugin.json',
  ],
  [
    'a call that is declared twice',
    (c) => [c.call(count, () => null), c.call(count, () => null)],
    'calls',
    'sample/count',
    'registered twice',
  ],
  [
    'a resource that is declared twice',
    (c) => [c.resource(note, bound), c.resource(note, bound)],
    'calls',
    'sample.note',
    'registered twice',
  ],
  ['an action that nobody carries out', (c) => c.resource(note), 'calls', 'sample.note', 'tick'],
  ['a resource of others', (c) => c.resource(foreign), 'calls', 'shop.order', 'its own resources only'],
  ['rows of others', (c) => c.model(foreign), 'collections', 'shop_order', '"collections:read:shop_order"'],
  [
    'a foreign permission',
    (c) => c.permission('shop.order:read'),
    'permissions',
    'shop.order:read',
    'begins with sample.',
  ],
  [
    'a foreign permission on a button',
    (c) => c.menu({ route: 'sample_note' }, 'sample.note:read', ['shop.order:read']),
    'permissions',
    'shop.order:read',
    'begins with sample.',
  ],
  ['a capability', (c) => c.identity, 'permissions', 'context.identity', '"identity"'],
  ['jobs without their capability', (c) => c.jobs, 'permissions', 'context.jobs', '"jobs"'],
  ['a service that is not named', (c) => c.provide('sample.x', {}), 'services', 'sample.x', '"services"'],
  [
    'a need without a range',
    (c) => c.require('shop.orders'),
    'services',
    'shop.orders',
    'which versions fit',
  ],
  [
    'an event of others',
    (c) => c.events.emit('shop.sold', {}),
    'events',
    'shop.sold',
    'begin with "sample."',
  ],
  ['a topic', (c) => c.realtime.topic('sample.news', {}), 'topics', 'sample.news', '"realtime:news"'],
  [
    'a hook',
    (c) => c.hooks.before('shop.order.create', () => undefined),
    'hooks',
    'shop.order.create',
    '"hooks:shop.order"',
  ],
  [
    'a point',
    (c) => c.points.contribute('shop.channel', '^1', 'sample.pigeon', {}),
    'points',
    'shop.channel',
    '"points:shop.channel"',
  ],
  ['a host', (c) => c.fetch('https://api.example.com/'), 'hosts', 'https://api.example.com/', 'may not send'],
  [
    'a kind of rule',
    (c) => c.visitRules.kind({ ...weekday, name: 'shop.weekday' }),
    'rules',
    'shop.weekday',
    'begin',
  ],
  [
    'settings that are declared twice',
    (c) => [c.settings(settings), c.settings(settings)],
    'settings',
    'context.settings',
    'is called 2 times',
  ],
  [
    'a menu group that nobody knows',
    (c) => c.menu({ route: 'sample_note', parent: 'attic' }, 'sample.note:read'),
    'menu',
    'sample_note',
    'hangs below attic, which is no group',
  ],
])('%s that the product would refuse is found, and setup goes on', async (_, setup, rule, path, sentence) => {
  let isThrough = false;
  const faults = await check(async (context) => {
    await setup(context);
    isThrough = true;
  });
  expect(faults).toContainEqual({ rule, path, message: expect.stringContaining(sentence) });
  expect(isThrough).toBe(true);
});

test('a job that repeats is named in plugin.json, and somebody defines it', async () => {
  const manifest = { capabilities: ['jobs'], schedules: ['tidy'] };
  const both: Setup = async (c) => {
    await c.jobs.every('1 hour', 'tidy');
    await c.jobs.every('1 hour', 'sweep');
  };
  expect(await check(both, { manifest })).toEqual([
    { rule: 'jobs', path: 'sweep', message: expect.stringContaining('"schedule:sweep"') },
    { rule: 'jobs', path: 'tidy', message: expect.stringContaining('no context.jobs.define') },
  ]);
});

test('what only shows when all is put in force is a fault too', async () => {
  const manifest = { services: { 'sample.notes': '1.0.0' } };
  const twice: Setup = (c) => [c.provide('sample.notes', {}), c.provide('sample.notes', {})];
  expect(await check(twice, { manifest })).toContainEqual({
    rule: 'setup',
    path: 'sample',
    message: expect.stringContaining('is provided by sample already'),
  });
});

test('what plugin.json asks for and nobody uses is said, and refuses nothing; a service that is not offered does', async () => {
  const warnings: ConformanceFault[] = [];
  const manifest = {
    capabilities: ['jobs'],
    schedules: ['tidy'],
    topics: ['news'],
    hooks: ['shop.order'],
    points: ['shop.channel'],
    services: { 'sample.notes': '1.0.0' },
  };
  expect(await check(() => undefined, { manifest, warnings })).toEqual([
    { rule: 'services', path: 'sample.notes', message: 'is named in plugin.json, but not offered' },
  ]);
  expect(warnings.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
    'jobs tidy',
    'topics news',
    'hooks shop.order',
    'points shop.channel',
  ]);
});

test('a page that no menu entry names is told of: nobody would come to it', async () => {
  const warnings: ConformanceFault[] = [];
  const manifest = { remote: 'dist', public_screens: ['sample_door'] };
  const screens = ['sample_note', 'sample_extra', 'sample_page', 'sample_door'];
  await check(whole, { manifest, screens, warnings });
  expect(warnings).toEqual([
    { rule: 'menu', path: 'sample_page', message: expect.stringContaining('no context.menu names it') },
  ]);
});

test.each(Object.keys(WHOLE_WORDS).filter((key) => key !== 'plugin.sample'))(
  'the word %s is asked for in each language',
  async (key) => {
    const { [key]: _, ...words } = WHOLE_WORDS as Record<string, string>;
    const faults = await check(whole, { words });
    expect(faults.map(({ rule, path, message }) => [rule, path, message.split(':')[0]])).toEqual(
      LOCALES.map((locale) => ['words', key, `has no ${locale} text`]),
    );
  },
);

test('the sentence of a declared error is asked for in each language', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-errors-'));
  try {
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    write('plugin.json', JSON.stringify(MANIFEST));
    write('screens/a/errors.ts', "export const a = defineError({ code: 'sample.gone', status: 404 });");
    write(
      'errors.ts',
      "const b = defineError({ code: 'sample.b', status: 409, messageKey: 'sample.said' });\nconst c = defineError({ code: 'not_found', status: 404 });\nconst d = defineError({ code: 'sample.many', status: 409 });",
    );
    write('errors.test.ts', "defineError({ code: 'sample.only_in_a_test', status: 404 });");
    write('node_modules/other/index.ts', "defineError({ code: 'other.x', status: 404 });");
    for (const locale of LOCALES)
      write(
        `locales/${locale}.json`,
        JSON.stringify({
          'plugin.sample': 'S',
          'error.sample.many_other': '{{count}} too many',
          ...(locale === 'en-US' ? { 'error.sample.gone': 'Gone' } : {}),
        }),
      );
    const plugin = definePlugin({ id: 'sample', setup: () => undefined });
    const faults = (await checkPluginFolder(folder, plugin)).filter(({ message }) =>
      message.includes('the error'),
    );
    expect(faults.map(({ path, message }) => `${path} ${message.split(':')[0]}`).sort()).toEqual([
      'error.sample.gone has no sw-KE text',
      'error.sample.gone has no zh-CN text',
      ...LOCALES.map((locale) => `sample.said has no ${locale} text`).sort(),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
