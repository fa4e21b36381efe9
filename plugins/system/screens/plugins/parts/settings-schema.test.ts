import { expect, test } from 'bun:test';
import { field, settingsForm } from '@waypost/contract';
import { z } from 'zod';
import { settingFields } from './settings-schema.ts';

test('each setting of a plugin gets the control that fits it', () => {
  const { schema, secrets } = settingsForm({
    fields: {
      name: field(z.string().max(60), { default: '' }),
      notes: field(z.string().max(5000), { default: '' }),
      days: field(z.int().min(1).max(30), { default: 7 }),
      ratio: field(z.number().min(0), { default: 1 }),
      is_on: field(z.boolean(), { default: true }),
      size: field(z.enum(['small', 'large']), { default: 'small' }),
      list: field(z.array(z.string()), { default: [] }),
      address: field(z.union([z.literal(''), z.url()]), { default: '' }),
      token: field(z.string().max(200), { default: '', secret: true }),
    },
  });
  const kinds = settingFields(schema, secrets).map(({ name, kind, isSecret }) => [name, kind, isSecret]);
  expect(kinds).toEqual([
    ['name', 'text', false],
    ['notes', 'long_text', false],
    ['days', 'integer', false],
    ['ratio', 'number', false],
    ['is_on', 'switch', false],
    ['size', 'choice', false],
    ['list', 'json', false],
    ['address', 'text', false],
    ['token', 'text', true],
  ]);
});

test('limits are the schema’s own, and a whole number without any has none', () => {
  const { schema } = settingsForm({
    fields: { days: field(z.int().min(1), { default: 7 }), any: field(z.int(), { default: 0 }) },
  });
  const [days, any] = settingFields(schema, []);
  expect([days?.minimum, days?.maximum]).toEqual([1, undefined]);
  expect([any?.minimum, any?.maximum]).toEqual([undefined, undefined]);
});
