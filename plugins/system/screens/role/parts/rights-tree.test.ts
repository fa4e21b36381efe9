import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { RoleNode } from '../calls.ts';
import { buildTree, leavesOf, shownRows, stateOf, type TreeItem, toggle } from './rights-tree.ts';

const node = (id: string, more: Partial<RoleNode> = {}): RoleNode => ({
  id,
  parent: '',
  name: id,
  declared_name: id,
  language_variables: '',
  path: '',
  type: 1,
  platform: 1,
  icon: '',
  sort: 0,
  show_headshot: 1,
  allow_selection: 2,
  permission: null,
  plugin: 'qr',
  is_active: true,
  is_own: false,
  hidden: false,
  is_declared_hidden: false,
  changed_by: '',
  change_time: '',
  version: 0,
  ...more,
});
const nodes = [
  node('people', { sort: 1 }),
  node('codes', { sort: 9 }),
  node('list', { parent: 'codes', permission: 'qr.code:read', path: '/customer/qr_code_list', sort: 2 }),
  node('create', { parent: 'list', permission: 'qr.code:create', type: 2 }),
  node('delete', { parent: 'list', permission: 'qr.code:delete', type: 2 }),
  node('visitor', { parent: 'codes', permission: 'qr.visit:read', sort: 1 }),
  node('visits', { parent: 'codes', permission: 'qr.visit:read' }),
  node('off', { parent: 'people', permission: 'shop.order:read', plugin: 'shop', is_active: false }),
  node('closed', { permission: 'system.link_1:open', allow_selection: 1, is_own: true }),
];
const tree = buildTree(nodes, () => 'See');
const find = (id: string, items: readonly TreeItem[] = tree): TreeItem => {
  const all = (item: TreeItem): TreeItem[] => [item, ...item.children.flatMap(all)];
  return items.flatMap(all).find((item) => item.id === id) as TreeItem;
};
const everything = () => true;
const after = (id: string, given: string[], mayGive: (node: string) => boolean = everything) =>
  [...toggle(tree, find(id), { given: new Set(given), mayGive })].sort();

test('groups stand by their order, and a screen with buttons over the right to see it', () => {
  expect(tree.map(({ id }) => id)).toEqual(['codes', 'people', 'closed']);
  expect(find('list').children.map(({ name, permission }) => [name, permission])).toEqual([
    ['See', 'qr.code:read'],
    ['create', 'qr.code:create'],
    ['delete', 'qr.code:delete'],
  ]);
});

test('a tick above is the sum of the ticks below', () => {
  expect(after('list', [])).toEqual(['qr.code:create', 'qr.code:delete', 'qr.code:read']);
  expect(stateOf(find('list'), new Set(['qr.code:read']))).toBe('some');
  expect(stateOf(find('codes'), new Set(['qr.code:read']))).toBe('some');
  expect(after('list', ['qr.code:read'])).toHaveLength(3);
  expect(after('list', after('list', []))).toEqual([]);
});

test('a button brings its screen along, and goes with it', () => {
  expect(after('create', [])).toEqual(['qr.code:create', 'qr.code:read']);
  expect(after('create', ['qr.code:create', 'qr.code:read'])).toEqual(['qr.code:read']);
  expect(after('list:see', ['qr.code:create', 'qr.code:read', 'qr.visit:read'])).toEqual(['qr.visit:read']);
});

test('a screen whose rows have a right of their own brings that along, and is called another way', () => {
  const customers = [
    node('users', { permission: 'system.user:read_all' }),
    node('rows', { name: 'See', parent: 'users', permission: 'system.user:read', type: 2 }),
    node('disable', { parent: 'users', permission: 'system.user_admin:disable', type: 2 }),
  ];
  const own = buildTree(customers, (_, taken) => (taken.includes('See') ? 'See everybody' : 'See'));
  expect(own.flatMap(leavesOf).map(({ name }) => name)).toEqual(['See everybody', 'disable', 'See']);
  const tick = (id: string, given: string[]) =>
    [...toggle(own, find(id, own), { given: new Set(given), mayGive: everything })].sort();
  expect(tick('disable', [])).toHaveLength(3);
  expect(tick('rows', [])).toEqual(['system.user:read']);
  expect(tick('rows', tick('disable', []))).toEqual([]);
  expect(tick('users:see', tick('disable', []))).toEqual(['system.user:read']);
});

test('screens that share a right are ticked together', () => {
  const given = new Set(after('visitor', []));
  expect(stateOf(find('visits'), given)).toBe('all');
});

test('a right that two screens show is given by one of them alone, and stays while one has it', () => {
  const berths = [
    node('find', { permission: 'yard.find:read' }),
    node('look', { parent: 'find', permission: 'yard.berth:read', type: 2 }),
    node('staff', { permission: 'yard.staff:read' }),
    node('rows', { parent: 'staff', permission: 'yard.berth:read', type: 2 }),
    node('add', { parent: 'staff', permission: 'yard.berth:create', type: 2 }),
  ];
  const yard = buildTree(berths, (permission) => permission);
  const tick = (id: string, given: string[]) =>
    [...toggle(yard, find(id, yard), { given: new Set(given), mayGive: everything })].sort();
  const looks = ['yard.berth:read', 'yard.find:read'];
  expect(tick('look', [])).toEqual(looks);
  expect(tick('find', [])).toEqual(looks);
  expect(tick('staff:see', [...looks, 'yard.berth:create', 'yard.staff:read'])).toEqual(looks);
  expect(tick('find:see', looks)).toEqual([]);
});

test('what is off, closed or not one’s own is neither given nor taken by a tick above', () => {
  expect(after('people', [])).toEqual([]);
  expect(after('people', ['shop.order:read'])).toEqual(['shop.order:read']);
  expect(after('closed', [])).toEqual([]);
  expect(after('list', [], (permission) => permission === 'qr.code:read')).toEqual(['qr.code:read']);
});

test('a search shows what it finds with the way to it, and what stands below', () => {
  const shown = (search: string, open: string[] = []) =>
    shownRows(tree, { open: new Set(open), search }).map(({ item, level }) => `${level} ${item.id}`);
  expect(shown('')).toEqual(['1 codes', '1 people', '1 closed']);
  expect(shown('', ['codes'])).toEqual([
    '1 codes',
    '2 list',
    '2 visitor',
    '2 visits',
    '1 people',
    '1 closed',
  ]);
  expect(shown('DELETE')).toEqual(['1 codes', '2 list', '3 delete']);
  expect(shown('qr_code_list')).toEqual(['1 codes', '2 list']);
  expect(shown('nothing like it')).toEqual([]);
});

test('whatever is ticked over any tree, nothing is given that may not be, and no button without its screen', () => {
  const verbs = ['read', 'create', 'delete'];
  const anyNodes = fc
    .array(fc.record({ group: fc.nat(2), noun: fc.nat(5), verbs: fc.subarray(verbs), isOff: fc.boolean() }))
    .map((screens) => [
      ...[0, 1, 2].map((group) => node(`g${group}`)),
      ...screens.flatMap(({ group, noun, verbs: own, isOff }, index) => [
        node(`s${index}`, { parent: `g${group}`, permission: `p.n${noun}:read`, is_active: !isOff }),
        ...own
          .filter((verb) => verb !== 'read')
          .map((verb) =>
            node(`s${index}${verb}`, {
              parent: `s${index}`,
              permission: `p.n${noun}x${index}:${verb}`,
              type: 2,
              is_active: !isOff,
            }),
          ),
      ]),
    ]);
  fc.assert(
    fc.property(
      anyNodes,
      fc.array(fc.nat(60), { maxLength: 8 }),
      fc.func(fc.boolean()),
      (all, clicks, may) => {
        const made = buildTree(all, () => 'See');
        const rows = (item: TreeItem): TreeItem[] => [item, ...item.children.flatMap(rows)];
        const items = made.flatMap(rows);
        let given = new Set<string>();
        for (const click of clicks) {
          const item = items[click % Math.max(items.length, 1)];
          if (item) given = toggle(made, item, { given, mayGive: may });
        }
        for (const permission of given) expect(may(permission)).toBe(true);
        for (const { permission = '', needs } of made.flatMap(leavesOf))
          if (needs !== undefined && given.has(permission) && may(needs)) expect(given.has(needs)).toBe(true);
      },
    ),
  );
});
