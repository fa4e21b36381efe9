import { describe, expect, test } from 'bun:test';
import { JumpType, LOCALES } from '@waypost/contract';
import fc from 'fast-check';
import { hashSource } from './document.ts';
import { createJumps } from './jump.ts';
import { chooseLanguage } from './language.ts';
import { createPlaceLink } from './place-link.ts';
import { createRefusalPages } from './refusal-page.ts';
import { PAGE_WORDS, type RefusalKind } from './words.ts';

const REPORT = 'https://w.example/#/report_abuse';
const asking = (
  language: string | null,
  { url = 'http://go.example/aB3xY9z?s=secret', method = 'GET' } = {},
) => new Request(url, { method, headers: language === null ? {} : { 'accept-language': language } });
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

test('each way on asks browsers for what they leave out of their user agent, and for no second visit', () => {
  for (const type of Object.values(JumpType)) {
    const { headers } = jumps(type, 'https://t.example/', asking('en'));
    expect(headers.get('accept-ch')).toBe('Sec-CH-UA-Model, Sec-CH-UA-Platform-Version');
    expect(headers.has('critical-ch')).toBe(false);
  }
});

describe('refusal pages', () => {
  const statuses: [RefusalKind, number][] = [
    ['unknown', 404],
    ['paused', 404],
    ['unclaimed', 404],
    ['gone', 410],
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
        const answer = pages(kind, asking(tag));
        const text = await answer.text();
        expect(answer.status).toBe(status);
        expect(text).toContain(PAGE_WORDS[locale].refusals[kind].title);
        expect(text).toContain(
          `href="https://w.example/#/report_abuse?locale=${locale}&amp;address=go.example%2FaB3xY9z"`,
        );
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
        expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none';");
      }
    },
  );

  test('one that was stopped after a report does not ask for another', async () => {
    for (const tag of ['en', 'sw', 'zh']) {
      const answer = pages('frozen', asking(tag));
      const text = await answer.text();
      expect(answer.status).toBe(451);
      expect(text).toContain('</html>');
      expect(text).not.toContain('report_abuse');
      expect(text).not.toContain('\u0000');
    }
  });

  test('only one that nobody has claimed leads to where it is claimed, with its address', async () => {
    const text = await pages('unclaimed', asking('en')).text();
    expect(text).toContain(
      'href="https://w.example/#/customer/code_claim?locale=en-US&amp;address=go.example%2FaB3xY9z"',
    );
    for (const [kind] of statuses)
      expect((await pages(kind, asking('en')).text()).includes('code_claim')).toBe(kind === 'unclaimed');
  });

  test('HEAD gets the same headers and no body', async () => {
    const answer = pages('gone', asking(null, { method: 'HEAD' }));
    expect(answer.status).toBe(410);
    expect(await answer.text()).toBe('');
  });
});

describe('jump pages', () => {
  const hostile = `https://t.example/?q='"><script>alert(1)</script>&x=';alert(1)//`;

  test.each([1, 2, 3, 4, 5])(
    'type %d carries the target without letting it become markup',
    async (jumpType) => {
      const answer = jumps(jumpType, hostile, asking('en'));
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
    const answer = jumps(6, 'https://t.example/', asking(null));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('https://t.example/');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('the way to report a page', () => {
  const link = createPlaceLink(REPORT);

  test('carries the address that was visited, without what only the picture has', async () => {
    expect(link('sw-KE', { url: 'https://go.example:8443/aB3xY9z?s=secret&x=1' })).toBe(
      'https://w.example/#/report_abuse?locale=sw-KE&amp;address=go.example%3A8443%2FaB3xY9z',
    );
    for (const jumpType of [1, 2, 3, 4, 5])
      expect(await jumpOf(jumpType)).toContain(
        'href="https://w.example/#/report_abuse?locale=en-US&amp;address=go.example%2FaB3xY9z"',
      );
  });

  test('whatever a visitor sends as host and path stays an attribute, and stays short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const href = link('en-US', { url: `http://${text}` });
        expect(href).toMatch(/^[!-~]{1,6000}$/);
        expect(href).not.toMatch(/["<>]/);
      }),
    );
  });
});

async function jumpOf(jumpType: number): Promise<string> {
  return jumps(jumpType, 'https://t.example/', asking('en')).text();
}
