import { expect, test } from 'bun:test';
import { defaultLanguage, knownLanguages } from './languages.ts';

test('a language that the page has no words for is not offered', () => {
  const rows = [
    { code: 'fr-FR', title: 'Français', default_language: 1 as const },
    { code: 'en-US', title: 'English', default_language: 1 as const },
  ];
  expect(knownLanguages(rows)).toEqual([{ code: 'en-US', title: 'English' }]);
});

test('a newcomer sees the default, and one that the page knows when it does not know that', () => {
  expect(
    defaultLanguage([
      { code: 'zh-CN', title: '中文', default_language: 1 },
      { code: 'sw-KE', title: 'Kiswahili', default_language: 2 },
    ]),
  ).toBe('sw-KE');
  expect(
    defaultLanguage([
      { code: 'fr-FR', title: 'Français', default_language: 2 },
      { code: 'en-US', title: 'English', default_language: 1 },
    ]),
  ).toBe('en-US');
  expect(defaultLanguage([])).toBe('zh-CN');
});
