import { expect, test } from 'bun:test';
import type { MenuNode } from '@waypost/contract/platform';
import {
  byBestKind,
  entryByLetter,
  looseEntries,
  matchEntries,
  paletteEntries,
  verbScreens,
} from './match.ts';

const node = (name: string, path: string, children: MenuNode[] = []): MenuNode => ({
  id: name,
  name,
  language_variables: '',
  path,
  type: 1,
  platform: 1,
  icon: '',
  show_headshot: 1,
  sort: 0,
  remote: null,
  permission: null,
  children,
});
const tree = [
  node('Codes', '', [node('QR codes', '/customer/qr_code_list'), node('New code', '/customer/set_qr_code')]),
  node('Statistics', '', [node('Today', '/customer/today_statistics'), node('访客', '/customer/visitor')]),
];
const entries = paletteEntries(tree);
const names = (text: string) => matchEntries(entries, text).map(({ name }) => name);

test('every screen can be found, with the group it stands in', () => {
  expect(entries.map(({ name, group }) => `${group}/${name}`)).toEqual([
    'Codes/QR codes',
    'Codes/New code',
    'Statistics/Today',
    'Statistics/访客',
  ]);
});

test('the best fit comes first; names of any language, routes and groups are found', () => {
  expect(names('code')).toEqual(['QR codes', 'New code']);
  expect(names('new')).toEqual(['New code']);
  expect(names('访')).toEqual(['访客']);
  expect(names('visitor')).toEqual(['访客']);
  expect(names('stat')).toEqual(['Today', '访客']);
  expect(names('zzz')).toEqual([]);
  expect(names(' ')).toHaveLength(4);
});

test('a whole name comes before longer ones, and letters in order only where nothing else is asked', () => {
  const places = paletteEntries([node('Codes of today', '/customer/a'), node('Codes', '/customer/b')]);
  expect(matchEntries(places, 'codes').map(({ name }) => name)).toEqual(['Codes', 'Codes of today']);
  expect(names('qcs')).toEqual([]);
  expect(looseEntries(entries, 'qcs').map(({ name }) => name)).toEqual(['QR codes']);
  expect(looseEntries(entries, ' ')).toEqual([]);
});

test('what is called like the text comes before screens that fit it less', () => {
  const option = (kind: string, name: string, note = '') => ({ kind, name, note });
  const options = [
    option('screen', 'Menus of the week'),
    option('verb', 'New menu'),
    option('code', 'Menu', 'k3fD'),
    option('code', 'Menu of March'),
    option('person', 'Ada', 'menu.ada'),
  ];
  const kinds = (text: string) => [...new Set(byBestKind(options, text).map(({ kind }) => kind))];
  expect(kinds('menu')).toEqual(['code', 'screen', 'person', 'verb']);
  expect(kinds('k3fd')).toEqual(['code', 'screen', 'verb', 'person']);
  // Its route alone fits: it comes behind what is called so.
  expect(
    byBestKind([option('screen', '访客', 'March'), option('code', 'Menu of March')], 'march')[0]?.kind,
  ).toBe('code');
});

test('screens that begin something are verbs, also those that no menu shows', () => {
  const hidden = { ...node('New thing', '/customer/new_thing'), hidden: true, verb: true } as const;
  expect(verbScreens([node('Things', '', [hidden, node('All', '/customer/all')])])).toEqual([hidden]);
});

test('g and a letter lead to the screen whose route begins with it', () => {
  expect(entryByLetter(entries, 't')?.name).toBe('Today');
  expect(entryByLetter(entries, 'V')?.name).toBe('访客');
  expect(entryByLetter(entries, 'x')).toBeUndefined();
});
