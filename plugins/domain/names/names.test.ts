import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { areRelated, readName } from './read-name.ts';
import { readEnteredName } from './rules.ts';

const own = ['admin.example.com'];

test.each([
  ['shop.example.com', 'shop.example.com', 'shop.example.com', 'example.com'],
  [' Shop.Example.COM. ', 'shop.example.com', 'shop.example.com', 'example.com'],
  ['bücher.com', 'xn--bcher-kva.com', 'bücher.com', 'xn--bcher-kva.com'],
  ['XN--bcher-kva.com', 'xn--bcher-kva.com', 'bücher.com', 'xn--bcher-kva.com'],
  ['例子.中国', 'xn--fsqu00a.xn--fiqs8s', '例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
  ['店。example。cn', 'xn--hxt.example.cn', '店.example.cn', 'example.cn'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai', 'пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['a.b.example.co.ke', 'a.b.example.co.ke', 'a.b.example.co.ke', 'example.co.ke'],
  // Whoever has a name below a private ending shares nothing with those beside it.
  ['me.github.io', 'me.github.io', 'me.github.io', 'me.github.io'],
])('%s is %s', (entered, name, shown, registrable) => {
  expect(readName(entered, own)).toEqual({ name, shown, registrable });
});

test.each([
  ['', 'form'],
  ['https://shop.example.com', 'form'],
  ['shop.example.com/menu', 'form'],
  ['shop.example.com:443', 'form'],
  ['me@example.com', 'form'],
  ['a b.example.com', 'form'],
  ['a..example.com', 'form'],
  ['a_b.example.com', 'form'],
  ['-a.example.com', 'form'],
  ['%61.example.com', 'form'],
  ['xn--a.com', 'form'],
  ['*.example.com', 'wildcard'],
  ['203.0.113.7', 'address'],
  ['0x7f.1', 'address'],
  ['2130706433', 'address'],
  ['１２７.0.0.1', 'address'],
  ['[::1]', 'address'],
  ['::ffff:127.0.0.1', 'address'],
  [`${'a'.repeat(64)}.com`, 'too_long'],
  [`${'ä'.repeat(70)}.com`, 'too_long'],
  [`${'abcdefgh.'.repeat(30)}com`, 'too_long'],
  ['localhost', 'single'],
  ['com', 'single'],
  ['аpple.com', 'mixed'],
  ['xn--pple-43d.com', 'mixed'],
  ['раураl.com', 'mixed'],
  ['аррӏе.com', 'look_alike'],
  ['xn--80ak6aa92e.com', 'look_alike'],
  ['shop.internal', 'no_suffix'],
  ['shop.example', 'no_suffix'],
  ['co.uk', 'suffix'],
  ['github.io', 'suffix'],
  ['ADMIN.example.com.', 'own'],
])('%s is refused: %s', (entered, fault) => {
  expect(readName(entered, own)).toEqual({ fault } as never);
});

test('whatever is entered is a name of the DNS or refused, and a name reads as itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.domain(), fc.ipV4(), fc.ipV6()), (text) => {
      const read = readEnteredName(text);
      if ('fault' in read) return;
      expect(read.name).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      expect(readEnteredName(read.name)).toEqual(read);
    }),
  );
});

test('parents and children are related, neighbours are not', () => {
  expect(areRelated('a.example.com', 'example.com')).toBe(true);
  expect(areRelated('example.com', 'a.b.example.com')).toBe(true);
  expect(areRelated('example.com', 'example.com')).toBe(true);
  expect(areRelated('a.example.com', 'b.example.com')).toBe(false);
  expect(areRelated('notexample.com', 'example.com')).toBe(false);
});
