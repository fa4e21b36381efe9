import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { isTame, withTamePatterns } from './tame-patterns.ts';

/** As a plugin hands over the schema of its settings. */
const formOf = (schema: z.ZodType, name = 'value') =>
  z.toJSONSchema(z.strictObject({ [name]: schema }), { io: 'input' }) as Record<string, unknown>;

describe('a pattern of an isolated plugin’s settings stops nobody else’s calls', () => {
  test.each([
    '^$|^.*.*.*.*.*z$',
    '(a+)+$',
    '^(a|aa)*$',
    '^(?=.*a)(?=.*b).*$',
    '(.*)\\1',
    '.*.*',
    '^.*.*.*$',
    '^.{0,900}.{0,900}.{0,900}$',
    `^${'a?'.repeat(30)}${'a'.repeat(30)}$`,
    'x'.repeat(600),
  ])('%s is refused', (pattern) => {
    expect(isTame(pattern)).toBe(false);
    expect(() => withTamePatterns(formOf(z.string().regex(new RegExp(pattern))))).toThrow(
      'may take too long',
    );
    // Wherever it stands.
    const deep = z.array(z.object({ inner: z.string().regex(new RegExp(pattern)) }));
    expect(() => withTamePatterns(formOf(deep))).toThrow('may take too long');
  });

  test.each([
    '^[a-z][a-z0-9_]{0,39}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[^@]+@[^@]+$',
    '^https?:\\/\\/[^\\s]+$',
    '^$|^([01]\\d|2[0-3]):[0-5]\\d$',
    '^\\p{L}+$',
  ])('%s is taken, for texts of at most 1,000 letters', (pattern) => {
    expect(isTame(pattern)).toBe(true);
    const schema = withTamePatterns(formOf(z.string().regex(new RegExp(pattern, 'u'))));
    expect(schema).toMatchObject({ properties: { value: { pattern, maxLength: 1_000 } } });
  });

  test('formats of zod are checked by their names, and a field called “pattern” is a field', () => {
    const schema = withTamePatterns(formOf(z.union([z.literal(''), z.email().max(200)])));
    expect(JSON.stringify(schema)).toContain('"format":"email"');
    expect(JSON.stringify(schema)).not.toContain('"pattern"');
    const named = formOf(z.string(), 'pattern');
    expect(withTamePatterns(named)).toEqual(named);
  });
});
