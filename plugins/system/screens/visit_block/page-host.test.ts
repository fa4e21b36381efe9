import { expect, test } from 'bun:test';
import { pageHostOf } from './page-host.ts';

// A host that is read otherwise than visits tell it would be blocked in the list and on no code.
test.each([
  ['spam.example', 'spam.example'],
  [' Spam.Example. ', 'spam.example'],
  ['https://www.spam.example/frame?x=1#y', 'www.spam.example'],
  ['http://spam.example:8080/', 'spam.example'],
  ['spam.example/path', 'spam.example'],
  ['骗子.example', 'xn--i8s958l.example'],
])('%s is the host %s', (text, host) => {
  expect(pageHostOf(text)).toBe(host);
});

test.each([
  '',
  'spam',
  'com',
  'javascript:alert(1)',
  'ftp://spam.example/',
  'http://',
  'a b.example',
  '203.0.113.7',
  '[::1]',
])('%s is no page', (text) => {
  expect(pageHostOf(text)).toBeUndefined();
});
