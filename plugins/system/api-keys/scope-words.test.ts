import { expect, test } from 'bun:test';
import { scopeWords } from './scope-words.ts';

const node = (id: string, name: string, permission: string | null, more: object = {}) => ({
  id,
  name,
  permission,
  parent: '',
  type: 1 as const,
  is_active: true,
  is_own: false,
  ...more,
});
const button = (parent: string, name: string, permission: string) =>
  node(`${parent}/${permission}`, name, permission, { parent, type: 2 });
const tree = [
  node('codes', 'Codes', null),
  node('list', 'My codes', 'qr.code:read', { parent: 'codes' }),
  button('list', 'Create', 'qr.code:create'),
  button('list', 'See visitors', 'qr.visit:read'),
  node('desk', 'Reports', 'qr.abuse_report:read'),
  // Needed there, too.
  button('desk', 'Make codes', 'qr.code:create'),
  node('off', 'Off', 'gone.thing:read', { is_active: false }),
  node('own', 'Elsewhere', 'system.node:read', { is_own: true }),
];
const ofOther = (noun: string, right: string) => `${noun} – ${right}`;
const all = { holds: () => true, see: 'See', all: 'Everything', ofOther };

test('rights stand by the screen and in words, once each, led by all that is done with a thing', () => {
  expect(scopeWords(tree, all)).toEqual([
    { scope: 'qr.code:*', screen: 'My codes', right: 'Everything' },
    { scope: 'qr.code:read', screen: 'My codes', right: 'See' },
    { scope: 'qr.code:create', screen: 'My codes', right: 'Create' },
    { scope: 'qr.visit:read', screen: 'My codes', right: 'qr.visit – See visitors' },
    { scope: 'qr.abuse_report:read', screen: 'Reports', right: 'See' },
  ]);
});

test('nobody is offered what they may not do', () => {
  const holds = (permission: string) => permission === 'qr.visit:read';
  expect(scopeWords(tree, { ...all, holds }).map(({ scope }) => scope)).toEqual(['qr.visit:read']);
});
