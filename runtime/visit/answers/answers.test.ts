import { describe, expect, test } from 'bun:test';
import { JumpType, LOCALES, type Locale } from '@waypost/contract';
import fc from 'fast-check';
import { hashSource } from './document.ts';
import { createJumps } from './jump.ts';
import { BUILT_IN_LANGUAGES, createPageLanguages } from './page-languages.ts';
import { createPasswordPages } from './password-page.ts';
import { createPlaceLink } from './place-link.ts';
import { createRefusalPages } from './refusal-page.ts';
import type { RefusalKind } from './words.ts';

const REPORT = 'https://w.example/#/report_abuse';
const asking = (
  language: string | null,
  { url = 'http://go.example/aB3xY9z?s=secret', method = 'GET' } = {},
) => new Request(url, { method, headers: language === null ? {} : { 'accept-language': language } });
const pages = createRefusalPages({ reportUrl: REPORT });
const jumps = createJumps({ reportUrl: REPORT });

const chooseLanguage = (header: string | null) => BUILT_IN_LANGUAGES.choose(header).language;

test('the language is the one the visitor likes best of ours, else Chinese', () => {
  expect(chooseLanguage(null)).toBe('zh-CN');
  expect(chooseLanguage('fr-FR,de;q=0.9')).toBe('zh-CN');
  expect(chooseLanguage('fr, en;q=0.5, sw;q=0.8')).toBe('sw-KE');
  expect(chooseLanguage('en-GB')).toBe('en-US');
  expect(chooseLanguage('en;q=0, zh-TW;q=0.1')).toBe('zh-CN');
  for (const inherited of ['__proto__', 'constructor', 'toString'])
    expect(chooseLanguage(inherited)).toBe('zh-CN');
  fc.assert(
    fc.property(fc.string(), (header) => (LOCALES as readonly string[]).includes(chooseLanguage(header))),
  );
});

describe('a language that an operator has added', () => {
  const changes = new Map<string, Map<string, string>>();
  const languages = createPageLanguages();
  const lay = (codes: readonly string[], standard: Locale = 'en-US') =>
    languages.lay({ codes, standard, changes: (language) => changes.get(language) });
  const added = createRefusalPages({ reportUrl: REPORT, languages });
  const gone = (language: string | null) => added('gone', asking(language));

  test('is spoken to whoever asks for it, each word that nobody has written in the default language', async () => {
    changes.set('fr-FR', new Map([['visit.refusal.gone.title', 'Ce lien <n’existe> plus']]));
    lay([...LOCALES, 'fr-FR']);
    const answer = gone('fr-CA, en;q=0.8');
    expect(answer.headers.get('content-language')).toBe('fr-FR');
    const text = await answer.text();
    expect(text).toContain('<html lang="fr-FR">');
    expect(text).toContain('<h1>Ce lien &lt;n’existe&gt; plus</h1><p>It was removed or has expired.</p>');
    expect(text).toContain('report_abuse?locale=fr-FR&amp;address=');
    changes.set('fr-FR', new Map([['visit.refusal.gone.title', 'Lien retiré']]));
    lay([...LOCALES, 'fr-FR']);
    expect(await gone('fr').text()).toContain('<h1>Lien retiré</h1>');
  });

  test('is told numbers in its own plurals', () => {
    const many = { few: '{{count}} minuty', many: '{{count}} minut', other: '{{count}} minuty' };
    const forms = Object.entries(many).map(
      ([form, text]) => [`visit.password.locked_minutes_${form}`, text] as const,
    );
    changes.set('pl-PL', new Map(forms));
    lay([...LOCALES, 'pl-PL']);
    const { password } = languages.choose('pl').words;
    expect([password.lockedMinutes(3), password.lockedMinutes(5)]).toEqual(['3 minuty', '5 minut']);
    expect(password.lockedSeconds(1)).toContain('1 second.');
  });

  test('and words written over the product’s own: all of the list, and none that it hides', async () => {
    changes.set('en-US', new Map([['visit.report', 'Tell us']]));
    lay(['en-US', 'pt-BR', 'pt-PT']);
    expect(await gone('en').text()).toContain('>Tell us</a>');
    expect(languages.choose('sw-KE').language).toBe('en-US');
    expect(['pt', 'pt-PT', 'pt-AO'].map((tag) => languages.choose(tag).language)).toEqual([
      'pt-BR',
      'pt-PT',
      'pt-BR',
    ]);
  });
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
        expect(text).toContain(BUILT_IN_LANGUAGES.choose(locale).words.refusals[kind].title);
        expect(text).toContain(
          `href="https://w.example/#/report_abuse?locale=${locale}&amp;address=go.example%2FaB3xY9z"`,
        );
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
        expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none';");
      }
    },
  );

  test.each([
    ['frozen', 451],
    ['unknown', 404],
  ] as const)(
    '%s, %d, asks for no report: one has stopped it, or there is nothing to report',
    async (kind, status) => {
      for (const tag of ['en', 'sw', 'zh']) {
        const answer = pages(kind, asking(tag));
        const text = await answer.text();
        expect(answer.status).toBe(status);
        expect(text).toContain('</html>');
        expect(text).not.toContain('report_abuse');
        expect(text).not.toContain('\u0000');
      }
    },
  );

  test('only one that nobody has claimed leads to where it is claimed, with its address', async () => {
    const text = await pages('unclaimed', asking('en')).text();
    expect(text).toContain(
      'href="https://w.example/#/customer/code_claim?locale=en-US&amp;address=go.example%2FaB3xY9z"',
    );
    for (const [kind] of statuses)
      expect((await pages(kind, asking('en')).text()).includes('code_claim')).toBe(kind === 'unclaimed');
  });

  test('bear the name and the logo that an operator has set, and from then on those', async () => {
    let site = { name: '', logo: '' };
    const options = { reportUrl: REPORT, site: () => site };
    const [refuse, ask] = [createRefusalPages(options), createPasswordPages(options)];
    const drawn = () => [refuse('gone', asking('en')), ask('first', '/aB3xY9z', asking('en'))];
    for (const answer of drawn()) expect(await answer.text()).not.toContain('<header>');
    site = { name: 'Chai & Co', logo: '/logo.png?v=1' };
    for (const answer of drawn()) {
      expect(answer.headers.get('content-security-policy')).toContain("img-src 'self';");
      expect(await answer.text()).toContain(
        '<main><header><img src="/logo.png?v=1" alt=""><span>Chai &amp; Co</span></header><h1>',
      );
    }
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

  test('the way on is the button of the page: a browser may have blocked what its script does', async () => {
    for (const jumpType of [1, 2, 3, 4, 5])
      expect(await jumpOf(jumpType)).toContain('<a class="button" id="target" href="https://t.example/"');
  });

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
