import { expect, test } from 'bun:test';
import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { zHost } from './values.ts';

test('a domain is found as its owner writes it, with the letters of its language', () => {
  expect(zHost.parse(' Zürich-Shop.com ')).toBe('xn--zrich-shop-9db.com');
  expect(zHost.parse('Zu\u0308rich-shop.com')).toBe('xn--zrich-shop-9db.com');
  expect(zHost.parse('例子.中国')).toBe('xn--fsqu00a.xn--fiqs8s');
  expect(zHost.parse('xn--zrich-shop-9db.com')).toBe('xn--zrich-shop-9db.com');
  expect(zHost.parse('')).toBe('');
  const label = fc.stringMatching(/^[a-zäöüéñß例中]{1,12}$/);
  fc.assert(
    fc.property(label, label, (one, other) => {
      const host = `${one}.${other}.com`;
      expect(zHost.parse(` ${host}`)).toBe(domainToASCII(host));
      expect(zHost.parse(zHost.parse(host))).toBe(zHost.parse(host));
    }),
  );
});

test('what is more than a name stays what it is, and so is nobody’s domain', () => {
  for (const text of ['zürich.com/path', 'zürich.com:80', 'user@zürich.com', 'zürich.com?x', 'zürich com'])
    expect(zHost.parse(text)).toBe(text);
});
