import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { definePlugin } from '@waypost/sdk';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { userResource } from '../user_list/resource.ts';
import { accountStates } from './account-states.ts';
import { administrator } from './resource.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;

beforeAll(async () => {
  t = await testPlugin(
    definePlugin({
      id: 'system',
      setup(context) {
        context.model(administrator);
        context.model(userResource);
      },
    }),
    {
      folder: join(import.meta.dir, '../../..'),
      manifest: {
        id: 'system',
        version: '0.1.0',
        engine: '^0.1.0',
        title: 'system.title',
        areas: ['account'],
        capabilities: ['identity'],
        server: 'server.ts',
      },
    },
  );
});
afterAll(() => t?.dispose());

// Whoever calls themselves as somebody else is called, many times over, would keep a link to a new password from them.
test('whose account it is exactly is found first, however many others are called so', async () => {
  const many = await Promise.all(['kizito', 'njeri1', 'annaz1'].map((account) => t.person(account)));
  const meant = await t.person('annaz');
  for (const { id } of many)
    await t.context
      .model(administrator)
      .updateOne({ _id: id } as never, { $set: { name_key: 'annaz and more' } } as never);
  const states = accountStates(t.context);
  expect(await states.find('annaz', 1)).toEqual([meant.id]);
  expect(await states.find(' AnnaZ ', 1)).toEqual([meant.id]);
  expect((await states.find('annaz', 10)).toSorted()).toEqual(
    [meant, ...many].map(({ id }) => id).toSorted(),
  );
  expect(await states.find('', 10)).toEqual([]);
});
