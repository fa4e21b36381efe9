import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { normalizeAppAddress } from './app-address.ts';

setDefaultTimeout(30_000);

describe('the address of an app', () => {
  test.each([
    ['weixin://dl/business/?t=abc', 'weixin://dl/business/?t=abc'],
    ['ALIPAYS://platformapi/startapp?appId=20000067', 'alipays://platformapi/startapp?appId=20000067'],
    ['snssdk1128://user/profile/1', 'snssdk1128://user/profile/1'],
    ['https://shop.example/a b', 'https://shop.example/a%20b'],
  ])('%s', (address, normal) => {
    expect(normalizeAppAddress(address)).toBe(normal);
  });

  // Whoever could lead a visitor by one of these would run a script on the host of the product, or read files.
  test.each([
    ...[
      'javascript:alert(1)',
      'javascript://%0aalert(1)',
      'JavaScript://x',
      'java\tscript://x',
      ' javascript://x',
    ],
    ...[
      'data:text/html,x',
      'data://text/html,x',
      'blob:https://x/y',
      'blob://x',
      'file:///etc/passwd',
      'vbscript://x',
    ],
    ...[
      'http://shop.example/',
      'ws://x',
      'about://blank',
      'view-source://x',
      'filesystem:https://x',
      'chrome://settings',
    ],
    ...[
      'intent://x#Intent;S.browser_fallback_url=https://evil.example;end',
      'content://x',
      'ms-settings://x',
    ],
    ...['', 'app', 'app:path', '//shop.example', '/path', 'tel:1', 'https://u:p@shop.example/', 'https:/\\x'],
    ...[
      'app://a b',
      'app://a"b',
      "app://a'b",
      'app://<b>',
      'app://a\nb',
      'app://日',
      `app://${'a'.repeat(500)}`,
    ],
  ])('not %j', (address) => {
    expect(normalizeAppAddress(address)).toBeUndefined();
  });

  test('whatever is taken is one for a browser, too, and leaves no text of a page', () => {
    fc.assert(
      fc.property(
        fc.tuple(
          fc.constantFrom('app', 'https', 'javascript', 'x-y+z'),
          fc.string({ unit: 'binary', maxLength: 30 }),
        ),
        ([scheme, rest]) => {
          const normal = normalizeAppAddress(`${scheme}://${rest}`);
          if (normal === undefined) return;
          expect(new URL(normal).protocol).toBe(`${scheme}:`);
          expect(scheme).not.toBe('javascript');
          expect(normal).toMatch(/^[!-~]+$/);
          expect(normal).not.toMatch(/["<>\\`]/);
        },
      ),
    );
  });
});
