import { expect, test } from 'bun:test';
import { homePath, landingPath, type MenuNode, screensOf, trailTo, visibleNodes } from './menu.ts';

function node(path: string, children: MenuNode[] = [], type: 1 | 2 = 1): MenuNode {
  return { id: path, name: path, language_variables: '', path, type, icon: '', remote: null, children };
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

test('/customer leads to today’s statistics where the menu has them', () => {
  expect(homePath([group])).toBe('/customer/today_statistics');
  expect(homePath([list])).toBe('/customer/qr_code_list');
  expect(homePath([])).toBeUndefined();
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
