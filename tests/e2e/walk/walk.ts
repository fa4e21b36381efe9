import type { Locale } from '@waypost/contract';
import type { Browser, Page } from 'playwright-core';
import { calm, DESKTOP, enterAs, openContext, openScreen, until, watchFaults } from '../browser.ts';
import { wordsOf } from '../words.ts';
import type { Walker } from './plugin-walk.ts';
import { readScreen, type Seen } from './read-screen.ts';
import type { WalkWorld } from './walk-world.ts';

/** A call that a screen made, so that others can be tried with it. */
export interface Made {
  path: string;
  body: string;
}
export interface Step extends Seen {
  locale: Locale;
  route: string;
  /** Behind the route: which view of it. */
  view: string;
  /** What a person would not see and a developer must: errors, and calls that were refused or failed. */
  faults: readonly string[];
  calls: readonly Made[];
}

/**
 * Walks all screens of somebody's menu with their pages, in one language after the other, in one tab. `isAlso`: which of them are
 * looked at in the languages behind the first.
 */
export async function walk(
  browser: Browser,
  { product, pages }: WalkWorld,
  {
    walker,
    locales,
    isAlso = () => true,
  }: { walker: Walker; locales: readonly Locale[]; isAlso?: (route: string) => boolean },
): Promise<Step[]> {
  const [first = 'en-US'] = locales;
  const context = await openContext(browser, { locale: first, theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  const said = watchAll(page);
  await enterAs(page, product.origin, walker.credentials);
  const steps: Step[] = [];
  for (const [index, locale] of locales.entries()) {
    if (index > 0) await switchTo(page, locales[index - 1] ?? first, locale);
    for (const { route } of walker.screens.filter((screen) => index === 0 || isAlso(screen.route)))
      for (const view of ['', ...(pages[walker.name]?.[route] ?? [])]) {
        said.faults.length = 0;
        said.calls.length = 0;
        await openScreen(page, product.origin, route + view);
        // What menus offer is the same in each language, and words are looked at where they stand open.
        const seen = await readScreen(page, index === 0 ? 2 : 0);
        steps.push({ ...seen, locale, route, view, faults: [...said.faults], calls: [...said.calls] });
      }
  }
  await context.close();
  return steps;
}

/** As `watchFaults`, with every refused answer, every failed request, and the calls that the page made. */
export function watchAll(page: Page): { faults: string[]; calls: Made[] } {
  const faults = watchFaults(page);
  const calls: Made[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Whatever is left before its answer is there.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    const path = /\/api\/(.+)$/.exec(request.url())?.[1];
    if (path !== undefined && request.method() === 'POST')
      calls.push({ path, body: request.postData() ?? '{}' });
  });
  return { faults, calls };
}

/** By the menu of languages, in place, as a person does it. */
export async function switchTo(page: Page, from: Locale, to: Locale): Promise<void> {
  await page.getByRole('button', { name: wordsOf(from)('shell.language') }).click();
  await page.locator(`[role=menuitemradio]:has-text("${NAMES[to]}")`).click();
  await until(`the page speaks ${to}`, () =>
    page.evaluate((locale) => document.documentElement.lang === locale, to),
  );
  await calm(page);
}

const NAMES: Record<Locale, string> = { 'zh-CN': '简体中文', 'en-US': 'English', 'sw-KE': 'Kiswahili' };

/** What an address says that is not in somebody's menu. */
export async function readAddresses(
  browser: Browser,
  { product }: WalkWorld,
  { walker, locale, routes }: { walker: Walker; locale: Locale; routes: readonly string[] },
): Promise<Map<string, string>> {
  const context = await openContext(browser, { locale, theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  await enterAs(page, product.origin, walker.credentials);
  const found = new Map<string, string>();
  for (const route of routes) {
    await page.goto(`${product.origin}/#/customer/${route}`);
    await calm(page);
    found.set(route, ((await page.locator('#content').textContent()) ?? '').trim());
  }
  await context.close();
  return found;
}
