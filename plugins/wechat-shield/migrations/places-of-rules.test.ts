import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { testPlugin } from '@waypost/sdk/testing';
import { ruleResource } from '../screens/shield_configuration/resource.ts';
import { plugin } from '../server.ts';

setDefaultTimeout(60_000);

test('a rule by region meets the visits that it met', async () => {
  const t = await testPlugin(plugin, { folder: join(import.meta.dir, '..') });
  const ada = await t.person('ada.lovelace');
  const region = { kind: 'region', does: 'refuse', countries: ['CN'], places: ['澳门区', '北京'] };
  const { id } = await t.call<{ id: string }>(
    'shield_configuration/add',
    { name: 'Not from here', ...region },
    { as: ada },
  );
  expect(await t.migrate({ from: 1 })).toEqual([2]);
  const rule = await t.rows(ruleResource).find(id);
  expect(rule?.countries).toEqual(['CN', 'HK', 'MO', 'TW']);
  expect(rule?.places).toEqual(['中国澳门', '北京']);
  await t.dispose();
});
