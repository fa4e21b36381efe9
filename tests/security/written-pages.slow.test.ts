import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Api, openSession, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem } from '../contract/harness.ts';
import { closeContexts, shareBrowser } from '../e2e/browser.ts';
import { shows } from '../e2e/shows.ts';
import { hostilePage, type Outcomes } from './hostile-page.ts';

setDefaultTimeout(120_000);

const LANDING = 'https://landing.example/here';
let system: System;
let browser: Browser;
let context: BrowserContext;
let office: Page;
/** Forms that were sent to calls. */
let forms: string[] = [];

beforeAll(async () => {
  [system, browser] = await Promise.all([
    startSystem({ registry: join(import.meta.dir, '../plugins/visitor-registry.json') }),
    shareBrowser(),
  ]);
  const admin: Api = await signIn(system.origin, ADMINISTRATOR);
  const page = { html: hostilePage(LANDING) };
  const targets = [{ page, weight: 1, threshold: 1 }];
  await admin.call('visitor_pages/publish', { links: [{ id: 'a'.repeat(24), code: 'hostile', targets }] });
  context = await browser.newContext();
  context.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') forms.push(request.url());
  });
  await context.route('https://landing.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>landed</h1>' }),
  );
  office = await context.newPage();
  const { token, user_info: user } = await openSession(system.origin, ADMINISTRATOR);
  await office.goto(`${system.origin}/`);
  // What the back-office keeps, and more than it keeps.
  await office.evaluate(async (session) => {
    localStorage.setItem('waypost.session', session);
    sessionStorage.setItem('planted', 'yes');
    // biome-ignore lint/suspicious/noDocumentCookie: what a plugin's page might do is what the hostile one looks for.
    document.cookie = 'planted=yes';
    await new Promise((resolve) => {
      indexedDB.open('planted').onsuccess = resolve;
    });
    await caches.open('planted');
  }, JSON.stringify({ token, user }));
}, 120_000);
afterAll(async () => {
  await closeContexts(browser);
  await system?.stop();
});

async function outcomesOf(page: Page): Promise<Outcomes> {
  const outcomes = page.locator('#outcomes');
  await outcomes.filter({ hasText: '{' }).waitFor({ state: 'attached', timeout: 100_000 });
  return JSON.parse((await outcomes.textContent()) ?? '{}') as Outcomes;
}

const laidHandsOn = (outcomes: Outcomes) =>
  Object.entries(outcomes).flatMap(([name, outcome]) => (outcome.startsWith('got') ? [name] : []));

describe('a page that people write for visitors, on the host of the back-office', () => {
  test('is boxed, has no cookies, and is not framed, sniffed or kept', async () => {
    const answer = await fetch(`${system.origin}/hostile`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': 'sandbox allow-scripts allow-top-navigation',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.text()).toContain('/#/report_abuse');
  });

  test('the attack works where nothing stands against it', async () => {
    const page = await context.newPage();
    await page.route(`${system.origin}/control`, (route) =>
      route.fulfill({ contentType: 'text/html', body: hostilePage(LANDING) }),
    );
    const sent = context.waitForEvent(
      'request',
      (request) => request.method() === 'POST' && request.isNavigationRequest(),
    );
    await page.goto(`${system.origin}/control`);
    expect(laidHandsOn(await outcomesOf(page))).toEqual([
      ...['local storage', 'cookies', 'indexed database', 'caches'],
      ...['a call', 'a call as a form would make it', 'the list of calls'],
      ...['the page of the back-office', 'the page by the older way', 'a window of the back-office'],
    ]);
    expect((await sent).url()).toEndWith('/api/administrator/logout');
    forms = [];
    await page.close();
  });

  test('reads neither its storage nor its calls, reaches no window of it and sends nothing to it', async () => {
    const page = await context.newPage();
    await page.goto(`${system.origin}/hostile`);
    const outcomes = await outcomesOf(page);
    expect(laidHandsOn(outcomes)).toEqual([]);
    expect(outcomes).toMatchObject({
      'local storage': 'refused SecurityError',
      'session storage': 'refused SecurityError',
      cookies: 'refused SecurityError',
      'indexed database': 'refused SecurityError',
      caches: 'refused SecurityError',
      'a call': 'refused TypeError',
      'a call as a form would make it': 'refused TypeError',
      'the list of calls': 'refused TypeError',
      'the page of the back-office': 'refused TypeError',
      'the page by the older way': 'refused NetworkError',
      'a service worker': 'refused SecurityError',
    });
    expect(forms).toEqual([]);
    await page.close();
  });

  test('opened by the back-office, it does not reach what opened it', async () => {
    const [opened] = await Promise.all([
      office.waitForEvent('popup'),
      office.evaluate(() => void window.open('/hostile')),
    ]);
    expect(laidHandsOn(await outcomesOf(opened))).toEqual([]);
    await opened.close();
    expect(await office.evaluate(() => localStorage.getItem('waypost.session'))).toContain('token');
    expect(new URL(office.url()).origin).toBe(system.origin);
  });

  test('runs its own script and sends the visitor on', async () => {
    const page = await context.newPage();
    await page.goto(`${system.origin}/hostile#go`);
    await page.waitForURL(LANDING, { timeout: 100_000 });
    await shows(page.locator('h1').first(), { text: 'landed' });
    await page.close();
  });
});

describe('a page that an operator writes for a jump type, on the host of the back-office', () => {
  const POLICY = 'sandbox allow-scripts allow-top-navigation';
  const pages: [jumpType: number, policy: string][] = [
    [1, POLICY],
    // A new tab needs windows. They are outside of the box, as those of any other site are, and it reaches into none.
    [4, `${POLICY} allow-popups allow-popups-to-escape-sandbox`],
  ];

  test.each(pages)('jump type %i reads neither its storage nor its calls', async (jump_type, policy) => {
    const admin = await signIn(system.origin, ADMINISTRATOR);
    const html = hostilePage(LANDING).replace('<h1>', '<a href="{{target}}">{{name}}</a><h1>');
    const saved = await admin.call('js_config/update', { jump_type, version: 0, html, note: '' });
    expect(saved.status).toBe(200);
    const code = `templated${jump_type}`;
    const targets = [{ url: LANDING, weight: 1, threshold: 1 }];
    const link = { id: String(jump_type).repeat(24), code, jump_type, targets };
    await admin.call('visitor_pages/publish', { links: [link] });
    const answered = async () => (await fetch(`${system.origin}/${code}`)).headers;
    for (const begin = Date.now(); (await answered()).get('content-security-policy') !== policy; ) {
      if (Date.now() - begin > 20_000)
        throw new Error(`the policy is ${(await answered()).get('content-security-policy')}`);
      await Bun.sleep(50);
    }
    expect((await answered()).get('x-frame-options')).toBe('DENY');
    forms = [];
    const page = await context.newPage();
    await page.goto(`${system.origin}/${code}`);
    expect(laidHandsOn(await outcomesOf(page))).toEqual([]);
    expect(forms).toEqual([]);
    await page.close();
    expect(await office.evaluate(() => localStorage.getItem('waypost.session'))).toContain('token');
  });
});
