import type { Locator, Page } from 'playwright-core';
import type { Credentials } from '../accounts.ts';
import { apiOf } from '../api.ts';
import type { Product } from '../product.ts';
import { shows } from './shows.ts';

/** The token that the page keeps, or `''` where nobody is logged in. */
export function storedToken(of: Page): Promise<string> {
  return of.evaluate(() => {
    const stored = localStorage.getItem('waypost.session');
    return stored === null ? '' : (JSON.parse(stored) as { token: string }).token;
  });
}

/** The server ends the session, as it does after a week, after a reset and after a restore. */
export async function endSession(of: Page, product: Product): Promise<void> {
  await apiOf(product.origin, await storedToken(of)).call('administrator/logout');
}

/** The dialog that asks for the password where the session has ended. */
export function question(of: Page): Locator {
  return of.getByRole('dialog', { name: 'Your session has ended' });
}

/** Gives the password to the dialog, which names the account by itself, and waits until it is gone. */
export async function typePassword(of: Page, { account, password }: Credentials): Promise<void> {
  await question(of).waitFor();
  await shows(question(of).locator('input[name=account]'), { value: account });
  await question(of).locator('input[name=password]').fill(password);
  await question(of).getByRole('button', { name: 'Log in', exact: true }).click();
  await question(of).waitFor({ state: 'detached' });
}
