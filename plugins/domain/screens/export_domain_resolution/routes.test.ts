import { afterEach, expect, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { startDomains } from '../../testing/start-domains.ts';

let t: TestPlugin;
afterEach(() => t?.dispose());

interface Listed {
  count: number;
  content: { shown: string; zone: string; records: { type: string; name: string }[] }[];
}

test('everybody sees what their own domains need, page by page, and operators what all need', async () => {
  ({ t } = await startDomains());
  const ada = await t.person('ada.lovelace');
  const ben = await t.person('ben.okri');
  const root = await t.person('root.person', { role: 'administrator' });
  const add = (name: string, as: Person) => t.call<{ id: string }>('domain_list/add', { name }, { as });
  const listed = (as: Person, body: object = {}) =>
    t.call<Listed>('export_domain_resolution/inquire', body, { as });
  for (const name of ['b.example.com', 'example.org', 'bücher.example.com']) await add(name, ada);
  const claim = await add('ben.example.net', ben);
  await t.call('domain_list/add_platform', { name: 'go.example.info', type: 1 }, { as: root });
  const names = async (as: Person, body: object = {}) =>
    (await listed(as, body)).content.map(({ shown }) => shown);
  expect(await names(ada)).toEqual(['b.example.com', 'bücher.example.com', 'example.org']);
  expect(await names(ada, { page: 2, page_size: 2 })).toEqual(['example.org']);
  expect(await names(ada, { search: 'XN--BCH' })).toEqual(['bücher.example.com']);
  expect(await names(ben)).toEqual(['ben.example.net']);
  expect((await listed(root)).count).toBe(5);
  // The platform of this test is reached from its own machine alone: no domain is led there, and the list says that something is missing.
  expect((await listed(root, { search: 'example.info' })).content).toMatchObject([
    { zone: 'example.info', records: [], is_whole: false },
  ]);
  expect((await listed(ada, { search: 'bücher' })).content).toMatchObject([
    {
      zone: 'example.com',
      records: [{ type: 'TXT', name: '_waypost.xn--bcher-kva.example.com' }],
      is_whole: false,
    },
  ]);
  // What is over needs none, and a zone of somebody else is not told of.
  await t.call('domain_list/release', { id: claim.id }, { as: ben });
  expect(await names(ben)).toEqual([]);
  const zone = (name: string, as: Person) =>
    t.call('export_domain_resolution/export_zone', { zone: name }, { as });
  await expect(zone('example.com', ben)).rejects.toMatchObject({ status: 404 });
  await expect(zone('example.com', ada)).resolves.toMatchObject({ id: expect.any(String) });
});
