import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Credentials, createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import { enterAs, loaded } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { menuOf, type Screen, screensOf } from './walk/menu-screens.ts';
import { readScreen } from './walk/read-screen.ts';
import { isKey } from './walk/texts.ts';
import { watchAll } from './walk/walk.ts';

// Every screen of the menu that the server gives to a person: it opens, has a heading, reports no error, is refused no answer
// and shows no key of a missing translation. A new screen is in here by itself.

/** Faults that say nothing about a screen. */
const KNOWN: readonly { fault: RegExp; reason: string }[] = [
  { fault: /^console: Failed to load resource/, reason: 'the refused answer is listed with its status' },
];
/** Longest until a screen has its heading on a busy machine, milliseconds. */
const HEADING_LIMIT = 20_000;
/** Screens without a heading after which the rest is not waited for: the shell itself is broken. */
const MAX_LOST = 3;
const LIMIT = 300_000;

let place: Place;
beforeAll(async () => {
  place = await openPlace();
}, LIMIT);
afterAll(() => place?.close());

const PEOPLE = {
  'a super administrator': async () => place.product.administrator,
  'a customer': () => createAccount(place.product, { account: 'chausiku.smoke', role: 'customer' }),
  'an agent': () => createAccount(place.product, { account: 'amina.smoke', role: 'agent' }),
} satisfies Record<string, () => Promise<Credentials>>;

test.concurrent.each(Object.entries(PEOPLE))(
  'every screen in the menu of %s opens, with a heading, without an error and in words',
  async (_name, make) => {
    const who = await make();
    const screens = screensOf(await menuOf(await signIn(place.product.origin, who)));
    expect(screens.length).toBeGreaterThan(10);
    const { page } = await place.open();
    const { faults } = watchAll(page);
    await enterAs(page, place.product.origin, who);
    const wrong = await crawl(page, screens, faults);
    expect(wrong).toEqual([]);
  },
  LIMIT,
);

/** Opens screen after screen and answers what is wrong on each; `faults`: what the page has reported so far, emptied here. */
async function crawl(page: Page, screens: readonly Screen[], faults: string[]): Promise<string[]> {
  const keys = new Set<string>();
  const wrong: string[] = [];
  let lost = 0;
  for (const screen of screens) {
    const found = await visit(page, screen, keys).catch((cause: Error) => {
      lost += 1;
      return [cause.message];
    });
    found.push(...faults.splice(0).filter((fault) => !KNOWN.some((known) => known.fault.test(fault))));
    // Without the stack of an error.
    wrong.push(...new Set(found.map((fault) => `${screen.route}: ${fault.split('\n')[0]}`)));
    if (lost === MAX_LOST) return [...wrong, 'the other screens were not opened'];
  }
  return wrong;
}

/** Goes to a screen within the loaded app and answers what is wrong there; `known`: keys found before, as the menu is on every screen. */
async function visit(page: Page, { route, name }: Screen, known: Set<string>): Promise<string[]> {
  const before = await page.evaluateHandle((hash) => {
    const heading = location.hash === hash ? null : document.querySelector('#content h1');
    location.hash = hash;
    return heading;
  }, `#/customer/${route}`);
  const hasHeading = (left: Element | null) => {
    const heading = document.querySelector('#content h1');
    return heading !== left && heading?.checkVisibility() && heading.textContent?.trim() !== '';
  };
  await page.waitForFunction(hasHeading, before, { polling: 50, timeout: HEADING_LIMIT }).catch(async () => {
    const shown = () => (document.querySelector('#content') ?? document.body).textContent;
    throw new Error(`no heading but “${(await page.evaluate(shown)).slice(0, 200)}”`);
  });
  await loaded(page);
  const { title, texts } = await readScreen(page, 0);
  // A screen that failed is replaced by a message with a heading of its own.
  const failures = await page.locator('#content [role=alert] h1').allTextContents();
  const keys = texts.filter((text) => isKey(text) && !known.has(text));
  for (const key of keys) known.add(key);
  return [
    ...(title.startsWith(`${name} · `) ? [] : [`not “${name}” but “${title}”`]),
    ...failures.map((failure) => `failed: ${failure}`),
    ...keys.map((key) => `a key: ${key}`),
  ];
}
