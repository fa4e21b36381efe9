import { expect, test } from 'bun:test';
import type { SiteMessage } from '@waypost/sdk';
import { zSiteMessage } from './site-messages.ts';

const MESSAGE: SiteMessage = {
  to: { permission: 'shop.order:update' },
  words: 'shop.notice.order',
  params: { name: 'Rita' },
  plain: { title: 'Rita', content: 'An order' },
  occasion: '1',
  screen: 'order_list?id=0123456789abcdef01234567&tab=goods',
};
const isTaken = (change: Partial<SiteMessage>) => zSiteMessage.safeParse({ ...MESSAGE, ...change }).success;

test('a plugin writes what it may write', () => {
  expect(isTaken({})).toBe(true);
  expect(isTaken({ screen: undefined, to: { accounts: ['0123456789abcdef01234567'] } })).toBe(true);
});

test('a message of a plugin leads nowhere but to a screen of the back-office', () => {
  for (const screen of ['//evil.example', '/admin_login', 'https://evil.example', 'javascript:alert(1)', ''])
    expect([screen, isTaken({ screen })]).toEqual([screen, false]);
});

test('a plugin does not speak with the words of the platform, nor at any length', () => {
  for (const words of ['system.message.notice.plugin_ended', 'plugin_ended', ''])
    expect([words, isTaken({ words })]).toEqual([words, false]);
  expect(isTaken({ plain: { title: 'x'.repeat(101), content: 'x' } })).toBe(false);
  expect(isTaken({ plain: { title: 'x', content: 'x'.repeat(4_001) } })).toBe(false);
});
