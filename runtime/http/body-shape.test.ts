import { expect, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import fc from 'fast-check';
import { requireSimple } from './body-shape.ts';

function verdict(text: string, limit = 16_384): string {
  try {
    requireSimple(text, limit);
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
  return 'simple';
}

/** Values and levels as a walk through the parsed body finds them. */
function weigh(value: unknown): { values: number; levels: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, levels: 0 };
  const inner = Object.values(value).map(weigh);
  return {
    values: 1 + inner.reduce((sum, one) => sum + one.values, 0),
    levels: 1 + Math.max(0, ...inner.map((one) => one.levels)),
  };
}

test('thousands of values and dozens of levels are refused, just below them nothing', () => {
  const list = (count: number) => JSON.stringify(Array(count).fill(0));
  expect(verdict(list(1_000))).toBe('simple');
  expect(verdict(list(1_024))).toBe('body_too_complex');
  expect(verdict(list(2_000), 32_768)).toBe('simple');
  expect(verdict(list(30_000), 1_048_576)).toBe('simple');
  expect(verdict(list(33_000), 1_048_576)).toBe('body_too_complex');
  expect(verdict('['.repeat(32) + ']'.repeat(32))).toBe('simple');
  expect(verdict('['.repeat(33) + ']'.repeat(33))).toBe('body_too_complex');
  expect(verdict(JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [at, 1]))))).toBe(
    'body_too_complex',
  );
  const names = (count: number) =>
    JSON.stringify(
      Object.fromEntries(
        Array(count)
          .fill(0)
          .map((_, at) => [at, 1]),
      ),
    );
  expect(verdict(names(512))).toBe('simple');
  expect(verdict(names(513))).toBe('body_too_complex');
  expect(verdict(names(4_000), 1_048_576)).toBe('simple');
  expect(verdict(names(4_097), 1_048_576)).toBe('body_too_complex');
});

test('what stands inside a text counts for nothing, whatever is escaped there', () => {
  const noise = '[{,"\\'.repeat(3_000);
  expect(verdict(JSON.stringify({ [noise]: noise }))).toBe('simple');
  expect(verdict(`"${'\\'.repeat(20_000)}`)).toBe('simple');
  expect(verdict(`"\\\\",${'[],'.repeat(6_000)}`)).toBe('body_too_complex');
});

test('a body that a walk finds too much in is never taken for a simple one', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.integer({ min: 0, max: 34 }), (text, wrapped) => {
      const whole = '['.repeat(wrapped) + text + ']'.repeat(wrapped);
      const { values, levels } = weigh(JSON.parse(whole));
      if (values > 1_024 || levels > 32) return verdict(whole) === 'body_too_complex';
      // An empty list or object counts as if something were in it, and equal names for as often as they stand there.
      return values > 250 || levels > 32 || verdict(whole) === 'simple';
    }),
  );
});
