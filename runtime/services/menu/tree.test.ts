import { expect, test } from 'bun:test';
import type { MenuGroup, MenuNode } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';
import type { Catalogue, MenuEntry } from '../catalogue.ts';
import { homePath, menuTree } from './tree.ts';

const entry = (route: string, place: Partial<MenuEntry['place']>, buttons: string[] = []): MenuEntry => ({
  plugin: 'qr',
  place: { route, ...place },
  permission: `qr.${route}:read`,
  buttons: buttons.map((verb) => ({ permission: `qr.${route}:${verb}`, name: `permission.${verb}` })),
});
const entries = [
  entry('visitor', { parent: 'codes', sort: 10 }),
  entry('codes', { parent: 'codes', sort: 90, icon: 'qrcode' }, ['create', 'delete']),
  entry('today', { parent: 'statistics', sort: 50 }),
  entry('odd', { parent: 'own_group' }),
  entry('alone', { sort: 850 }),
];
const GROUPS: Record<string, MenuGroup> = {
  statistics: { icon: 'chart', sort: 900 },
  codes: { icon: 'qrcode', sort: 800 },
  figures: { icon: 'chart', sort: 700, asTabs: { keeps: ['range', 'link'] } },
};
const catalogue: Catalogue = {
  permissions: () => [],
  menus: () => entries,
  menuGroup: (name) => GROUPS[name],
  remotes: () => [],
  slots: () => [],
  generation: () => 1,
  translate: ([language], key) => `${language}:${key}`,
  onChange: () => () => undefined,
};
const caller = (permissions: string[], isSuper = false): Caller => ({
  id: 'a'.repeat(24),
  account: 'someone',
  role: 'b'.repeat(24),
  isSuper,
  permissions: new Set(permissions),
  via: 'session',
  credential: 'c',
});

test('screens stand in groups, larger sort first, in the language of the caller', () => {
  const tree = menuTree({ catalogue, caller: caller([], true), languages: ['sw-KE'] });
  expect(tree.map(({ name, path }) => path || name)).toEqual([
    'sw-KE:menu.group.statistics',
    '/customer/alone',
    'sw-KE:menu.group.codes',
    'sw-KE:menu.group.own_group',
  ]);
  const codes = tree[2];
  expect(codes?.remote).toBeNull();
  expect(codes?.children.map(({ path }) => path)).toEqual(['/customer/codes', '/customer/visitor']);
  expect(codes?.children[0]).toMatchObject({
    name: 'sw-KE:menu.codes',
    language_variables: 'menu.codes',
    type: 1,
    platform: 1,
    icon: 'qrcode',
    remote: { plugin: 'qr', screen: 'codes' },
  });
  expect(codes?.children[0]?.children.map(({ type, permission }) => [type, permission])).toEqual([
    [2, 'qr.codes:create'],
    [2, 'qr.codes:delete'],
  ]);
});

test('nobody is shown a screen or a button that the server would refuse, nor an empty group', () => {
  const tree = menuTree({
    catalogue,
    caller: caller(['qr.codes:read', 'qr.codes:create', 'qr.today:write']),
    languages: ['en-US'],
  });
  expect(tree).toHaveLength(1);
  expect(tree[0]?.children.map(({ path }) => path)).toEqual(['/customer/codes']);
  expect(tree[0]?.children[0]?.children.map(({ permission }) => permission)).toEqual(['qr.codes:create']);
  expect(menuTree({ catalogue, caller: caller([]), languages: ['en-US'] })).toEqual([]);
});

test('a screen with several places has the first that the caller may see, once', () => {
  const twice: Catalogue = {
    ...catalogue,
    menus: () => [
      { ...entry('page', { parent: 'codes' }), permission: 'qr.code:create' },
      { ...entry('page', { parent: 'codes', isHidden: true }), permission: 'qr.code:read' },
    ],
  };
  const placesOf = (permissions: string[]) =>
    menuTree({ catalogue: twice, caller: caller(permissions), languages: ['en-US'] }).flatMap(
      ({ children }) => children.map(({ path, hidden }) => [path, hidden ?? false]),
    );
  expect(placesOf(['qr.code:create', 'qr.code:read'])).toEqual([['/customer/page', false]]);
  expect(placesOf(['qr.code:read'])).toEqual([['/customer/page', true]]);
  expect(placesOf([])).toEqual([]);
});

test('a browser finds its place again: ids stay the same in every language', () => {
  const ids = (language: 'zh-CN' | 'en-US') =>
    JSON.stringify(
      menuTree({ catalogue, caller: caller([], true), languages: [language] }).map(({ id }) => id),
    );
  expect(ids('zh-CN')).toBe(ids('en-US'));
});

test('whoever opens the back-office begins on the foremost home that they may see, and nowhere else', () => {
  const homes: Catalogue = {
    ...catalogue,
    menus: () => [
      ...entries,
      entry('desk', { sort: 5, home: true }),
      entry('figures', { sort: 70, home: true }),
    ],
  };
  expect(homePath(homes, caller([], true))).toBe('/customer/figures');
  expect(homePath(homes, caller(['qr.desk:read', 'qr.codes:read']))).toBe('/customer/desk');
  expect(homePath(homes, caller(['qr.codes:read']))).toBeNull();
});

test('a group that its plugin lays out as tabs says so, with what goes along between them', () => {
  const menus = [
    entry('plain', { parent: 'figures', sort: 30 }),
    entry('first', { parent: 'figures', sort: 20 }),
  ];
  const [figures] = menuTree({
    catalogue: { ...catalogue, menus: () => menus },
    caller: caller([], true),
    languages: ['en-US'],
  });
  expect(figures).toMatchObject({ icon: 'chart', sort: 700, as_tabs: { keeps: ['range', 'link'] } });
  expect(figures?.children.map(({ path }) => path)).toEqual(['/customer/plain', '/customer/first']);
});

/** The tree as lines: screens by their routes below groups by their names; what is hidden in brackets. */
function linesOf(nodes: readonly MenuNode[], above = ''): string[] {
  return nodes.flatMap(({ path, language_variables: key, hidden, children }) => {
    const name = path.split('/').at(-1) || key.split('.').at(-1);
    return path === ''
      ? linesOf(children, `${above}${name} > `)
      : [hidden ? `${above}(${name})` : `${above}${name}`];
  });
}
function treeWith(groups: Record<string, MenuGroup>, menus: MenuEntry[], permissions?: string[]): string[] {
  const layout = { ...catalogue, menus: () => menus, menuGroup: (name: string) => groups[name] };
  const who = caller(permissions ?? [], permissions === undefined);
  return linesOf(menuTree({ catalogue: layout, caller: who, languages: ['en-US'] }));
}

test('a group stands in its parent, and gives its position to the one screen that it would show', () => {
  const groups = { ...GROUPS, by_time: { icon: 'chart', sort: 15, parent: 'figures' } };
  const menus = [
    entry('first', { parent: 'figures', sort: 20 }),
    entry('day', { parent: 'by_time', sort: 90 }),
    entry('hour', { parent: 'by_time', sort: 80 }),
    entry('last', { parent: 'figures', sort: 10 }),
  ];
  expect(treeWith(groups, menus)).toEqual([
    'figures > first',
    'figures > by_time > day',
    'figures > by_time > hour',
    'figures > last',
  ]);
  const few = ['qr.first:read', 'qr.hour:read', 'qr.last:read'];
  expect(treeWith(groups, menus, few)).toEqual(['figures > first', 'figures > hour', 'figures > last']);
  const own = [...menus, entry('moment', { parent: 'by_time', isHidden: true })];
  expect(treeWith(groups, own, [...few, 'qr.moment:read'])).toEqual([
    'figures > first',
    'figures > hour',
    'figures > (moment)',
    'figures > last',
  ]);
});

test('a group stands alone for whoever holds its node, and where its parent is not there or in itself', () => {
  const by_time = { icon: 'chart', sort: 5, parent: 'figures', alone: { for: 'qr.all:read', sort: 950 } };
  const menus = [
    entry('first', { parent: 'figures', sort: 20 }),
    entry('day', { parent: 'by_time' }),
    entry('hour', { parent: 'by_time' }),
  ];
  const nodes = ['qr.first:read', 'qr.day:read', 'qr.hour:read'];
  const inside = ['figures > first', 'figures > by_time > day', 'figures > by_time > hour'];
  const outside = ['by_time > day', 'by_time > hour', 'figures > first'];
  expect(treeWith({ ...GROUPS, by_time }, menus, nodes)).toEqual(inside);
  expect(treeWith({ ...GROUPS, by_time }, menus, [...nodes, 'qr.all:read'])).toEqual(outside);
  expect(treeWith({ by_time }, menus, nodes)).toEqual(outside);
  const figures = { icon: 'chart', sort: 700, parent: 'by_time' };
  expect(treeWith({ figures, by_time }, menus, nodes)).toEqual(outside);
});

test('a screen has no entry for whoever works on another one, and keeps its address', () => {
  const menus = [entry('all', { sort: 20 }), entry('own', { sort: 10, hiddenFor: 'qr.all:read' })];
  expect(treeWith(GROUPS, menus)).toEqual(['all', '(own)']);
  expect(treeWith(GROUPS, menus, ['qr.own:read'])).toEqual(['own']);
});
