import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyLiteral, literalPattern } from './literal-pattern.ts';

test('a text is found as it is, whatever it has of what patterns are made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, around) => {
      expect(anyLiteral([text]).test(`${around}${text}${around}`)).toBe(true);
    }),
  );
  expect(anyLiteral(['a.c', 'x']).test('abc')).toBe(false);
  expect(anyLiteral(['(a+)+$']).test('aaaa')).toBe(false);
});

test('nothing is written in a way that only one engine reads', () => {
  expect(literalPattern('北京　电信 a-b')).toBe('北京　电信 a\\-b');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(literalPattern(text).replaceAll('\\\\', '')).not.toMatch(/\\[a-z0-9]/i);
    }),
  );
});
