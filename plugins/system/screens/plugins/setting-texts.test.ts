import { expect, test } from 'bun:test';
import { settingTexts } from './setting-texts.ts';

test('a setting is called as its plugin says, and by nothing else where it says nothing', () => {
  const words: Record<string, string> = {
    'shop.settings.token': 'Token',
    'shop.settings.token.help': 'From the account page.',
  };
  const view = { defaults: { size: 3 }, secrets: ['token'] };
  expect(settingTexts('shop', view, (key) => words[key] ?? key)).toEqual({
    size: {},
    token: { label: 'Token', help: 'From the account page.' },
  });
});
