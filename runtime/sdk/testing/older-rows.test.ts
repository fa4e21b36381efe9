import { afterEach, expect, test } from 'bun:test';
import { defineResource, field } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { z } from 'zod';

const lamp = defineResource({
  name: 'sample.lamp',
  area: 'sample_lamp',
  title: 'name',
  access: 'all',
  fields: {
    name: field(z.string().min(1), { list: true }),
    is_lit: field(z.boolean(), { list: true, filter: 'equals', default: true }),
    colour: field(z.enum(['red', 'blue']), { list: true, filter: 'in', default: 'red' }),
  },
});
const manifest = {
  id: 'sample',
  version: '2.0.0',
  engine: '^0.1.0',
  title: 'plugin.sample',
  areas: ['sample_lamp'],
  server: 'server.ts',
};

let t: TestPlugin | undefined;
afterEach(() => t?.dispose());

test('a row of a release before a field was there is shown with its default, found by it, and saved as it is shown', async () => {
  const plugin = definePlugin({ id: 'sample', setup: (context) => void context.resource(lamp) });
  t = await testPlugin(plugin, { manifest });
  const it = t;
  const id = 'a'.repeat(24);
  const old = { _id: id, name: 'Old', version: 1, create_time: new Date(0), update_time: new Date(0) };
  await it.migrate({ from: 0, documents: { sample_lamp: [old] } });
  const as = await it.person('ada', { role: 'super' });
  const found = async (query: Record<string, unknown>) =>
    (await it.call<{ content: { name: string }[] }>('sample_lamp/inquire', query, { as })).content.map(
      ({ name }) => name,
    );
  expect(await it.call('sample_lamp/details', { id }, { as })).toMatchObject({ is_lit: true, colour: 'red' });
  expect(await found({ is_lit: true })).toEqual(['Old']);
  expect(await found({ colour: ['red'] })).toEqual(['Old']);
  expect([await found({ is_lit: false }), await found({ colour: ['blue'] })]).toEqual([[], []]);
  await it.call('sample_lamp/update', { id, version: 1, is_lit: false }, { as });
  expect(await it.call('sample_lamp/details', { id }, { as })).toMatchObject({
    is_lit: false,
    colour: 'red',
  });
  expect(await found({ is_lit: true })).toEqual([]);
});
