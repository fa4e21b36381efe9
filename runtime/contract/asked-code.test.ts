import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { codeInPath, withoutTail } from './asked-code.ts';

describe('the code that a path asks for', () => {
  test('is the same however the path spells it', () => {
    for (const path of ['/lp0x', '/%6cp0x', '/%6C%70%30%78', '/lp0x/', '//lp0x', '/lp0x//'])
      expect([path, codeInPath(path)]).toEqual([path, 'lp0x']);
  });

  test('is decoded once, and is none in a path of several segments, of none, or with a stray percent sign', () => {
    expect(codeInPath('/%256cp0x')).toBe('%6cp0x');
    for (const path of ['/', '//', '', 'lp0x', '/a/b', '/lp0x%', '/lp0x%E3', '/%zz'])
      expect([path, codeInPath(path)]).toEqual([path, undefined]);
  });

  test('is found by any spelling of any code', () => {
    const letter = fc.constantFrom(...'0123456789ABCXYZabcxyz_-');
    const code = fc.array(fc.tuple(letter, fc.boolean()), { minLength: 1, maxLength: 64 });
    fc.assert(
      fc.property(code, (letters) => {
        const spelt = letters.map(([one, isEncoded]) =>
          isEncoded ? `%${one.charCodeAt(0).toString(16)}` : one,
        );
        expect(codeInPath(`/${spelt.join('')}`)).toBe(letters.map(([one]) => one).join(''));
      }),
    );
  });
});

describe('what chat programs add at the end of an address', () => {
  test('is no part of the code', () => {
    for (const tail of [
      '.',
      ')',
      '。',
      '，',
      '）',
      '!?',
      '...',
      '」',
      '”',
      "'",
      '>',
      '*',
      ' ',
      '\u200b',
      '/',
      '/。',
    ])
      expect([tail, withoutTail(`AbcTest1${tail}`)]).toEqual([tail, 'AbcTest1']);
  });

  test('is not what codes are made of, nor letters of any language', () => {
    for (const code of ['AbcTest1', 'a-', 'a_', '-', 'a.b', 'aé', 'a扫码', 'a\ufffd', '.', ''])
      expect([code, withoutTail(code)]).toEqual([code, code]);
  });
});
