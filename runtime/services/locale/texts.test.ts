import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { chooseLanguage } from './choose-locale.ts';
import { findText, type Words } from './texts.ts';

const words = (chinese: Record<string, string>, english: Record<string, string> = {}): Words => ({
  'zh-CN': new Map(Object.entries(chinese)),
  'en-US': new Map(Object.entries(english)),
  'sw-KE': new Map(),
});

describe('texts', () => {
  test('come from the first source that has them, then in the default language, then not at all', () => {
    const own = words({ a: '自己' }, { a: 'own' });
    const shared = words({ a: '共享', b: '共享' }, { a: 'shared' });
    expect(findText([own, shared], 'en-US', 'a')).toBe('own');
    expect(findText([own, shared], 'en-US', 'b')).toBe('共享');
    expect(findText([own, shared], 'en-US', 'c')).toBeUndefined();
  });

  test('take the plural form of the language and fill what is given', () => {
    const source = words(
      { n_other: '{{count}} 个' },
      { n_one: '{{count}} thing', n_other: '{{ count }} things' },
    );
    expect(findText([source], 'en-US', 'n', { count: 1 })).toBe('1 thing');
    expect(findText([source], 'en-US', 'n', { count: 5 })).toBe('5 things');
    expect(findText([source], 'zh-CN', 'n', { count: 1 })).toBe('1 个');
    expect(findText([words({ a: '{{missing}}' })], 'zh-CN', 'a')).toBe('{{missing}}');
  });

  test('that were written here come before those of the same source, and of no other', () => {
    const changed = new Map([['en-US', new Map([['a', 'written']])]]);
    const own = words({ a: '自己' }, { a: 'own' });
    const shared = {
      ...words({}, { a: 'shared', b: 'shared' }),
      changed: (language: string) => changed.get(language),
    };
    expect(findText([own, shared], 'en-US', 'a')).toBe('own');
    expect(findText([shared, own], 'en-US', 'a')).toBe('written');
    expect(findText([shared, own], 'zh-CN', 'a')).toBe('自己');
    changed.delete('en-US');
    expect(findText([shared, own], 'en-US', 'a')).toBe('shared');
  });

  test('of a language that no file has are those that were written, then those of the one that stands in', () => {
    const source = {
      ...words({ a: '甲' }, { a: 'A', n_other: '{{count}} things' }),
      changed: (language: string) =>
        language === 'fr-FR' ? new Map([['n_many', '{{count}} de choses']]) : undefined,
    };
    expect(findText([source], ['fr-FR', 'en-US'], 'n', { count: 1_000_000 })).toBe('1000000 de choses');
    expect(findText([source], ['fr-FR', 'en-US'], 'a')).toBe('A');
  });

  test('a parameter is never read as a pattern or a placeholder', () => {
    expect(findText([words({ a: '{{x}}' })], 'zh-CN', 'a', { x: '$& {{y}}', y: 'no' })).toBe('$& {{y}}');
  });
});

describe('language of an answer', () => {
  test.each([
    [null, null, 'zh-CN'],
    ['en', 'zh-CN', 'en-US'],
    ['xx', 'sw', 'sw-KE'],
    [null, 'fr;q=1, en;q=0.2, sw;q=0.9', 'sw-KE'],
    [null, 'en-GB', 'en-US'],
    [null, 'en;q=0', 'zh-CN'],
    [null, '*', 'zh-CN'],
  ])('?locale=%s with "%s" is %s', (query, header, expected) => {
    expect<string>(chooseLanguage(query, header).locale).toBe(expected);
  });

  test.each([
    ['fr-FR', null, 'fr-FR', 'en-US'],
    ['fr', 'zh-CN', 'fr-FR', 'en-US'],
    ['en-GB', null, 'en-US', 'en-US'],
    ['sw-KE', 'zh-CN', 'en-US', 'en-US'],
    [null, 'sw-KE', 'en-US', 'en-US'],
    [null, 'sw-KE, zh;q=0.5', 'zh-CN', 'zh-CN'],
    ['xx', null, 'en-US', 'en-US'],
  ])(
    'where Swahili is hidden and French was added, ?locale=%s with "%s" is %s',
    (query, header, language, locale) => {
      const offered = {
        codes: ['zh-CN', 'en-US', 'fr-FR'],
        hidden: new Set(['sw-ke']),
        standard: 'en-US' as const,
      };
      expect<object>(chooseLanguage(query, header, offered)).toEqual({ language, locale });
    },
  );

  test('no header breaks it', () => {
    fc.assert(
      fc.property(fc.string(), (header) =>
        ['zh-CN', 'en-US', 'sw-KE'].includes(chooseLanguage(null, header).locale),
      ),
    );
  });
});
