import { expect, test } from 'bun:test';
import type { MenuNode } from '@waypost/contract';
import { firstActions } from './read-home.ts';

function node(name: string, children: MenuNode[] = [], screen?: string): MenuNode {
  return {
    id: name,
    name,
    language_variables: name,
    path: screen === undefined ? '' : `/customer/${screen}`,
    type: 1,
    platform: 1,
    icon: '',
    show_headshot: 1,
    sort: 1,
    remote: screen === undefined ? null : { plugin: 'qr', screen },
    permission: null,
    children,
  };
}
const screen = (route: string) => node(`name of ${route}`, [], route);

test('the dashboard proposes what a person may do, in the order of the product and not of the menu', () => {
  const menu = [
    node('System', [screen('configuration'), screen('administrators')]),
    node('Codes', [screen('qr_code_list'), screen('nothing_to_begin_with'), screen('set_qr_code')]),
  ];
  expect(firstActions(menu)).toEqual([
    { route: 'set_qr_code', name: 'name of set_qr_code' },
    { route: 'qr_code_list', name: 'name of qr_code_list' },
    { route: 'administrators', name: 'name of administrators' },
    { route: 'configuration', name: 'name of configuration' },
  ]);
});

test('nothing is proposed that the menu does not have, and at most five of what it has', () => {
  expect(firstActions([])).toEqual([]);
  const all = ['user_list', 'message_list', 'configuration', 'administrators', 'set_qr_code', 'qr_code_list'];
  expect(firstActions(all.map(screen)).map(({ route }) => route)).toEqual([
    'set_qr_code',
    'qr_code_list',
    'user_list',
    'administrators',
    'message_list',
  ]);
});
