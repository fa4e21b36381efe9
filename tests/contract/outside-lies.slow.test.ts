import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuTree } from '@waypost/contract';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem, until } from './harness.ts';

/**
 * The context checks names and grants in the plugin's own process too, where a plugin that means harm can go past it:
 * here its process tells the server what it likes, and what the server believes of it is looked at.
 */
setDefaultTimeout(120_000);

const FOREIGN = 'system.account:read';
const folder = mkdtempSync(join(tmpdir(), 'waypost-lies-'));
let system: System;
let admin: Api;
let stranger: Api;

beforeAll(async () => {
  const registry = join(folder, 'registry.json');
  const hostile = { id: 'outside-hostile', version: '1.0.0', path: 'tests/plugins/outside-hostile' };
  writeFileSync(
    registry,
    JSON.stringify({
      plugins: [
        { id: 'system', version: '0.1.0', path: 'plugins/system', enabled: true, required: true },
        { ...hostile, enabled: true, outside: true },
      ],
    }),
  );
  system = await startSystem({ registry, arguments: ['--rate-scale', '1000'] });
  admin = await signIn(system.origin, ADMINISTRATOR);
  stranger = apiOf(system.origin);
}, 120_000);
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const attack = async (name: string, given = '') =>
  (await stranger.call<{ reached?: unknown; refused?: string }>('outside_hostile/attack', { name, given }))
    .content;
const logged = (sentence: string) =>
  system
    .records()
    .filter(({ msg }) => msg === sentence)
    .map((record) => JSON.stringify(record));
const explain = () => system.runtime.output().split('\n').slice(-10).join('\n').slice(0, 8_000);

async function refuses(name: string, given: string, told: RegExp): Promise<void> {
  const { reached, refused } = await attack(name, given);
  expect({ name, reached, refused }).toEqual({
    name,
    reached: undefined,
    refused: expect.stringMatching(told),
  });
}

test('it gets nothing that was not granted and says nothing in the name of others', async () => {
  await refuses('identityAsked', '', /has not the capability "identity"/);
  await refuses('visitsAsked', '', /has not the capability "visits:read"/);
  await refuses('foreignEventAsked', 'system.account.removed', /begin with "outside-hostile."/);
  await refuses('foreignChangeAsked', 'system.account.update', /begin with "outside-hostile."/);
  await refuses('foreignPointAsked', 'system.message_channel', /begin with "outside-hostile."/);
  for (const [method, capability] of [
    ['fetch', 'internet:fetch'],
    ['resolve', 'internet:dns'],
    ['resolvers', 'internet:dns'],
    ['certificate', 'internet:tls'],
  ] as const)
    await refuses('internetAsked', method, new RegExp(`has not the capability "${capability}"`));
  const sealed = await seal(stranger, 'somebody', 'administrator', 'login', 'password');
  await refuses('foreignSecretAsked', JSON.stringify(sealed), /not among the areas of plugin.json/);
  await attack('foreignTopicTold');
  await until(() => logged('a message of the plugin was refused').length === 1, explain);
});

/** A call as its process tells of it. */
const CALL = {
  area: 'outside_hostile',
  call: 'fake',
  summary: 'Fake',
  message: 'server.done',
  bodyLimit: 1_000,
  bodySchema: {},
  resultSchema: {},
};
const button = { permission: FOREIGN, name: 'permission.read' };
const lies: readonly [string, object][] = [
  ['a declaration', { permissions: [FOREIGN] }],
  ['a call', { routes: [{ ...CALL, access: { permission: FOREIGN } }] }],
  ['a screen', { menus: [{ place: { route: 'fake' }, permission: FOREIGN, buttons: [] }] }],
  [
    'a button',
    { menus: [{ place: { route: 'fake' }, permission: 'outside-hostile.fake:read', buttons: [button] }] },
  ],
];

for (const [what, lie] of lies)
  test(`${what} of another plugin's permission is refused, and nothing of it stays`, async () => {
    const before = logged('what the plugin registered later was refused').length;
    await attack('registrationsTold', JSON.stringify(lie));
    await until(() => logged('what the plugin registered later was refused').length > before, explain);
    expect(logged('what the plugin registered later was refused').at(-1)).toContain(
      'plugin_permission_foreign',
    );
    expect((await stranger.call('outside_hostile/fake')).status).toBe(404);
    expect(JSON.stringify((await admin.call<MenuTree>('menu/tree')).content)).not.toContain('fake');
    // The next time it tells the truth, everything that is right is there again.
    expect((await stranger.call('outside_hostile/alive')).status).toBe(200);
  });
