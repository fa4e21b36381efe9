import type { Page } from 'playwright-core';
import type { Product } from '../product.ts';
import type { SheetData } from './sheet-data.ts';
import type { wordsOf } from './words.ts';

export type Person = 'stranger' | 'customer' | 'agent' | 'super';

/** One picture: whose, where, and what is done before it is taken. */
export interface Shot {
  name: string;
  who: Person;
  /** Behind `#/`; one that begins with `/` is a page of the server itself. */
  route: string;
  act?: ((scene: Scene) => Promise<void>) | undefined;
  /** The whole page and not the window alone; default true. */
  isWhole?: boolean;
}

export interface Scene {
  page: Page;
  words: ReturnType<typeof wordsOf>;
  data: SheetData;
  product: Product;
}

type Act = Shot['act'];

/** Presses buttons of these keys one after the other. */
export const press =
  (...keys: string[]): Act =>
  async ({ page, words }) => {
    for (const key of keys)
      await page
        .getByRole('button', { name: words(key), exact: true })
        .first()
        .click();
  };
/** The first button that is called so of some row: `Delete: Table 1`. */
export const pressOf =
  (key: string): Act =>
  ({ page, words }) =>
    page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${words(key)}[:：]`) })
      .first()
      .click();
/** The menu behind the own name, whose button is called after its person, too. */
export const accountMenu =
  (item?: string): Act =>
  async ({ page, words }) => {
    await page.getByRole('button', { name: words('shell.account_menu') }).click();
    if (item !== undefined) await page.getByRole('menuitem', { name: words(item), exact: true }).click();
    else await page.getByRole('menu').waitFor();
  };
/** The button that is seen; some forms have a hidden one for the Enter key, too. */
export const submit: Act = ({ page }) => page.locator('form button:visible').last().click();
export const chord =
  (keys: string): Act =>
  ({ page }) =>
    page.keyboard.press(keys);
/** Behind the button of the further actions of the first row. */
export const inMenu =
  (key: string): Act =>
  async ({ page, words }) => {
    await page.locator('main [aria-haspopup=menu]').last().click();
    await page.getByRole('menuitem', { name: words(key), exact: true }).click();
  };
export const answering =
  (pattern: RegExp, status: number): Act =>
  async ({ page }) => {
    await page.route(pattern, (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ status: false, code: 'internal', message: '', errors: [] }),
      }),
    );
    await page.reload();
    await page.locator('h1').first().waitFor();
  };
/** A shot of somebody's. */
export const of =
  (who: Person) =>
  (name: string, route = name, more: Partial<Shot> = {}): Shot => ({
    name: `${who}-${name}`,
    who,
    route: who === 'stranger' ? route : `customer/${route}`,
    ...more,
  });
