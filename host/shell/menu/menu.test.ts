import { describe, expect, test } from 'bun:test';
import type { MenuNode } from '@waypost/contract/platform';
import {
  homePath,
  landingPath,
  menuEntries,
  screensOf,
  tabAddress,
  tabRows,
  trailTo,
  visibleNodes,
} from './menu.ts';

function node(path: string, children: MenuNode[] = [], type: 1 | 2 = 1): MenuNode {
  return {
    id: path,
    name: path,
    language_variables: '',
    path,
    type,
    platform: 1,
    icon: '',
    show_headshot: 1,
    sort: 0,
    remote: null,
    permission: null,
    children,
  };
}

const button = node('/customer/x', [], 2);
const list = node('/customer/qr_code_list', [button]);
const today = node('/customer/today_statistics');
const group = { ...node('', [list, today]), id: 'group' };
const empty = { ...node('', []), id: 'empty' };

test('login leads to the first screen under /customer, buttons and outside addresses apart', () => {
  expect(landingPath([empty, node('https://example.com'), group])).toBe('/customer/qr_code_list');
  expect(landingPath([empty])).toBeUndefined();
  expect(screensOf([group]).map(({ path }) => path)).toEqual([
    '/customer/qr_code_list',
    '/customer/today_statistics',
  ]);
});

test('/customer leads to the home that the server names, where the menu has it', () => {
  const home = '/customer/today_statistics';
  expect(homePath({ tree: [group], home })).toBe(home);
  expect(homePath({ tree: [list], home })).toBe('/customer/qr_code_list');
  expect(homePath({ tree: [group], home: null })).toBe('/customer/qr_code_list');
  expect(homePath({ tree: [], home: null })).toBeUndefined();
});

test('a screen that is not in the menu has no trail: it is not found', () => {
  expect(trailTo([group], '/customer/today_statistics').map(({ id }) => id)).toEqual([
    'group',
    '/customer/today_statistics',
  ]);
  expect(trailTo([group], '/customer/user_list')).toEqual([]);
  expect(trailTo([group], '/customer/x')).toEqual([]);
});

test('the left menu shows no buttons and no empty groups', () => {
  const shown = visibleNodes([empty, group]);
  expect(shown).toHaveLength(1);
  expect(shown[0]?.children[0]?.children).toEqual([]);
});

test('a hidden screen has its address and trail, but neither menu nor landing leads to it', () => {
  const hidden: MenuNode = { ...node('/customer/thing'), hidden: true };
  const things = { ...node('', [hidden, today]), id: 'things' };
  expect(trailTo([things], '/customer/thing').map(({ id }) => id)).toEqual(['things', '/customer/thing']);
  expect(visibleNodes([things])[0]?.children.map(({ path }) => path)).toEqual(['/customer/today_statistics']);
  expect(landingPath([things])).toBe('/customer/today_statistics');
  expect(visibleNodes([{ ...things, children: [hidden] }])).toEqual([]);
});

test('an address outside is an entry, and what is wanted at the top stands there alone', () => {
  const manual = { ...node('https://example.com/manual'), show_headshot: 2 as const };
  const things = { ...node('', [list, manual]), id: 'things' };
  expect(menuEntries([things]).map(({ path, children }) => [path, children.map((one) => one.path)])).toEqual([
    ['https://example.com/manual', []],
    ['', ['/customer/qr_code_list']],
  ]);
  const alone = { ...node('', [manual]), id: 'alone' };
  expect(menuEntries([alone]).map(({ path }) => path)).toEqual(['https://example.com/manual']);
  const below = { ...node('', [node('https://example.com/')]), id: 'below' };
  expect(menuEntries([below])[0]?.children.map(({ path }) => path)).toEqual(['https://example.com/']);
  for (const path of ['javascript:alert(1)', '//example.com', 'ftp://example.com'])
    expect(menuEntries([node(path)])).toEqual([]);
});

describe('a group of tabs', () => {
  const day = node('/customer/day', [button]);
  const hour = node('/customer/hour');
  const hidden: MenuNode = { ...node('/customer/moment'), hidden: true };
  const figures = { ...node('', [day, hour, hidden]), id: 'figures', as_tabs: { keeps: ['range', 'link'] } };

  test('is one entry that leads to its first tab and stands for all of them', () => {
    const [first, second] = menuEntries([figures, group]);
    expect(first).toMatchObject({ id: 'figures', path: '/customer/day', children: [] });
    expect(first?.paths).toEqual(['/customer/day', '/customer/hour', '/customer/moment']);
    expect(second?.children.map(({ path, paths }) => [path, paths])).toEqual([
      ['/customer/qr_code_list', ['/customer/qr_code_list']],
      ['/customer/today_statistics', ['/customer/today_statistics']],
    ]);
    expect(menuEntries([{ ...figures, children: [hidden] }])).toEqual([]);
  });

  test('has what leads out of the product behind it: that is no tab', () => {
    const rules: MenuNode = { ...node('https://example.com/rules'), id: 'rules' };
    const entries = menuEntries([{ ...figures, children: [day, rules, hour] }]);
    expect(entries.map(({ path }) => path)).toEqual(['/customer/day', 'https://example.com/rules']);
  });

  const namesOf = (nodes: MenuNode[], path: string) =>
    tabRows(nodes, path).map(({ tabs }) =>
      tabs.map(({ name, current }) => (current ? `${name} ${current}` : name)),
    );

  test('stands over each of its screens, and over no other', () => {
    expect(namesOf([group, figures], '/customer/hour')).toEqual([['/customer/day', '/customer/hour page']]);
    expect(tabRows([group, figures], '/customer/hour')[0]?.keeps).toEqual(['range', 'link']);
    expect(tabRows([group, figures], '/customer/qr_code_list')).toEqual([]);
    expect(tabRows([group, figures], '/customer/moment')).toEqual([]);
    expect(tabRows([{ ...figures, children: [day] }], '/customer/day')).toEqual([]);
  });

  test('has a group in it as one tab, whose screens are a second row while one of them is open', () => {
    const years = {
      ...node('', [node('/customer/year'), node('/customer/decade'), hidden]),
      id: 'years',
      name: 'Years',
    };
    const mixed = { ...figures, children: [day, years, hour] };
    expect(namesOf([mixed], '/customer/day')).toEqual([['/customer/day page', 'Years', '/customer/hour']]);
    expect(namesOf([mixed], '/customer/decade')).toEqual([
      ['/customer/day', 'Years true', '/customer/hour'],
      ['/customer/year', '/customer/decade page'],
    ]);
    expect(tabRows([mixed], '/customer/decade').map(({ keeps }) => keeps)).toEqual([
      ['range', 'link'],
      ['range', 'link'],
    ]);
    expect(tabRows([mixed], '/customer/day')[0]?.tabs[1]?.path).toBe('/customer/year');
    expect(namesOf([mixed], '/customer/moment')).toEqual([]);
    expect(namesOf([{ ...mixed, children: [years] }], '/customer/year')).toEqual([
      ['/customer/year page', '/customer/decade'],
    ]);
    const paths = [
      '/customer/day',
      '/customer/year',
      '/customer/decade',
      '/customer/moment',
      '/customer/hour',
    ];
    expect(menuEntries([mixed])).toMatchObject([{ id: 'figures', children: [], paths }]);
  });

  test('takes along what its screens share, and nothing else', () => {
    const address = tabAddress('/customer/hour', '?range=7_days&page=3&link=1', ['range', 'link', 'scope']);
    expect(address).toBe('/customer/hour?range=7_days&link=1');
    expect(tabAddress('/customer/hour', '?page=3', ['range'])).toBe('/customer/hour');
  });
});
