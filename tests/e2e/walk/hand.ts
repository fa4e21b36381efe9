import type { Locator, Page } from 'playwright-core';
import { calm } from '../browser.ts';

/** Roles of what a person presses. */
const PRESSED = [
  'link',
  'button',
  'tab',
  'menuitem',
  'option',
  'radio',
  'switch',
  'checkbox',
  'treeitem',
] as const;
/** Milliseconds that somebody looks for a thing before they are at a dead end. */
const PATIENCE = 30_000;

/** Somebody at the screen who knows what is written there and nothing else, and how often they pressed. */
export interface Hand {
  page: Page;
  presses: number;
  fields: number;
  /** Presses what is called so: in the dialog, where one is open. */
  press(name: string | RegExp): Promise<void>;
  /** Ticks a right in the tree of rights. */
  tick(name: string | RegExp): Promise<void>;
  /** Opens a list of choices and takes one of them: two presses. */
  choose(label: string | RegExp, option: string | RegExp): Promise<void>;
  /** Fills a field: one, however long the text. */
  type(label: string | RegExp, text: string): Promise<void>;
  /** Waits until something is written there. */
  read(text: string | RegExp): Promise<void>;
}

export function handOn(page: Page): Hand {
  const around = async (): Promise<Locator> => {
    const dialogs = page.locator('[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible');
    const count = await dialogs.count();
    return count > 0 ? dialogs.nth(count - 1) : page.locator('body');
  };

  /** What has the name itself, or is a choice whose text is pressed in the place of its mark. */
  const pressed = (place: Locator, name: string | RegExp) => {
    const options = { name, exact: typeof name === 'string' };
    return PRESSED.map((role) => place.getByRole(role, options))
      .reduce((found, one) => found.or(one))
      .or(place.locator('label').getByText(name, { exact: options.exact }))
      .filter({ visible: true })
      .first();
  };
  /** In a dialog, else on the page before the menu: a tab may be called as an entry of it is. */
  const meant = async (name: string | RegExp) => {
    const onPage = pressed((await around()).getByRole('main'), name);
    return (await onPage.count()) > 0 ? onPage : pressed(await around(), name);
  };
  const take = async (target: Locator) => {
    // News lies over the screen until it was read.
    const news = page
      .getByRole('region', { name: 'New message' })
      .getByRole('button', { name: 'Close', exact: true });
    if (await news.isVisible()) {
      await news.click();
      hand.presses += 1;
    }
    await target.click({ timeout: PATIENCE });
    hand.presses += 1;
    await calm(page);
  };
  const hand: Hand = {
    page,
    presses: 0,
    fields: 0,
    press: async (name) => take(await meant(name)),
    tick: async (name) => take(page.getByRole('treeitem', { name }).locator('[data-state]').first()),
    choose: async (label, option) => {
      await take((await around()).getByRole('combobox', { name: label }).first());
      await take(page.getByRole('option', { name: option, exact: typeof option === 'string' }).first());
    },
    type: async (label, text) => {
      const place = await around();
      const field = place
        .getByRole('textbox', { name: label })
        .or(place.getByRole('searchbox', { name: label }))
        .or(place.getByRole('spinbutton', { name: label }))
        .or(place.getByRole('combobox', { name: label }))
        .first();
      await field.fill(text, { timeout: PATIENCE });
      hand.fields += 1;
      await calm(page);
    },
    read: (text) => page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: PATIENCE }),
  };
  return hand;
}
