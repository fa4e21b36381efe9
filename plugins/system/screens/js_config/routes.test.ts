import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { BodyOf, CallDefinition, ResultOf } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import {
  JS_CONFIG,
  templateBuiltIn,
  templateDetails,
  templatePreview,
  templateRestore,
  templatesInquire,
  templateUpdate,
  templateVersions,
} from './calls.ts';
import { mountJumpTemplates } from './routes.ts';

setDefaultTimeout(120_000);
let t: TestPlugin;
let operator: Person;

beforeAll(async () => {
  const plugin = definePlugin({ id: 'system', setup: (context) => mountJumpTemplates(context) });
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../..'),
    manifest: {
      id: 'system',
      version: '0.1.0',
      engine: '^0.1.0',
      title: 'system.title',
      server: 'server.ts',
      areas: ['js_config'],
      capabilities: [],
    },
  });
  operator = await t.person('olga.operator', { permissions: [JS_CONFIG] });
});
afterAll(() => t?.dispose());

const ask = <C extends CallDefinition>(call: C, body: BodyOf<C>): Promise<ResultOf<C>> =>
  t.call(call, body, { as: operator });
const page = (text: string) => `<h1>${text}</h1>{{jump}}`;
const save = (version: number, html: string, note = '') =>
  ask(templateUpdate, { jump_type: 1, version, html, note });

test('each save is the page in force, and every page before can be had back, also the built-in one', async () => {
  expect(await ask(templateDetails, { jump_type: 1 })).toMatchObject({
    version: 0,
    is_built_in: true,
    html: '',
    time: null,
    account: null,
  });
  expect(await save(0, page('one'), 'first')).toMatchObject({ version: 1, account: 'olga.operator' });
  await save(1, page('two'));
  expect(await ask(templateRestore, { jump_type: 1, version: 2, restores: 1 })).toMatchObject({
    version: 3,
    restores: 1,
    html: page('one'),
    note: 'first',
  });
  expect(await ask(templateBuiltIn, { jump_type: 1, version: 3 })).toMatchObject({
    version: 4,
    is_built_in: true,
    html: '',
  });
  expect((await ask(templateDetails, { jump_type: 1, version: 2 })).html).toBe(page('two'));
  const { content, count } = await ask(templateVersions, { jump_type: 1, page: 1, page_size: 3 });
  expect([count, ...content.map(({ version }) => version)]).toEqual([4, 4, 3, 2]);
  expect(content[0]).toMatchObject({ is_current: true, is_built_in: true, account: 'olga.operator' });
  const states = await ask(templatesInquire, {});
  expect(states.content.map(({ jump_type, version }) => [jump_type, version])).toEqual([
    ...[[1, 4]],
    ...[2, 3, 4, 5].map((type) => [type, 0]),
  ]);
});

test('whoever saves over a page that they have not seen is told what is in force', async () => {
  await expect(save(1, page('late'))).rejects.toMatchObject({ code: 'stale_version' });
  const both = await Promise.allSettled([save(4, page('a')), save(4, page('b'))]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await ask(templateDetails, { jump_type: 1 })).version).toBe(5);
});

test('a page that leads nowhere or that browsers could misread is refused in words, and changes nothing', async () => {
  const refusals: [string, string][] = [
    ['<h1>{{name}}</h1>', 'Visitors would get nowhere. Put {{target}} or {{jump}} into the page.'],
    ['{{jump}}\n<p title={{name}}>', 'Line 2: the value of title needs quotes around it.'],
    [
      '{{jump}}<script>x = {{name}}</script>',
      "Line 1: in a script {{name}} stands alone in its quotes, such as '{{name}}'. Put texts together with +.",
    ],
    [`{{jump}}${'字'.repeat(22_000)}`, 'The page is too large: at most 64 KB.'],
  ];
  for (const [html, message] of refusals)
    await expect(save(5, html)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'html', message }],
    });
  expect((await ask(templateDetails, { jump_type: 1 })).version).toBe(5);
  await expect(ask(templateRestore, { jump_type: 1, version: 5, restores: 99 })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a preview is the page as a visitor gets it', async () => {
  const { html } = await ask(templatePreview, {
    jump_type: 2,
    language: 'sw-KE' as const,
    html: '<html lang="{{language}}"><p>{{title}} {{name}}</p>{{jump}}',
  });
  expect(html).toStartWith('<html lang="sw-KE"><p>Inafungua');
  expect(html).toContain('vinywaji');
  expect(html).toContain('<meta http-equiv="refresh" content="0;url=https://example.com/menu');
});

test('who may not decide it reads and changes nothing', async () => {
  const as = await t.person('carl.customer');
  const change = { jump_type: 1 as const, version: 5, html: page('x'), note: '' };
  await expect(t.call(templateDetails, { jump_type: 1 }, { as })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(t.call(templateUpdate, change, { as })).rejects.toMatchObject({ code: 'forbidden' });
});
