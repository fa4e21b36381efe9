import type { Page } from 'playwright-core';

/** Picks somebody in the form of a message, as a person does: types the beginning of a name and presses what is found. */
export async function pickRecipient(page: Page, account: string): Promise<void> {
  const picker = page.getByRole('dialog').getByRole('combobox', { name: 'Account', exact: true });
  await picker.click();
  await page.keyboard.type(account.slice(0, 6));
  await page.getByRole('option', { name: account, exact: true }).click();
}

/** Chooses a verb that the batch bar of a list keeps behind "More". */
export async function pickMore(page: Page, verb: string): Promise<void> {
  await page.getByRole('region', { name: 'Batch actions' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: verb, exact: true }).click();
}
