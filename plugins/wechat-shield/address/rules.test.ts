import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isWholeName, readAddress } from './rules.ts';

test('a domain stands for its first page, an address for itself', () => {
  expect(readAddress('Shop.example')).toEqual({ url: 'https://shop.example/', host: 'shop.example' });
  expect(readAddress('http://shop.example/a?b=1#c')).toEqual({
    url: 'http://shop.example/a?b=1',
    host: 'shop.example',
  });
  expect(readAddress('bücher.example.')?.host).toBe('xn--bcher-kva.example');
  for (const none of [
    '',
    ' ',
    'localhost',
    'javascript:alert(1)',
    'https://a@b.example',
    'a b.example',
    'ftp://x.example',
  ])
    expect([none, readAddress(none)]).toEqual([none, undefined]);
});

test('what is said of one page is not said of its name', () => {
  const isWhole = (text: string) => isWholeName(readAddress(text) ?? { url: 'https://x/y', host: '' });
  expect(isWhole('shop.example')).toBe(true);
  expect(isWhole('https://shop.example/menu')).toBe(false);
  expect(isWhole('https://shop.example/?a')).toBe(false);
  expect(isWhole('https://shop.example:8443/')).toBe(false);
});

const zUrl = fc
  .tuple(
    fc.constantFrom('', 'http://', 'https://', 'HTTPS://', 'ftp://'),
    fc.domain(),
    fc.string({ maxLength: 20 }),
  )
  .map(([scheme, host, rest]) => `${scheme}${host}/${rest}`);

test('whatever is entered: it is none, or an address of the web with a name in it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), zUrl), (text) => {
      const read = readAddress(text);
      if (read !== undefined) expect(new URL(read.url).hostname.replace(/\.$/, '')).toBe(read.host);
    }),
  );
});
