import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { CODE_PAGE_POINT, type CodePages } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { startCodes } from '../../testing/start-codes.ts';

setDefaultTimeout(120_000);

const titles: Record<string, string> = { a: 'First door', b: 'Second door', c: 'x'.repeat(120) };
const pageOf = (id: string) => ({ id, title: titles[id] ?? '', url: `https://doors.example/${id}` });
const doors: CodePages = {
  title: 'plugin.qr',
  permission: 'qr.code:read',
  search: async ({ search }) =>
    Object.keys(titles)
      .map(pageOf)
      .filter(({ title }) => title.includes(search)),
  read: async (ids) => ids.filter((id) => id in titles).map(pageOf),
};

let t: TestPlugin;
let ada: Person;
beforeAll(async () => {
  t = await startCodes();
  ada = await t.person('ada.labels', { permissions: ['qr.code:read', 'qr.code:create'] });
  t.context.points.contribute(CODE_PAGE_POINT, '^1', 'qr.doors', doors);
  const broken = { ...doors, search: () => Promise.reject(new Error('out of order')) };
  t.context.points.contribute(CODE_PAGE_POINT, '^1', 'qr.broken', broken);
  t.context.points.contribute(CODE_PAGE_POINT, '^1', 'qr.secret', { ...doors, permission: 'qr.code:delete' });
});
afterAll(() => t?.dispose());

interface Labels {
  made: number;
  codes: { id: string; page: string; name: string; short_url: string; qr_url: string }[];
}
const labels = (pages: string[], source = 'qr.doors') =>
  t.call('qr_code_list/page_labels', { source, pages }, { as: ada }) as Promise<Labels>;

test('pages are found in what may be chosen, whatever another plugin does', async () => {
  const { sources } = (await t.call('qr_code_list/pages', { search: 'door' }, { as: ada })) as {
    sources: { name: string; pages: { id: string }[] }[];
  };
  expect(sources.map(({ name }) => name)).toEqual(['qr.doors']);
  expect(sources[0]?.pages.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('a label is printed for each page: with the code that is there, or one that is made for it once', async () => {
  const first = await labels(['b', 'a', 'b']);
  expect(first.made).toBe(2);
  expect(first.codes.map(({ page, name }) => [page, name])).toEqual([
    ['b', 'Second door'],
    ['a', 'First door'],
  ]);
  const again = await labels(['a', 'c']);
  expect(again.made).toBe(1);
  expect(again.codes[0]?.id).toBe(first.codes[1]?.id as string);
  expect(again.codes[1]?.name).toHaveLength(100);
  const [code] = await t.rows(codeResource).all({ _id: first.codes[0]?.id ?? '' });
  expect(code).toMatchObject({ targets: [{ url: 'https://doors.example/b' }], state: 'on' });
});

test('a code that leads elsewhere by now is no label of the page any more', async () => {
  const [before] = (await labels(['a'])).codes;
  await t.context
    .model(codeResource)
    .updateOne({ _id: before?.id ?? '' }, { $set: { targets: [{ url: 'https://else.example/' }] } });
  const after = await labels(['a']);
  expect(after.made).toBe(1);
  expect(after.codes[0]?.id).not.toBe(before?.id);
});

test('nothing is made for pages that are not there, or that the caller may not choose', async () => {
  const before = (await t.rows(codeResource).all()).length;
  await expect(labels(['a', 'none'])).rejects.toMatchObject({ code: 'not_found' });
  for (const source of ['qr.secret', 'qr.nobody'])
    await expect(labels(['a'], source)).rejects.toMatchObject({ errors: [{ path: 'source' }] });
  expect((await t.rows(codeResource).all()).length).toBe(before);
});
