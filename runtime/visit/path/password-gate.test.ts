import { beforeEach, describe, expect, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import { BUILT_IN_LANGUAGES } from '../answers/page-languages.ts';
import { compileLink } from '../links/compiled-link.ts';
import { type Content, contentId } from '../links/link-content.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testScanTokens } from '../testing/test-visit-path.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';
import type { LinkPasswords } from './link-passwords.ts';

const ID = 'a1'.repeat(12);
const RIGHT = 'open sesame';
const HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'c'.repeat(22)}$${'d'.repeat(43)}`;
const words = BUILT_IN_LANGUAGES.choose('en-US').words;
const LOCK_AFTER = 3;

const visitPath = useVisitPath();
let now = Date.UTC(2026, 0, 1);
beforeEach(() => {
  now = Date.UTC(2026, 0, 1);
});

const linkWith = (change: Partial<VisitLink>) =>
  testLink({
    targets: [{ url: 'https://t.example/inside', weight: 1, threshold: 1 }],
    password_hash: HASH,
    ...change,
  });

/** One right password, a lock of a minute and a half, and what was used, in memory. */
function passwordsInMemory(): LinkPasswords & { looked: number } {
  const used = new Set<string>();
  const failures = new Map<string, number>();
  const passwords = {
    looked: 0,
    async look({ address, hash, link, password }: Parameters<LinkPasswords['look']>[0]) {
      passwords.looked++;
      const failed = failures.get(address) ?? 0;
      if (failed >= LOCK_AFTER) return { locked: 90 };
      if (link === ID && hash === HASH && password === RIGHT) return 'right' as const;
      failures.set(address, failed + 1);
      return 'wrong' as const;
    },
    useOnce: async (name: string) => !used.has(name) && used.add(name) !== undefined,
  };
  return passwords;
}

function start(
  change: Partial<VisitLink> = {},
  contents?: Map<string, Content>,
  areCountsKnown?: () => boolean,
) {
  const link = linkWith(change);
  const index = new LinkIndex();
  index.put({ id: Buffer.from(ID, 'hex'), host: '', code: 'abc', compiled: compileLink(link) });
  const passwords = passwordsInMemory();
  const path = visitPath.start({
    index,
    plugins: new Set(['qr']),
    now: () => now,
    passwords,
    areCountsKnown,
    contents: contents && { inMemory: contents, elsewhere: new Map() },
  });
  const ask = (to = '/abc', init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(new URL(to, path.origin), {
      redirect: 'manual',
      ...init,
      headers: { 'accept-language': 'en', 'user-agent': 'people', ...init.headers },
    });
  return {
    ...path,
    passwords,
    ask,
    send: (password: string, to = '/abc', headers: Record<string, string> = {}) =>
      ask(to, { method: 'POST', body: new URLSearchParams({ password }), headers }),
  };
}

/** Where the form of a page sends to. */
async function actionOf(answer: Response): Promise<string> {
  const action = /<form method="post" action="([^"]*)"/.exec(await answer.text())?.[1];
  if (action === undefined) throw new Error('the page has no form');
  return `/abc${action.replaceAll('&amp;', '&')}`;
}

describe('a code with a password', () => {
  test('asks for it, and tells neither target nor password to anybody', async () => {
    const { ask, visits } = start();
    const answer = await ask();
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain(`<h1>${words.password.title}</h1>`);
    expect(text).not.toContain('t.example');
    expect(text).not.toContain('argon2');
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await visits()).toHaveLength(0);
  });

  test('the right one is one visit: 303 to a pass, and the pass leads on once', async () => {
    const { ask, send, visits } = start();
    const right = await send(RIGHT);
    expect(right.status).toBe(303);
    expect(right.headers.get('set-cookie')).toBeNull();
    const pass = right.headers.get('location') ?? '';
    expect(pass).toStartWith('/abc?waypost_pass=');
    expect(decodeURIComponent(pass)).not.toContain(RIGHT);
    const led = await ask(pass);
    // A browser would not follow a redirect elsewhere after a form, so that a page leads on.
    expect(led.status).toBe(200);
    expect(await led.text()).toContain('href="https://t.example/inside"');
    const again = await ask(pass);
    expect(await again.text()).toContain(words.password.title);
    expect(await visits()).toHaveLength(1);
  });

  test('twenty who use one pass at once are one visit', async () => {
    const { ask, send, visits } = start();
    const pass = (await send(RIGHT)).headers.get('location') ?? '';
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await ask(pass)).text()));
    expect(answers.filter((text) => text.includes('t.example/inside'))).toHaveLength(1);
    expect(await visits()).toHaveLength(1);
  });

  test('a pass is over after a minute, and a HEAD or a prefetch does not use it up', async () => {
    const { ask, send } = start();
    const late = (await send(RIGHT)).headers.get('location') ?? '';
    now += 61_000;
    expect(await (await ask(late)).text()).toContain(words.password.title);
    const pass = (await send(RIGHT)).headers.get('location') ?? '';
    await ask(pass, { method: 'HEAD' });
    await ask(pass, { headers: { 'sec-purpose': 'prefetch' } });
    expect(await (await ask(pass)).text()).toContain('t.example/inside');
  });

  test('a wrong one is said so, and after too many how long to wait', async () => {
    const { send, visits } = start();
    for (let attempt = 0; attempt < LOCK_AFTER; attempt++) {
      const wrong = await send('nothing');
      expect(wrong.status).toBe(403);
      expect(await wrong.text()).toContain(words.password.wrong);
    }
    const locked = await send(RIGHT);
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).toBe('90');
    expect(await locked.text()).toContain(words.password.lockedMinutes(2));
    expect(await visits()).toHaveLength(0);
  });

  test('what is no small form, or comes from another site, is not looked at', async () => {
    const { ask, passwords, send } = start();
    const bodies: [string, string][] = [
      ['application/x-www-form-urlencoded', `password=${'x'.repeat(4000)}`],
      ['application/json', JSON.stringify({ password: RIGHT })],
      ['application/x-www-form-urlencoded', ''],
    ];
    for (const [type, body] of bodies)
      expect((await ask('/abc', { method: 'POST', body, headers: { 'content-type': type } })).status).toBe(
        403,
      );
    expect((await send(RIGHT, '/abc', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
    expect(passwords.looked).toBe(0);
  });

  test('a forged pass opens nothing', async () => {
    const { ask, visits } = start();
    for (const pass of ['x', 'tbn6o0.AAAA.BBBB', ''])
      expect(await (await ask(`/abc?waypost_pass=${pass}`)).text()).toContain(words.password.title);
    expect(await visits()).toHaveLength(0);
  });

  test('without the store it says to come back', async () => {
    const { ask, send, passwords } = start();
    passwords.look = () => Promise.reject(new Error('away'));
    expect((await send(RIGHT)).status).toBe(503);
    expect((await ask()).status).toBe(200);
  });

  test('other codes take no POST', async () => {
    const { ask } = start({ password_hash: undefined });
    expect((await ask('/abc', { method: 'POST', body: 'password=x' })).status).toBe(405);
  });
});

describe('beside other rules', () => {
  test('whoever would be refused is not asked, and a right password changes nothing', async () => {
    const refusals: [Partial<VisitLink>, string][] = [
      [{ state: 'off' }, words.refusals.paused.title],
      [{ access_mode: 2 }, words.refusals.onlyViaScan.title],
      [{ visit_restriction: 2 }, words.refusals.weChatOnly.title],
      [
        {
          rules: [
            { kind: 'qr.any', condition: { not: { fact: 'kind', is: 'none' } }, action: { refuse: true } },
          ],
        },
        words.refusals.refused.title,
      ],
    ];
    for (const [change, title] of refusals) {
      const { ask, passwords, send } = start(change);
      expect(await (await ask()).text()).toContain(`<h1>${title}</h1>`);
      expect(await (await send(RIGHT)).text()).toContain(`<h1>${title}</h1>`);
      expect(passwords.looked).toBe(0);
      await visitPath.stop();
    }
  });

  test('the token of a scan goes along, so that the password is asked of who scanned', async () => {
    const { ask, send, visits } = start({ access_mode: 2 });
    const token = testScanTokens.scanToken({ id: ID, host: '', code: 'abc' });
    const action = await actionOf(await ask(`/abc?s=${token}`));
    expect(action).toBe(`/abc?s=${token}`);
    const pass = (await send(RIGHT, action)).headers.get('location') ?? '';
    expect(await (await ask(pass)).text()).toContain('t.example/inside');
    expect(await visits()).toHaveLength(1);
  });

  test('whoever came by a chain may take longer than its pass lasts', async () => {
    const { ask, send } = start({ access_mode: 2 });
    const pass = testScanTokens.pass({ id: ID, host: '', code: 'abc' }, now);
    const action = await actionOf(await ask(`/abc?s=${pass}`));
    now += 5 * 60_000;
    expect((await send(RIGHT, action)).status).toBe(303);
  });

  test('an expired code leads where its owner says, without a password', async () => {
    const { ask } = start({
      expires_at: '2025-12-31T00:00:00Z',
      expired_target: 'https://t.example/over',
    });
    const answer = await ask();
    expect(answer.headers.get('location')).toBe('https://t.example/over');
  });

  test('one that expires while a password is typed leads on by a page: a form is not redirected to another site', async () => {
    const expires_at = new Date(now + 30_000).toISOString();
    const { ask, send, visits } = start({ expires_at, expired_target: 'https://t.example/over' });
    const action = await actionOf(await ask());
    const pass = (await send(RIGHT, action)).headers.get('location') ?? '';
    now += 31_000;
    for (const answer of [await send(RIGHT, action), await ask(pass)]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
      expect(await answer.text()).toContain('https://t.example/over');
    }
    expect(await visits()).toHaveLength(2);
  });

  test('no pass is used up while it is not known how often targets were visited', async () => {
    const target = { url: 'https://t.example/inside', weight: 1, threshold: 5 };
    let areCountsKnown = false;
    const { ask, send, visits } = start(
      { targets: [target, { ...target, url: 'https://t.example/inside/2' }], rotation_model: 3 },
      undefined,
      () => areCountsKnown,
    );
    expect((await ask()).status).toBe(503);
    areCountsKnown = true;
    const pass = (await send(RIGHT)).headers.get('location') ?? '';
    areCountsKnown = false;
    expect((await ask(pass)).status).toBe(503);
    areCountsKnown = true;
    expect(await (await ask(pass)).text()).toContain('t.example/inside');
    expect(await visits()).toHaveLength(1);
  });

  test('query parameters are handed on, the pass is not', async () => {
    const { ask, send } = start({ forward_query: true });
    const action = await actionOf(await ask('/abc?utm_source=poster&q=%C4%E3%20~&flag&s=word'));
    const pass = (await send(RIGHT, action)).headers.get('location') ?? '';
    const text = await (await ask(pass)).text();
    expect(text).toContain(
      'https://t.example/inside?utm_source=poster&amp;q=%C4%E3%20~&amp;flag&amp;s=word"',
    );
  });

  test('a picture is shown to who has the password, and to nobody else', async () => {
    const picture: Content = { kind: 'picture', bytes: Buffer.from('picture') };
    const id = contentId(picture);
    const { ask, send, visits } = start(
      { targets: [{ picture: id, weight: 1, threshold: 1 }] },
      new Map([[id, picture]]),
    );
    expect((await ask(`/abc?waypost_part=${id}`)).status).toBe(403);
    const pass = (await send(RIGHT)).headers.get('location') ?? '';
    const page = await (await ask(pass)).text();
    const part = /<img src="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    now += 10 * 60_000;
    const shown = await ask(`/abc${part}`);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toBe('picture');
    now += 6 * 60_000;
    expect((await ask(`/abc${part}`)).status).toBe(403);
    expect(await visits()).toHaveLength(1);
  });
});
