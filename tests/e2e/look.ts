import { expect } from 'bun:test';
import { join } from 'node:path';
import type { Locale } from '@waypost/contract';
import type { Page } from 'playwright-core';
import type { Credentials } from '../accounts.ts';
import { axeViolations } from './axe.ts';
import { openScreen, PHONE, settle } from './browser.ts';
import type { Place } from './place.ts';

/** Where pictures of all that is looked at are put, for whoever wants to see it; without it none are taken. */
const folder = process.env.WAYPOST_TEST_PICTURES;

/** Looks at a page that has come to rest: axe has to find nothing. `shown` is the end of its picture's name; default a number. */
export type Look = (page: Page, shown?: string) => Promise<void>;

/** How the tests of a file look at pages. @param name with which the names of the file's pictures begin */
export function looking(name: string): Look {
  let looks = 0;
  return async (page, shown) => {
    await settle(page);
    looks += 1;
    if (folder !== undefined) {
      const end = shown ?? String(looks).padStart(2, '0');
      await page.screenshot({ path: join(folder, `${name}-${end}.png`), fullPage: true });
    }
    expect(await axeViolations(page)).toEqual([]);
  };
}

/** Whose screen is opened, by its route, and a text by which it is there. */
export type Stop = readonly [who: Credentials, route: string, text: string];

/** Longest until a text is there on a busy machine. */
const LIMIT = { timeout: 60_000 };

/** Opens screens in a language, by night and on a phone, one page for each person, and looks at them. */
export async function lookByNight(
  place: Place,
  { locale, look }: { locale: Locale; look: Look },
  stops: readonly Stop[],
): Promise<void> {
  const opened = new Map<Credentials, Awaited<ReturnType<Place['open']>>>();
  for (const [who, route, text] of stops) {
    const one = opened.get(who) ?? (await place.open(who, { locale, theme: 'dark', size: PHONE }));
    opened.set(who, one);
    await openScreen(one.page, place.product.origin, route);
    await one.page.getByText(text).first().waitFor(LIMIT);
    await look(one.page);
  }
  expect([...opened.values()].flatMap(({ faults }) => faults)).toEqual([]);
}
