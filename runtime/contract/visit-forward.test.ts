import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { forwardPath, forwardPattern, forwardRemainder, joinForward } from './forward-path.ts';
import { visitForwards } from './visit-forward.ts';

const remainderOf = (pattern: string, path: string) => {
  const [rule, asked] = [forwardPattern(pattern), forwardPath(path)];
  if (rule === undefined) throw new Error(`${pattern} is no pattern`);
  return asked && forwardRemainder(rule, asked)?.join('/');
};

test('a rule meets the whole path or, with /*, what is below it too', () => {
  for (const [pattern, path, remainder] of [
    ['/old', '/old', ''],
    ['/old', '/old/', ''],
    ['/old', '//old', ''],
    ['/old', '/old/er', undefined],
    ['/old', '/older', undefined],
    ['/old', '/Old', undefined],
    ['/old/*', '/old', ''],
    ['/old/*', '/old/a/b', 'a/b'],
    ['/old/*', '/older', undefined],
    ['/*', '/', ''],
    ['/*', '/a/b', 'a/b'],
    ['/', '/', ''],
    ['/', '/a', undefined],
    ['/café', '/caf%C3%A9', ''],
    ['/caf%c3%a9', '/café', ''],
    ['/%7Eme', '/~me', ''],
    ['/a', '/x/../a', ''],
    ['/a', '/%2e%2e/a', ''],
    ['/a/*', '/a/../b', undefined],
    ['/a', '/%a', undefined],
    ['/a/*', '/a/x%2Fy', 'x%2Fy'],
    ['/a/*', '/a/%0d%0aSet-Cookie:x', '%0D%0ASet-Cookie%3Ax'],
  ] as const)
    expect([pattern, path, remainderOf(pattern, path)]).toEqual([pattern, path, remainder]);
});

test('what is no path of a rule is refused', () => {
  for (const text of [
    '',
    'old',
    '*',
    '/old*',
    '/*/old',
    '/old/**',
    '/old?x',
    '/old#x',
    '/o ld',
    '/o\nld',
    '\\old',
  ])
    expect([text, forwardPattern(text)]).toEqual([text, undefined]);
  expect(forwardPattern(`/${'é'.repeat(200)}`)).toBeUndefined();
});

test('what is behind the pattern becomes more of the path of the target, and nothing else of it changes', () => {
  const join = (target: string, ...remainder: string[]) => joinForward(target, remainder, false);
  expect(join('https://t.example/new', 'a', 'b')).toBe('https://t.example/new/a/b');
  expect(join('https://t.example/new/?x=1#y', 'a')).toBe('https://t.example/new/a?x=1#y');
  expect(join('https://t.example', 'a')).toBe('https://t.example/a');
  expect(join('https://t.example/new')).toBe('https://t.example/new');
  expect(joinForward('https://t.example/', ['a'], true)).toBe('https://t.example/a/');
  expect(join('https://t.example/new', 'x'.repeat(3000))).toBe('https://t.example/new');
});

test('whatever is asked for, it leads to the target’s own origin, in one line, and below its path', () => {
  const target = 'https://user-chosen.example:8443/base';
  const wild = fc.oneof(
    fc.webPath(),
    fc.string({ unit: 'grapheme' }).map((text) => `/${text}`),
    fc
      .array(
        fc.constantFrom(
          '/',
          '//',
          '.',
          '..',
          '%2e',
          '%2F',
          '%5c',
          '\\',
          '@',
          ':',
          'evil.example',
          '%0d%0a',
          '%00',
          ' ',
          '\t',
        ),
      )
      .map((parts) => `/${parts.join('')}`),
  );
  fc.assert(
    fc.property(wild, (path) => {
      const asked = forwardPath(path);
      const pattern = forwardPattern('/*');
      if (asked === undefined || pattern === undefined) return;
      const remainder = forwardRemainder(pattern, asked);
      const led = joinForward(target, remainder ?? [], asked.isFolder);
      expect(new URL(led).origin).toBe('https://user-chosen.example:8443');
      expect(led).toStartWith(target);
      expect(led).toMatch(/^[\x21-\x7e]+$/);
      expect(new URL(led).href).toBe(led);
      expect(new URL(led).pathname).not.toContain('//');
      expect(new URL(led).search).toBe('');
    }),
    { numRuns: 2000 },
  );
});

test('a path that a rule is made of meets that rule, in each of its spellings', () => {
  const segment = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter((text) => !/[\s\p{Cc}?#*\\/%]/u.test(text) && text.isWellFormed() && !/^\.{1,2}$/.test(text));
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 5 }),
      fc.array(segment, { maxLength: 3 }),
      (own, more) => {
        const path = `/${own.join('/')}`;
        const encoded = `/${own.map((one) => encodeURIComponent(one)).join('/')}`;
        if (forwardPattern(path) === undefined) return;
        expect(remainderOf(path, encoded)).toBe('');
        expect(remainderOf(encoded, path)).toBe('');
        const below = [...own, ...more].join('/');
        expect(remainderOf(`${path}/*`, `/${below}`)).toBe(
          more.map((one) => encodeURIComponent(one)).join('/'),
        );
        if (more.length > 0) expect(remainderOf(path, `/${below}`)).toBeUndefined();
      },
    ),
  );
});

test('rules are refused with the place of what is wrong: a loop, a name twice, a target of another scheme', () => {
  const forwards = (...rules: object[]) =>
    visitForwards.safeParse({
      id: 'a'.repeat(24),
      owner: 'b'.repeat(24),
      plugin: 'domain',
      host: 'a.example',
      rules: rules.map((one) => ({
        rule: 'one',
        path: '/a',
        target: 'https://b.example/',
        status: 302,
        keep_path: false,
        keep_query: false,
        ...one,
      })),
    });
  const faults = (...rules: object[]) =>
    forwards(...rules).error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faults({})).toBeUndefined();
  expect(faults({ target: 'https://a.example/a' })).toEqual([['rules.0.target', 'forward_loop']]);
  const toAndFro = [
    { rule: 'one', path: '/p/*', target: 'https://a.example/q', keep_path: true },
    { rule: 'two', path: '/q/x', target: 'https://a.example/p/x' },
  ];
  expect(faults(...toAndFro)).toEqual([['rules.0.target', 'forward_loop']]);
  expect(faults({}, {})).toEqual([['rules', 'forward_twice']]);
  expect(faults({ path: 'a' })).toEqual([['rules.0.path', 'forward_path']]);
  for (const target of [
    '//evil.example',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'https://x.example/\r\nSet-Cookie: a',
  ])
    expect(faults({ target })).toEqual([['rules.0.target', 'target_url']]);
  expect(faults({ status: 303 })).toHaveLength(1);
});
