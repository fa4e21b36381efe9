import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { OnlineStatus, OperationStatus } from '@waypost/contract';
import { type Api, seal, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { download, endOf, readCsv, runOperation } from '../operations.ts';
import { chooseOwnPassword } from './people.ts';
import { makeRole, operatorWith } from './role-people.ts';
import { openWorld, type World, withStore } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

const GIVEN = 'Given12345';
const OWN = 'Mine12345';
const RIGHTS = [
  ...['system.user:read', 'system.user_admin:export'],
  ...['read', 'retry'].map((verb) => `system.operation:${verb}`),
];
let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

async function addUser(by: Api, account: string, more: Record<string, unknown> = {}): Promise<string> {
  const password = await seal(by, GIVEN, 'user', 'add', 'password');
  return (await by.call<{ id: string }>('user/add', { account, password, ...more })).content.id;
}
async function accountsOf(api: Api, id: string): Promise<string[]> {
  const [, ...rows] = readCsv(await (await download(world.product.origin, api.token, id)).text());
  return rows.map(([account = '']) => account).toSorted();
}
const exported = async (api: Api, query: object = {}) =>
  accountsOf(api, (await runOperation(api, 'user/export', query)).id);

test('an agent who may export gets the own customers, and not those of others', async () => {
  const { origin } = world.product;
  const name = 'Agents who export';
  await makeRole(world.root, name, RIGHTS, 'agent');
  const superior = await addUser(world.operator, 'export.agent', { kind: 'agent' });
  await addUser(world.operator, 'export.child', { superior });
  await chooseOwnPassword(origin, 'export.agent', GIVEN, OWN);
  await runCommand(world.product, ['account', 'role', '--account', 'export.agent', '--role', name]);
  const agent = await signIn(origin, { account: 'export.agent', password: OWN });
  expect(await exported(agent)).toEqual(['export.child']);
  expect(await exported(world.operator)).toEqual(
    expect.arrayContaining(['anna.security', 'ben.security', 'export.agent', 'export.child']),
  );
});

test('whoever repeats somebody else’s export has the reach of who began it, and gets those that they see themselves', async () => {
  const rights = [...RIGHTS, 'system.operation:read_all'];
  const role = await makeRole(world.root, 'Operators who export', rights);
  const { api } = await operatorWith(world.product, world.root, { account: 'narrow.export', role });
  const { id } = await runOperation(world.root, 'user/export');
  const set = (change: object) =>
    withStore(world.product, (database) =>
      database.collection<{ _id: string }>('system_operation').updateOne({ _id: id }, { $set: change }),
    );
  await set({ status: OperationStatus.abnormal, error_code: 'interrupted', file_name: null });
  const repeat = () => api.call<{ id: string }>('async_operations/retry', { id });
  expect(await repeat()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  // As if no call had begun it, so that nothing is known of what it took.
  await set({ asks: null });
  const again = await repeat();
  expect((await endOf(api, again.content.id)).status).toBe(OperationStatus.completed);
  expect(await accountsOf(api, again.content.id)).toEqual([]);
});

test('an export is of those that the list was narrowed to, who is online included', async () => {
  const { origin } = world.product;
  await addUser(world.operator, 'export.online');
  await chooseOwnPassword(origin, 'export.online', GIVEN, OWN);
  await addUser(world.operator, 'export.offline');
  const narrowed = (online_status: number) => exported(world.operator, { search: 'export.o', online_status });
  expect(await narrowed(OnlineStatus.online)).toEqual(['export.online']);
  expect(await narrowed(OnlineStatus.offline)).toEqual(['export.offline']);
});
