import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { AppError, targetUrl } from '@waypost/contract';
import { z } from 'zod';
import { readServerWords } from '../../services/locale/texts.ts';
import { firstGeneration, translateIn } from '../activation/generation.ts';
import { checkInput } from './check-input.ts';

const generation = firstGeneration(
  new Map(),
  await readServerWords(join(import.meta.dir, '../../../locales')),
);

const schema = z.strictObject({
  name: z.string().min(2).max(3),
  count: z.int().min(1).max(9).multipleOf(3),
  kind: z.enum(['a', 'b']),
  when: z.iso.datetime(),
  list: z
    .array(z.strictObject({ url: targetUrl }))
    .min(1)
    .max(2),
  either: z.union([z.literal(1), z.literal(2)]),
});

async function faults(input: unknown, locale: 'en-US' | 'zh-CN' | 'sw-KE' = 'en-US') {
  try {
    await checkInput(schema, input, (key, params) => translateIn(generation, locale, key, params));
  } catch (error) {
    if (error instanceof AppError)
      return Object.fromEntries(error.errors.map((issue) => [issue.path, issue.message]));
    throw error;
  }
  return {};
}

test('every fault is named at its path and says in words what to do', async () => {
  const found = await faults({
    name: 'x',
    count: 99,
    kind: 'c',
    when: 'soon',
    list: [{ url: 'javascript:alert(1)', extra: 1 }],
    either: 3,
    $where: '1',
  });
  expect(found).toMatchObject({
    name: 'Enter at least 2 characters.',
    count: 'At most 9.',
    kind: 'Choose one of: a, b.',
    'list.0.url': expect.stringContaining('http://'),
    'list.0.extra': 'There is no such field.',
    $where: 'There is no such field.',
  });
  expect(Object.keys(found)).toContain('when');
  expect(Object.keys(found)).toContain('either');
});

test('nothing at all says that each field is required, in each language', async () => {
  for (const locale of ['en-US', 'zh-CN', 'sw-KE'] as const) {
    const found = await faults({}, locale);
    expect(Object.keys(found).sort()).toEqual(['count', 'either', 'kind', 'list', 'name', 'when']);
    for (const message of Object.values(found)) expect(message).not.toMatch(/^error\.|^$|\{\{/);
  }
});

test('a body with a hundred thousand faults is answered with the first hundred', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]));
  const many = z.strictObject({ list: z.array(z.int()), open: z.boolean() });
  for (const input of [unknown, { open: true, list: Array(5_000).fill('x') }]) {
    const failure = await checkInput(many, input, (key) => key).catch((error: unknown) => error);
    expect((failure as AppError).errors.length).toBe(100);
  }
});

test('a sentence that a schema brings for its pattern is said, and no name of a check ever is', async () => {
  const own = z.strictObject({
    serial: z.string().regex(/^[A-Z]+$/, 'gear.fault.serial'),
    size: z.int().min(3, 'gear.fault.size'),
    plain: z.string().regex(/^[A-Z]+$/),
    day: z.iso.date(),
    at: z.iso.datetime(),
  });
  const words = { 'gear.fault.serial': 'Capitals only', 'gear.fault.size': 'Three or more' };
  const check = checkInput(own, { serial: 'x', size: 1, plain: 'x', day: 'x', at: 'x' }, (key, params) =>
    key in words ? words[key as keyof typeof words] : translateIn(generation, 'en-US', key, params),
  );
  const refused = await check.catch((error: unknown) => error);
  if (!(refused instanceof AppError)) throw refused;
  expect(Object.fromEntries(refused.errors.map(({ path, message }) => [path, message]))).toEqual({
    serial: 'Capitals only',
    size: 'Three or more',
    plain: 'This is not in the expected format.',
    day: 'Enter a date.',
    at: 'Enter a date and time.',
  });
});
