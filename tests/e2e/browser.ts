import { THEME_TRANSITION_SECONDS } from '@waypost/contract';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.ts';
import { openSession } from '../api.ts';
import { share } from '../share.ts';
import { until as untilSo } from '../until.ts';

/** A name that looks like one of the internet and leads to this machine, for pages that must not be on a private address. */
export const PUBLIC_NAME = 'qr.waypost-shop.com';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Two pages of one profile that show the product share what the engine has compiled.
  '--process-per-site',
  // A page of a test lives for seconds: code that is compiled anew to run faster costs more than it saves, a sixth of all.
  '--js-flags=--no-maglev --no-turbofan',
  `--host-resolver-rules=MAP ${PUBLIC_NAME} 127.0.0.1`,
];

export const DESKTOP = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

export interface View {
  locale: 'zh-CN' | 'en-US' | 'sw-KE';
  theme: 'light' | 'dark';
  size: { width: number; height: number };
  /** Of the browser; default Asia/Shanghai. */
  timeZone?: string;
}

/** Of rounds that do the same in other languages: the one whose turn it is. */
export const inTurn = <Round>(rounds: readonly Round[], turn: number): readonly Round[] =>
  rounds.slice(turn % rounds.length, (turn % rounds.length) + 1);

/** Longest that anything waited for may take on a busy machine, milliseconds. */
const LIMIT = 40_000;

/** What holds the place of a screen's data. */
const SKELETON = 'main [aria-hidden=true][class*=skeleton]';

/** What a page asks for and shows when it is answered; a socket or a download never ends as these do. */
const AWAITED = new Set(['document', 'script', 'stylesheet', 'fetch', 'xhr']);
/** Requests of a page that have no answer yet. */
const unanswered = new WeakMap<Page, Set<Request>>();

/** What a page said lately and what was refused to it, for whoever has to find out why it did not get on. */
const diaries = new WeakMap<Page, string[]>();
const DIARY_LINES = 20;

function keepDiary(page: Page): void {
  const diary: string[] = [];
  diaries.set(page, diary);
  const note = (line: string) => {
    diary.push(line);
    if (diary.length > DIARY_LINES) diary.shift();
  };
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('console', (message) => note(`${message.type()}: ${message.text()}`));
  page.on('requestfailed', (request) => note(`failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.request().method() === 'POST' || response.status() >= 400)
      note(`${response.status()}: ${response.url()}`);
  });
}

/** Where a page stands: its address, what it waits for, what it said lately and what it shows. */
async function explainPage(page: Page): Promise<string> {
  const open = [...(unanswered.get(page) ?? [])].map((request) => request.url());
  // The page of a visitor has no root, and a closed one has nothing.
  const root = page.locator('#root').textContent({ timeout: 1_000 });
  const text = (await root.catch(() => '')) ?? '';
  return [page.url(), `unanswered: ${open.join(' ')}`, ...(diaries.get(page) ?? []), text.slice(0, 500)].join(
    '\n',
  );
}

function followRequests(page: Page): void {
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on('request', (request) => {
    if (AWAITED.has(request.resourceType())) requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Starts Chromium without a window. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('Chromium is missing');
  return chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}

/** The browser of this process. Each test file has profiles of its own in it, and closes them at its end. */
export const shareBrowser: () => Promise<Browser> = share(openBrowser, {
  close: (browser) => browser.close(),
  isUsable: (browser) => browser.isConnected(),
});

/** Closes the profiles that a test file has opened; undefined: its start had failed before there was a browser. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** A fresh profile that sees the product in the given language, theme and size. */
export async function openContext(browser: Browser, view: View): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: view.locale,
    colorScheme: view.theme,
    viewport: view.size,
    timezoneId: view.timeZone ?? 'Asia/Shanghai',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    // One without a window names itself so, and visits count it among the crawlers: who looks here is a person.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
  });
  await context.addInitScript(
    ([locale]) => {
      // A sandboxed frame in the page has no storage.
      if (window === window.top) localStorage.setItem('waypost.locale', locale as string);
    },
    [view.locale],
  );
  context.on('page', followRequests);
  context.on('page', keepDiary);
  context.setDefaultTimeout(LIMIT);
  return context;
}

/** Collects what a person would never see and a developer must: script errors, failed loads, refused content. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error')
      faults.push(`console: ${message.text()} ${message.location().url}`.trim());
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

/** Signs in through the login screen and waits for the first screen behind it. */
export async function signInOn(
  page: Page,
  origin: string,
  { account, password }: { account: string; password: string },
): Promise<void> {
  await page.goto(`${origin}/`);
  const fields = page.locator('form input');
  await fields.nth(0).fill(account);
  await fields.nth(1).fill(password);
  await page.locator('form button[type=submit]').click();
  await arriveAt(page, /#\/customer\//);
}

/** Waits until a page stands at an address; says where it stands when it does not get there. */
export async function arriveAt(
  page: Page,
  address: RegExp | ((address: URL) => boolean),
  limit = LIMIT,
): Promise<void> {
  try {
    await page.waitForURL(address, { timeout: limit });
  } catch (cause) {
    throw new Error(`not at ${address} within ${limit} ms:\n${await explainPage(page)}`, { cause });
  }
}

/**
 * Stands on the first screen behind the login with a session that was made without its screen: for tests of what comes
 * later. The session is put where the login screen puts it, once, so that signing out holds. `opened`: what the page is
 * opened under, where only the browser knows that name.
 */
export async function enterAs(
  page: Page,
  origin: string,
  { account, password }: { account: string; password: string },
  opened = origin,
): Promise<void> {
  const { token, user_info: user } = await openSession(origin, { account, password });
  await page.context().addInitScript(
    ([id, text]) => {
      if (location.protocol === 'about:' || localStorage.getItem('test.entered') === id) return;
      localStorage.setItem('test.entered', id as string);
      localStorage.setItem('waypost.session', text as string);
    },
    [crypto.randomUUID(), JSON.stringify({ token, user })],
  );
  await page.goto(`${opened}/`);
  await arriveAt(page, /#\/customer\//);
}

/** Opens a screen by its route and waits until nothing is loading any more. */
export async function openScreen(page: Page, origin: string, route: string): Promise<void> {
  await page.goto(`${origin}/#/customer/${route}`);
  await settle(page);
}

/** Waits for the heading, for the data of the screen, and for colours to have faded in. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await rest(page, SKELETON);
}

/** Waits until a screen has its data and nothing left to do, two looks in a row. It is read then; colours may still fade. */
export async function loaded(page: Page): Promise<void> {
  let looks = 0;
  const look = async () => {
    const isFilled = await page.evaluate(
      (skeleton) =>
        new Promise<boolean>((resolve) =>
          requestIdleCallback(() => resolve(document.querySelector(skeleton) === null)),
        ),
      SKELETON,
    );
    looks = isFilled && unanswered.get(page)?.size === 0 ? looks + 1 : 0;
    return looks === 2;
  };
  await untilSo('the screen is loaded', look, { withinMs: LIMIT, explain: () => explainPage(page) });
}

/** Waits until a page asks for nothing and moves nothing, several looks in a row. */
export const calm = (page: Page): Promise<void> => rest(page);

/** Longest that a page may take to come to rest: what it loads may ask for more, milliseconds. */
const REST_LIMIT = 2 * LIMIT;

async function rest(page: Page, awaited?: string): Promise<void> {
  const deadline = performance.now() + REST_LIMIT;
  for (let looks = 0; looks < 4; ) {
    await page.waitForTimeout((THEME_TRANSITION_SECONDS * 1000 + 100) / 4);
    const open = [...(unanswered.get(page) ?? [])].map((request) => request.url());
    const moving = open.length === 0 ? await page.evaluate(restless, awaited) : [];
    looks = open.length === 0 && moving.length === 0 ? looks + 1 : 0;
    if (performance.now() > deadline)
      throw new Error(
        `${page.url()} did not come to rest within ${REST_LIMIT} ms; unanswered: ${open.join(' ')}; moving: ${moving.join(' ')}`,
      );
  }
}

/** Runs in the page: what moves, and what has to go first, each by its element. A dot that pulses for ever is no movement. */
function restless(awaited: string | undefined): string[] {
  const named = (element: Element | null | undefined) =>
    `<${element?.tagName} class="${element?.className}">`;
  const skeleton = awaited === undefined ? null : document.querySelector(awaited);
  const moving = document
    .getAnimations()
    .filter(
      (one) =>
        one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    )
    .map(({ effect }) => named((effect as KeyframeEffect | null)?.target));
  return skeleton === null ? moving : [named(skeleton), ...moving];
}

/** Asks again until `holds`; fails naming `what`. For what no locator can wait for. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  await untilSo(what, holds, { withinMs: LIMIT });
}
