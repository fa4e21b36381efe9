import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isAllowedTarget, normalizeTarget, TARGET_URL_MAX_LENGTH } from './target-url.ts';
import { visitLink } from './visit-link.ts';

const refused = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  'http:\\\\evil.example',
  'https:/\\evil.example',
  'http:evil.example',
  'https:///evil.example',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'ftp://example.com/',
  'https://example.com/\r\nSet-Cookie: a=b',
  'https://exam\nple.com/',
  ' https://example.com/',
  'https://example.com/\u0000',
  'https://good.example@evil.example/',
  'https://user:word@example.com/',
  'https://example.com/\u202egpj.exe',
  'https://',
  'https://exa mple.com/',
  `https://example.com/${'a'.repeat(TARGET_URL_MAX_LENGTH)}`,
  '',
];

describe('target addresses', () => {
  test.each(refused)('a visitor is never sent to %j', (address) => {
    expect(isAllowedTarget(address)).toBe(false);
  });

  test('an ordinary address is sent in its ASCII form', () => {
    expect(normalizeTarget('HTTPS://Example.COM/a b?c=<d>"')).toBe('https://example.com/a%20b?c=%3Cd%3E%22');
    expect(normalizeTarget('https://例子.中国/路')).toBe('https://xn--fsqu00a.xn--fiqs8s/%E8%B7%AF');
  });

  test('whatever passes is http(s), stable, ASCII and free of markup', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string().map((tail) => `https://a.example/${tail}`),
        ),
        (address) => {
          const sent = normalizeTarget(address);
          if (sent === undefined) return;
          expect(sent).toMatch(/^https?:\/\/[!#-;=?-~]+$/);
          expect(normalizeTarget(sent)).toBe(sent);
        },
      ),
    );
  });
});

test('a link names every field that is wrong', () => {
  const result = visitLink.safeParse({
    id: 'x',
    owner: '0123456789abcdef01234567',
    plugin: 'qr',
    host: 'Example.com:80',
    code: 'a/b',
    state: 'on',
    targets: [{ url: 'data:,', weight: 1, threshold: -1 }],
    rotation_model: 4,
    jump_type: 6,
    access_mode: 1,
    visit_restriction: 1,
    open_log: 1,
  });
  expect(result.success).toBe(false);
  expect(result.error?.issues.map((issue) => issue.path.join('.')).sort()).toEqual([
    'code',
    'host',
    'id',
    'rotation_model',
    'targets.0.threshold',
    'targets.0.url',
  ]);
});

test('rules that would take long on each visit are refused, however they are spread', () => {
  const rule = (lists: number) => ({
    kind: 'shop.words',
    condition: {
      any: Array.from({ length: lists }, () => ({
        fact: 'location',
        contains: Array.from({ length: 500 }, (_, number) => `word ${number}`),
      })),
    },
    action: { refuse: true },
  });
  const link = (rules: unknown[]) =>
    visitLink.safeParse({
      id: '0123456789abcdef01234567',
      owner: '0123456789abcdef01234567',
      plugin: 'shop',
      host: '',
      code: 'a',
      state: 'on',
      targets: [{ url: 'https://example.com/', weight: 1, threshold: 1 }],
      rotation_model: 1,
      jump_type: 6,
      access_mode: 1,
      visit_restriction: 1,
      open_log: 1,
      rules,
    });
  expect(link(Array(20).fill(rule(1))).success).toBe(true);
  expect(link(Array(2).fill(rule(12))).error?.issues).toMatchObject([
    { path: ['rules'], message: 'visit_condition_size' },
  ]);
});

test('addresses of apps count as they are sent, which is longer than they were typed', () => {
  const app = `https://a.example/${'路'.repeat(53)}`;
  const link = (targets: number) =>
    visitLink.safeParse({
      id: '0123456789abcdef01234567',
      owner: '0123456789abcdef01234567',
      plugin: 'shop',
      host: '',
      code: 'a',
      state: 'on',
      targets: Array.from({ length: targets }, () => ({
        url: 'https://example.com/',
        apps: { ios: app, android: app },
        weight: 1,
        threshold: 1,
      })),
      rotation_model: 1,
      jump_type: 1,
      access_mode: 1,
      visit_restriction: 1,
      open_log: 1,
    });
  expect(link(50).success).toBe(true);
  expect(link(51).error?.issues).toMatchObject([{ path: ['targets'], message: 'visit_apps_too_long' }]);
});
