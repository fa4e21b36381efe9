import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { completeTarget, targetUrl } from './target-url.ts';

test('an address without its scheme is one of https, wherever it was typed', () => {
  for (const typed of [
    'example.com',
    'example.com/menu?a=1#b',
    'example.com:8443/a',
    '例子.中国/路',
    'a-b.co?x',
  ])
    expect(targetUrl.parse(typed)).toBe(`https://${typed}`);
});

test('nothing becomes a target by being completed that was dangerous or not meant as an address', () => {
  const refused = [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'localhost:3000',
    'a@example.com',
  ];
  for (const typed of [...refused, 'example', 'two words.com', 'example.com /x', '', 'data:text/html,a.b'])
    expect([typed, targetUrl.safeParse(typed).success]).toEqual([typed, false]);
});

test('what is complete stays as it is', () => {
  fc.assert(fc.property(fc.webUrl(), (address) => expect(completeTarget(address)).toBe(address)));
  fc.assert(
    fc.property(fc.string(), (text) =>
      expect(completeTarget(completeTarget(text))).toBe(completeTarget(text)),
    ),
  );
});
