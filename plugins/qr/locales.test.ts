import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Field, LOCALES } from '@waypost/contract';
import { Glob } from 'bun';
import { qrErrors } from './codes/errors.ts';
import { codeResource } from './screens/qr_code_list/resource.ts';
import { visitResource } from './screens/visitor/resource.ts';

const root = import.meta.dir;
const filesOf = (...patterns: string[]) =>
  patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(root)]);

function wordsOf(locale: string): Map<string, string> {
  const entries = filesOf(`locales/${locale}.json`, `screens/*/${locale}.json`).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>),
  );
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length);
  return new Map(entries);
}

/** Chinese has one plural form, the others two; what counts is that a key can be said. */
const singular = (key: string) => key.replace(/_(one|other)$/, '');
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe.each([...LOCALES])('words of %s', (locale) => {
  const words = wordsOf(locale);
  const keys = new Set([...words.keys()].map(singular));

  test('everything that a page or the server says has a text', () => {
    const used = filesOf('screens/**/*.ts', 'screens/**/*.tsx')
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const source = readFileSync(join(root, file), 'utf8');
        return [
          ...source.matchAll(/['"`]((?:qr\.(?:code|bin|set|visit|today|fault)|menu)\.[a-z0-9_.]+)['"`]/gi),
        ];
      })
      .map(([, key]) => key as string)
      .filter((key) => !/^qr\.(?:code|visit):|^qr\.code\.(?:update|freeze|lift)$/.test(key));
    expect(used.length).toBeGreaterThan(60);
    expect(used.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('every field, option and failure has a text', () => {
    const fields = [codeResource, visitResource].flatMap(({ name, fields }) =>
      Object.entries(fields as Record<string, Field>)
        // Neither a form nor a list has them.
        .filter(([, { hints }]) => !(hints.secret && hints.write === 'none'))
        .map(([field]) => `${name}.${field}`),
    );
    const codes = { jump_type: 6, rotation_model: 3, access_mode: 2, visit_restriction: 2, open_log: 2 };
    const options = Object.entries(codes).flatMap(([field, count]) =>
      Array.from({ length: count }, (_, index) => `qr.code.${field}.${index + 1}`),
    );
    const failures = Object.values(qrErrors).map(({ messageKey }) => messageKey);
    const expected = [...fields, ...options, ...failures].filter((key) => key !== 'qr.visit.short_code');
    expect(expected.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('no text leaves a figure or name of another language out', () => {
    for (const [key, text] of wordsOf('en-US')) {
      const own = words.get(key) ?? words.get(key.replace(/_one$/, '_other'));
      const wanted = placeholders(text);
      const given = placeholders(own ?? '');
      // "1 code" may spell the figure out.
      expect([key, given.filter((name) => name !== 'count')]).toEqual([
        key,
        wanted.filter((name) => name !== 'count'),
      ]);
    }
  });
});
