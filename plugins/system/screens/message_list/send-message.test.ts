import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { YesNo } from '@waypost/contract';
import { definePlugin, newId, newRow } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { administrator } from '../administrators/resource.ts';
import { message } from './resource.ts';
import { mountMessages } from './routes.ts';
import { BATCH } from './send-message.ts';

setDefaultTimeout(120_000);
const PEOPLE = BATCH * 2 + 7;
let t: TestPlugin;
let sender: Person;

beforeAll(async () => {
  t = await testPlugin(definePlugin({ id: 'system', setup: (context) => mountMessages(context) }), {
    folder: join(import.meta.dir, '../..'),
    manifest: {
      ...{ id: 'system', version: '0.1.0', engine: '^0.1.0', title: 'system.title', areas: ['message'] },
      ...{ capabilities: ['identity'], server: 'server.ts' },
    },
  });
  sender = await t.person('root.sender', { role: 'super' });
  const role = await t.context.identity.roleId('customer');
  const rows = Array.from({ length: PEOPLE }, (_, at) => ({
    ...newRow(
      t.context,
      administrator,
      { account: `many${at}`, role, disabled: YesNo.no },
      { _id: newId(t.context) },
    ),
    skeleton: `many${at}`,
    invitation_code: `many${at}`,
  }));
  await t.context.model(administrator).insertMany(rows as never);
});
afterAll(() => t?.dispose());

test('a message to many is not written within the call, and reaches each of them once', async () => {
  const sent = await t.call<{ count: number; operation?: string }>(
    'message/send',
    { to: 'role', role: 'customer', title: 'Down tonight', content: 'From ten' },
    { as: sender },
  );
  expect(sent.count).toBe(PEOPLE);
  expect(sent.operation).toBeString();
  expect(await t.rows(message).count()).toBe(0);
  await t.jobs.runWaiting();
  const owners = (await t.rows(message).all()).map(({ owner }) => owner);
  expect([owners.length, new Set(owners).size]).toEqual([PEOPLE, PEOPLE]);
});
