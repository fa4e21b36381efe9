import { expect, test } from 'bun:test';
import type { Catalogue, MenuButton, MenuEntry } from '../catalogue.ts';
import { declaredNodes } from './declared-nodes.ts';

const button = (permission: string, more: Partial<MenuButton> = {}): MenuButton => ({
  permission,
  name: `permission.${permission.split(':')[1]}`,
  ...more,
});
const screen = (route: string, permission: string, buttons: MenuButton[] = []): MenuEntry => ({
  plugin: 'shelves',
  place: { route, parent: 'shelves' },
  permission,
  buttons,
});
/** The tree as lines: what stands below what, by rights; a screen by its address. */
function treeOf(menus: MenuEntry[], further: string[] = []): string[] {
  const catalogue: Catalogue = {
    permissions: () =>
      [...menus.flatMap(({ permission, buttons }) => [permission, ...buttons.map((one) => one.permission)])]
        .concat(further)
        .map((node) => ({ node, plugin: 'shelves' })),
    menus: () => menus,
    remotes: () => [],
    menuGroup: () => undefined,
    slots: () => [],
    generation: () => 1,
    translate: (_locale, key) => key,
    onChange: () => () => undefined,
  };
  const nodes = declaredNodes(catalogue);
  const names = new Map(nodes.map(({ id, path, language_variables: key }) => [id, path || key]));
  expect(names.size).toBe(nodes.length);
  return nodes.map(({ parent, path, permission }) =>
    [names.get(parent), path, permission].filter((part) => part).join(' '),
  );
}

test('a right stands below each screen that lists it, be it the right that another screen stands on', () => {
  const see = button('shelves.shelf:read');
  const expected = [
    '',
    'menu.group.shelves /customer/shelf_list shelves.shelf:read',
    '/customer/shelf_list shelves.shelf:update',
    'menu.group.shelves /customer/shelf_catalogue shelves.catalogue:read',
    '/customer/shelf_catalogue shelves.shelf:read',
    'menu.group.shelves /customer/shelf_search shelves.search:read',
    '/customer/shelf_search shelves.shelf:read',
  ];
  const list = screen('shelf_list', 'shelves.shelf:read', [button('shelves.shelf:update')]);
  const others = [
    screen('shelf_catalogue', 'shelves.catalogue:read', [see]),
    screen('shelf_search', 'shelves.search:read', [see]),
  ];
  expect(treeOf([list, ...others])).toEqual(expected);
  // Whichever of them a plugin declares first.
  expect(treeOf([...others, list]).toSorted()).toEqual(expected.toSorted());
});

test('a right that no screen lists stands once, below the first screen of its noun, and without one by itself', () => {
  const lend = button('shelves.shelf:lend', { isOfNoun: true });
  const page = screen('shelf', 'shelves.shelf:read', [
    lend,
    button('shelves.shelf:update', { isOfNoun: true }),
  ]);
  const list = screen('shelf_list', 'shelves.shelf:read', [button('shelves.shelf:update'), lend]);
  expect(treeOf([page, list], ['shelves.attic:open'])).toEqual([
    '',
    'menu.group.shelves /customer/shelf shelves.shelf:read',
    '/customer/shelf shelves.shelf:lend',
    'menu.group.shelves /customer/shelf_list shelves.shelf:read',
    '/customer/shelf_list shelves.shelf:update',
    '',
    'menu.group.other shelves.attic:open',
  ]);
});

test('two places of one screen have each its rights', () => {
  const verb = button('shelves.shelf:update');
  const tree = treeOf([
    screen('shelf_list', 'shelves.shelf:read_all', [button('shelves.shelf:read'), verb]),
    screen('shelf_list', 'shelves.shelf:read', [verb]),
  ]);
  expect(tree.filter((line) => line.includes('read'))).toHaveLength(3);
  expect(tree.filter((line) => line.endsWith(' shelves.shelf:update'))).toHaveLength(2);
});
