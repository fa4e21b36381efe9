import { describe, expect, test } from 'bun:test';
import { JumpType, LOCALES } from '@waypost/contract';
import fc from 'fast-check';
import { hashSource } from './document.ts';
import { createJumps } from './jump.ts';
import { chooseLanguage } from './language.ts';
import { createRefusalPages } from './refusal-page.ts';
import { PAGE_WORDS, type RefusalKind } from './words.ts';

const REPORT = 'https://w.example/#/report_abuse?a=1&b="x"';
const pages = createRefusalPages(REPORT);
const jumps = createJumps(REPORT);

test('the language is the one the visitor likes best of ours, else Chinese', () => {
  expect(chooseLanguage(null)).toBe('zh-CN');
  expect(chooseLanguage('fr-FR,de;q=0.9')).toBe('zh-CN');
  expect(chooseLanguage('fr, en;q=0.5, sw;q=0.8')).toBe('sw-KE');
  expect(chooseLanguage('en-GB')).toBe('en-US');
  expect(chooseLanguage('en;q=0, zh-TW;q=0.1')).toBe('zh-CN');
  for (const inherited of ['__proto__', 'constructor', 'toString'])
    expect(chooseLanguage(inherited)).toBe('zh-CN');
  fc.assert(fc.property(fc.string(), (header) => LOCALES.includes(chooseLanguage(header))));
});

describe('refusal pages', () => {
  const statuses: [RefusalKind, number][] = [
    ['unknown', 404],
    ['gone', 410],
    ['frozen', 451],
    ['refused', 403],
    ['weChatOnly', 403],
    ['onlyViaScan', 403],
    ['unavailable', 503],
  ];
  test.each(statuses)(
    '%s is %d, in the visitor’s language, with the way to report it',
    async (kind, status) => {
      for (const [tag, locale] of [
        ['en', 'en-US'],
        ['sw', 'sw-KE'],
        ['zh', 'zh-CN'],
      ] as const) {
        const answer = pages(kind, tag, false);
        const text = await answer.text();
        expect(answer.status).toBe(status);
        expect(text).toContain(PAGE_WORDS[locale].refusals[kind].title);
        expect(text).toContain('href="https://w.example/#/report_abuse?a=1&amp;b=&quot;x&quot;"');
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
        expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none';");
      }
    },
  );

  test('HEAD gets the same headers and no body', async () => {
    const answer = pages('gone', null, true);
    expect(answer.status).toBe(410);
    expect(await answer.text()).toBe('');
  });
});

describe('jump pages', () => {
  const hostile = `https://t.example/?q='"><script>alert(1)</script>&x=';alert(1)//`;

  test.each([1, 2, 3, 4, 5])(
    'type %d carries the target without letting it become markup',
    async (jumpType) => {
      const answer = jumps(jumpType, hostile, 'en', false);
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain(`q='`);
      expect(text).toContain(
        'https://t.example/?q=&#39;&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;x=&#39;;alert(1)//',
      );
      const script = /<script>(.*?)<\/script>/.exec(text)?.[1];
      expect(script === undefined).toBe(jumpType === JumpType.metaRefresh);
      const policy = answer.headers.get('content-security-policy') ?? '';
      if (script !== undefined) expect(policy).toContain(`script-src ${hashSource(script)}`);
      else expect(policy).not.toContain('script-src');
      expect(policy).not.toContain('unsafe');
    },
  );

  test('type 6 is a redirect that hides where the visitor came from', () => {
    const answer = jumps(6, 'https://t.example/', null, false);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('https://t.example/');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });
});
