import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuNode, MenuTree } from '@waypost/contract';
import type { PluginHealth } from '@waypost/sdk/platform';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { addAdministrator, chooseOwnPassword, PASSWORD } from '../security/people.ts';
import { ADMINISTRATOR, type System, startSystem } from './harness.ts';

/** What people see and may do on the screen of a plugin that runs in a process of its own. */
setDefaultTimeout(120_000);

interface RoleFacts {
  id: string;
  key: string;
  version: number;
  permissions: string[];
}

const BUTTONS = ['desk.drawer:open', 'desk.lamp:light'];
const folder = mkdtempSync(join(tmpdir(), 'waypost-desk-'));
let system: System;
let root: Api;
let operator: Api;
let customer: Api;

async function administrator(account: string): Promise<Api> {
  expect((await addAdministrator(root, account)).status).toBe(200);
  return chooseOwnPassword(system.origin, account, PASSWORD, `${PASSWORD}x`);
}
async function registered(account: string): Promise<Api> {
  const guest = apiOf(system.origin);
  const password = await seal(guest, PASSWORD, 'administrator', 'register', 'password');
  const { content } = await guest.call<{ token: string }>('administrator/register', { account, password });
  return apiOf(system.origin, content.token);
}

beforeAll(async () => {
  const registry = join(folder, 'registry.json');
  writeFileSync(
    registry,
    JSON.stringify({
      plugins: [
        { id: 'system', version: '0.1.0', path: 'plugins/system', enabled: true, required: true },
        { id: 'desk', version: '1.0.0', path: 'tests/plugins/desk', enabled: true, outside: true },
      ],
    }),
  );
  system = await startSystem({ registry, arguments: ['--rate-scale', '1000'] });
  root = await signIn(system.origin, ADMINISTRATOR);
  operator = await administrator('operator1');
  customer = await registered('customer1');
}, 180_000);
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

async function screenOf(api: Api): Promise<MenuNode | undefined> {
  const { tree_menu_arr } = (await api.call<MenuTree>('menu/tree')).content;
  return tree_menu_arr
    .flatMap((node) => [node, ...node.children])
    .find(({ path }) => path === '/customer/desk');
}
const buttonsOf = async (api: Api) => (await screenOf(api))?.children.map(({ permission }) => permission);
const codeOf = async (api: Api, call: string) => {
  const { status, body } = await api.call(`desk/${call}`);
  return [status, (body as { code?: string }).code, (body as { message?: string }).message];
};
const isDone = async (api: Api, call: string) =>
  (await api.call(`desk/${call}`)).content === ('done' as never);

test('the plugin runs in a process of its own', async () => {
  const { content } = await root.call<PluginHealth>('plugins/health', { id: 'desk' });
  expect(content.child).toMatchObject({ state: 'running' });
});

test('its buttons stand in the tree under its screen, in the place that it asked for', async () => {
  const screen = await screenOf(root);
  expect(screen).toMatchObject({ icon: 'apps', sort: 7 });
  expect(
    screen?.children.map(({ type, permission, language_variables }) => ({
      type,
      permission,
      language_variables,
    })),
  ).toEqual([
    { type: 2, permission: 'desk.drawer:open', language_variables: 'permission.open' },
    { type: 2, permission: 'desk.lamp:light', language_variables: 'permission.light' },
  ]);
});

test('the roles that the place names may do what the buttons do', async () => {
  expect(await buttonsOf(operator)).toEqual(BUTTONS);
  for (const call of ['look', 'open', 'light']) expect(await isDone(operator, call)).toBe(true);
});

test('other roles neither see nor may do any of it', async () => {
  expect(await screenOf(customer)).toBeUndefined();
  for (const [call, node] of Object.entries({
    look: 'desk.desk:read',
    open: 'desk.drawer:open',
    light: 'desk.lamp:light',
  })) {
    const [status, code, message] = await codeOf(customer, call);
    expect([status, code]).toEqual([403, 'forbidden']);
    expect(message).toContain(node);
  }
});

test('a button that an operator takes from a role is gone for it and refused, the others stay', async () => {
  const { content } = await root.call<{ content: RoleFacts[] }>('role/inquire');
  const role = content.content.find(({ key }) => key === 'administrator') as RoleFacts;
  const { version, permissions } = (await root.call<RoleFacts>('role/details', { id: role.id })).content;
  const rest = permissions.filter((node) => node !== 'desk.lamp:light');
  expect(rest.length).toBe(permissions.length - 1);
  expect((await root.call('role/update', { id: role.id, version, permissions: rest })).status).toBe(200);
  expect(await buttonsOf(operator)).toEqual(['desk.drawer:open']);
  expect((await codeOf(operator, 'light')).slice(0, 2)).toEqual([403, 'forbidden']);
  expect(await isDone(operator, 'open')).toBe(true);
  expect(await isDone(root, 'light')).toBe(true);
});
