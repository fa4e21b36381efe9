import { beforeEach, expect, test } from 'bun:test';
import { defaultLanguage, languageToShow } from './languages.ts';

const stored = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: { getItem: (key: string) => stored.get(key) ?? null },
  location: { hash: '' },
});
beforeEach(() => stored.clear());

const row = (code: string, default_language: 1 | 2 = 1) => ({ code, title: code, default_language });

test('a newcomer sees the default, and one that the page has all words for when it has none for that', () => {
  expect(defaultLanguage([row('zh-CN'), row('sw-KE', 2)])).toBe('sw-KE');
  expect(defaultLanguage([row('fr-FR', 2), row('en-US')])).toBe('en-US');
  expect(defaultLanguage([])).toBe('zh-CN');
});

test('what somebody chose is shown while it is offered, and the default while it is not', () => {
  stored.set('waypost.locale', 'sw-KE');
  expect(languageToShow([row('en-US', 2), row('sw-KE')])).toBe('sw-KE');
  expect(languageToShow([row('en-US', 2), row('zh-CN')])).toBe('en-US');
});

test('a language that an operator has added is shown to whoever chose it', () => {
  stored.set('waypost.locale', 'fr-FR');
  expect(languageToShow([row('en-US', 2), row('fr-FR')])).toBe('fr-FR');
  expect(languageToShow([row('en-US', 2)])).toBe('en-US');
});
