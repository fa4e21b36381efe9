import { expect, test } from 'bun:test';
import { LOCALES } from '@waypost/contract/constants';
import { preferredLanguage } from './preferred-language.ts';

test.each([
  [['en-GB', 'zh-CN'], 'en-US'],
  [['fr-FR', 'sw'], 'sw-KE'],
  [['zh-TW'], 'zh-CN'],
  [['de', 'fr'], undefined],
  [[], undefined],
])('%j is offered %s', (wishes, expected) => {
  expect(preferredLanguage(wishes, LOCALES)).toBe(expected as never);
});

test('a language that the operator does not offer is not offered', () => {
  expect(preferredLanguage(['sw', 'en'], ['zh-CN', 'en-US'])).toBe('en-US');
});
