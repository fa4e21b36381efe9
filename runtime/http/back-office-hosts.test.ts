import { expect, test } from 'bun:test';
import { createHostCheck } from './back-office-hosts.ts';
import { createOriginCheck } from './origin.ts';

const names = new Set(['admin.example.com', 'go.example.com']);
const isBackOffice = createHostCheck(() => names);

test.each([
  'admin.example.com',
  'ADMIN.EXAMPLE.COM:8443',
  'admin.example.com.',
  'go.example.com',
  'localhost:6009',
  'app.localhost',
  '127.0.0.1',
  '192.0.2.1:80',
  '[2001:db8::1]:6009',
])('the back-office answers on %s', (host) => {
  expect(isBackOffice(host)).toBe(true);
});

test.each([
  null,
  '',
  'customer.example',
  'xadmin.example.com',
  'admin.example.com@evil.example',
  'localhost.evil.example',
  'a b',
])('a login page never shows on %s', (host) => {
  expect(isBackOffice(host)).toBe(false);
});

test('a page may call the host that it came from, and loopback its other ports', () => {
  const isOwn = createOriginCheck(() => 'https://go.example.com');
  expect(isOwn('https://go.example.com', 'inner:6009')).toBe(true);
  expect(isOwn('http://admin.example.com:81', 'admin.example.com:81')).toBe(true);
  expect(isOwn('http://localhost:3000', '127.0.0.1:6009')).toBe(true);
  expect(isOwn('http://evil.example', 'admin.example.com')).toBe(false);
  expect(isOwn('http://localhost:3000', 'admin.example.com')).toBe(false);
  expect(isOwn('null', 'admin.example.com')).toBe(false);
});
