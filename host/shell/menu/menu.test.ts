import { expect, test } from 'bun:test';
import type { MenuNode } from '@waypost/contract/platform';
import { homePath, landingPath, screensOf, trailTo, visibleNodes } from './menu.ts';

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
