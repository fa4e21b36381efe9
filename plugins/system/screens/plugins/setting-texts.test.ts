import { expect, test } from 'bun:test';
import { defineSettings, field, settingsForm } from '@waypost/contract';
import { z } from 'zod';
import { settingTexts } from './setting-texts.ts';

test('a setting, its unit and its options are called as the plugin says, and by nothing else where it says nothing', () => {
  const words: Record<string, string> = {
    'shop.unit.days': 'days',
    'shop.settings.token': 'Token',
    'shop.settings.token.help': 'From the account page.',
    'shop.settings.round': 'Rounding',
    'shop.settings.round.up': 'Upwards',
    'shop.settings.level.2': 'High',
  };
  const view = settingsForm(
    defineSettings({
      fields: {
        size: field(z.int(), { default: 3, unit: 'shop.unit.days' }),
        token: field(z.string(), { default: '', secret: true }),
        round: field(z.enum(['up', 'down']), { default: 'up' }),
        level: field(z.literal([1, 2]), { default: 1 }),
      },
    }),
  );
  expect(settingTexts('shop', view, (key) => words[key] ?? key)).toEqual({
    size: { unit: 'days' },
    token: { label: 'Token', help: 'From the account page.' },
    round: { label: 'Rounding', options: { up: 'Upwards' } },
    level: { options: { 2: 'High' } },
  });
});
