import { afterEach, expect, test } from 'bun:test';
import type { TestPlugin } from '@waypost/sdk/testing';
import { hijackResource } from '../screens/no_hijack/resource.ts';
import { NO_CODES } from '../testing/no-codes.ts';
import { startDomains } from '../testing/start-domains.ts';

let t: TestPlugin;
afterEach(() => t?.dispose());

test('whoever is lent a name is told at once, though nobody can say which codes are homeless', async () => {
  const codes = {
    ...NO_CODES,
    owners: () => {
      throw new Error('the codes are away');
    },
  };
  const started = await startDomains({ codes });
  t = started.t;
  const root = await t.person('root.person', { role: 'administrator' });
  const ben = await t.person('ben.okri');
  const name = 'go.example.com';
  const { id } = await t.call<{ id: string }>('domain_list/add_platform', { name, type: 1 }, { as: root });
  await t.call('domain_list/assign', { id, holder: ben.id }, { as: root });
  expect(started.told.map(({ words }) => words)).toContain('domain.notice.lent');
});

test('a name of the platform that nobody has is checked for a hijack from its first hour on', async () => {
  ({ t } = await startDomains());
  const root = await t.person('root.person', { role: 'administrator' });
  const name = 'go.example.com';
  const { id } = await t.call<{ id: string }>('domain_list/add_platform', { name, type: 1 }, { as: root });
  expect(await t.rows(hijackResource).find(id)).toMatchObject({ name, holder: '0'.repeat(24) });
  await t.call('domain_list/retire', { id }, { as: root });
  expect(await t.rows(hijackResource).find(id)).toBeUndefined();
});
