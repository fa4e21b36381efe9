import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { completeTarget, publishedTarget, targetFault, targetUrl } from './target-url.ts';

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

test('a refused address is refused for what is wrong with it', () => {
  for (const [address, fault] of [
    ['https://a.example /menu', 'target_url_blank'],
    [' https://a.example/', 'target_url_blank'],
    ['a.example /menu', 'target_url_blank'],
    ['https:\\\\a.example\\menu', 'target_url_backslash'],
    ['https://a.example\\menu', 'target_url_backslash'],
    ['https：//a.example/', 'target_url_colon'],
    ['https:／／a.example/', 'target_url_colon'],
    ['ftp://a.example/', 'target_url'],
    ['https://user@a.example/', 'target_url'],
    ['two words', 'target_url'],
  ] as const)
    expect([address, targetFault(address)]).toEqual([address, fault]);
  expect(targetUrl.safeParse('https：//a.example/').error?.issues[0]?.message).toBe('target_url_colon');
});

test('a character that nobody sees makes no other address of one that looks the same', () => {
  const hidden = fc.constantFrom('\u200b', '\u200e', '\u2060', '\u00ad', '\ufeff', '\u202e', '\u180e');
  fc.assert(
    fc.property(fc.webUrl(), hidden, fc.nat(), (address, sign, at) => {
      const place = 1 + (at % (address.length - 1));
      const written = address.slice(0, place) + sign + address.slice(place);
      expect(targetFault(written)).toBe('target_url_invisible');
    }),
  );
  // A code that was made before goes on.
  expect(publishedTarget.safeParse('https://a.example/me\u200bnu').success).toBe(true);
});
