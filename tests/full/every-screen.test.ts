import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { LOCALES } from '@waypost/contract';
import type { Browser, Page } from 'playwright-core';
import { axeViolations } from '../e2e/axe.ts';
import {
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  PHONE,
  shareBrowser,
  type View,
  watchFaults,
} from '../e2e/browser.ts';
import { lookForFaults } from '../e2e/contact-faults.ts';
import type { Walker } from '../e2e/walk/plugin-walk.ts';
import { WALKS } from '../e2e/walk/verbs.ts';
import { openWalkWorld, type WalkWorld } from '../e2e/walk/walk-world.ts';

// Every screen of the menu with its pages and forms, in each language, by day on a desk and by night on a phone: whoever
// cannot see well, or has a phone, or reads Swahili, works with the same screens. It is the only loop over languages, themes
// and sizes. With WAYPOST_TEST_PICTURES=<folder> it leaves a picture of each.

setDefaultTimeout(3_600_000);

/** What a person would call broken at first sight; addresses and names that people give may be longer than their place. */
const LOOKED_AT = /^(wider than the window|a key\?|cut off: (button|li|h[1-6]|th|label|a) )/;
/** Views that show on purpose what programs call things. */
const TOLD_BY_KEY = /^(log_type|language_word|monitor|plugins\?view=contributions)\S*: a key\?/;
/** What the walk's people and files are called has full stops as well. */
const NAMED = /a key\? “(\w+\.walk|walked\.txt)”/;

/** Screens whose drawer for a new row is looked at as well. */
const FORMS = WALKS.flatMap(({ forms = [] }) => forms);

const VIEWS = LOCALES.flatMap((locale): View[] => [
  { locale, theme: 'light', size: DESKTOP },
  { locale, theme: 'dark', size: PHONE },
]);

const pictures = process.env.WAYPOST_TEST_PICTURES;

let world: WalkWorld;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openWalkWorld(), shareBrowser()]);
}, 300_000);
afterAll(async () => {
  await closeContexts(browser);
  await world?.product.stop();
}, 60_000);

/** Who looks at what: all screens as a super administrator, those that only agents or customers have as these. */
function stops(): { walker: Walker; route: string }[] {
  const seen = new Set<string>();
  return [world.walkers.super, world.walkers.agent, world.walkers.customer].flatMap((walker) =>
    walker.screens.flatMap(({ route }) => {
      if (seen.has(route)) return [];
      seen.add(route);
      const form = FORMS.includes(route) ? ['?drawer=create'] : [];
      return ['', ...(world.pages[walker.name]?.[route] ?? []), ...form].map((view) => ({
        walker,
        route: route + view,
      }));
    }),
  );
}

test.each(VIEWS)(
  'axe finds nothing, and nothing is cut off, in $locale, $theme, $size.width px',
  async (view) => {
    const { origin } = world.product;
    const wrong: string[] = [];
    const pages = new Map<Walker, { page: Page; faults: string[] }>();
    const pageOf = async (walker: Walker) => {
      const there = pages.get(walker);
      if (there) return there;
      const page = await (await openContext(browser, view)).newPage();
      const opened = { page, faults: watchFaults(page) };
      pages.set(walker, opened);
      await page.goto(`${origin}/`);
      await page.locator('form').waitFor();
      for (const violation of await axeViolations(page)) wrong.push(`login: ${violation}`);
      await enterAs(page, origin, walker.credentials);
      return opened;
    };
    for (const { walker, route } of stops()) {
      const { page, faults } = await pageOf(walker);
      const found = await look(page, route, view).catch((cause: Error) => [cause.message]);
      wrong.push(...[...found, ...faults.splice(0)].map((fault) => `${walker.name} ${route}: ${fault}`));
    }
    await Promise.all([...pages.values()].map(({ page }) => page.context().close()));
    expect([...new Set(wrong)]).toEqual([]);
  },
);

/** Opens a screen and answers what is wrong with how it looks. */
async function look(page: Page, route: string, { locale, theme, size }: View): Promise<string[]> {
  await openScreen(page, world.product.origin, route);
  if (pictures !== undefined) {
    const name = `${route.replace(/\W+/g, '-')}-${locale}-${theme}-${size.width}.png`;
    await page.screenshot({ path: join(pictures, name), fullPage: true });
  }
  const looks = (await lookForFaults(page, locale)).filter(
    (fault) => LOOKED_AT.test(fault) && !NAMED.test(fault) && !TOLD_BY_KEY.test(`${route}: ${fault}`),
  );
  return [...(await axeViolations(page)), ...looks];
}
