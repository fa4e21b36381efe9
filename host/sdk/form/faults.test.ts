import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { LOCALES } from '@waypost/contract';
import { z } from 'zod';
import { faultsOf, faultText } from './faults.ts';

test('a price with three decimals is told what fits', () => {
  const { error } = z.number().multipleOf(0.01).safeParse(1.234);
  expect(faultsOf(error?.issues ?? [], 'price', { price: 1.234 }).price).toMatchObject({
    keys: expect.arrayContaining(['validation.step']),
    params: { step: 0.01 },
  });
});

test.each(LOCALES)('a fault is told in the same words by the form and by the server: %s', async (locale) => {
  const [form, server] = await Promise.all(
    ['shell', 'server'].map(
      async (part): Promise<Record<string, string>> =>
        Bun.file(join(import.meta.dir, `../../../locales/${locale}/${part}.json`)).json(),
    ),
  );
  const formats = Object.keys(form ?? {}).filter((key) => key.startsWith('validation.format'));
  const pairs = [
    ['validation.step', 'error.issue.multiple_of'],
    ...formats.map((key) => [key, key.replace('validation', 'error.issue')]),
  ] as const;
  for (const [one = '', other = ''] of pairs)
    expect({ one, text: form?.[one] }).toEqual({ one, text: server?.[other] });
});

test('a field that is missing has the sentence of its resource, also within an entry of a list', () => {
  const { error } = z.object({ picture: z.string().min(1) }).safeParse({ picture: '' });
  const path = 'targets.2.picture';
  const [found] = Object.values(
    faultsOf(error?.issues ?? [], 'targets.2', { targets: [{}, {}, { picture: '' }] }),
  );
  const asked: string[] = [];
  const first = (keys: readonly string[]) => {
    asked.push(...keys);
    return '';
  };
  if (found) faultText(found, Object.assign(() => '', { first }) as never, { name: 'qr.code', path });
  expect(asked).toEqual(['qr.code.fault.targets.picture', 'validation.required']);
});

test('a schema that names its own sentence has it in the form, by its key or by the end of it as on the server', () => {
  const keysOf = (name: string) => {
    const { error } = z
      .string()
      .regex(/^[A-Z]{2}$/, name)
      .safeParse('kenya');
    return faultsOf(error?.issues ?? [], 'country', { country: 'kenya' }).country?.keys;
  };
  expect(keysOf('country_code')?.slice(0, 2)).toEqual(['country_code', 'validation.country_code']);
  expect(keysOf('gear.fault.country')?.[0]).toBe('gear.fault.country');
});
