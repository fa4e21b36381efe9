import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { signIn } from '../api.ts';
import { startProduct } from '../product.ts';
import { axeViolations } from './axe.ts';
import { openScreen, settle, until } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { packRulePlugin, RULE_PLUGIN_KEY } from './rule-plugin.ts';

setDefaultTimeout(180_000);

let place: Place;
beforeAll(async () => {
  place = await openPlace(() => startProduct({ env: { PLUGIN_TRUSTED_KEYS: RULE_PLUGIN_KEY } }));
});
afterAll(() => place?.close());

test('a plugin is uploaded and agreed to, is at once in a form that is open elsewhere, and leaves it when it is switched off', async () => {
  const { product } = place;
  const { page, faults } = await place.open(product.administrator);
  const { page: own, faults: ownFaults } = await place.open(product.administrator);
  const api = await signIn(product.origin, product.administrator);
  const targets = [{ url: 'https://example.com/usual' }];
  const made = await api.call<{ id: string }>('qr_code_list/add', { name: 'Ruled', targets });
  await openScreen(page, product.origin, `set_qr_code?id=${made.content.id}&tab=targets`);
  await page.getByRole('button', { name: 'Add rule' }).click();
  const kind = page.getByRole('group', { name: 'Rule 1' }).getByRole('combobox', { name: 'Kind' });
  /** What the form offers, read anew each time. */
  const isOffered = async () => {
    await kind.click();
    const options = page.getByRole('option');
    await options.first().waitFor();
    const names = await options.allTextContents();
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'hidden' });
    return names.includes('Countries and networks');
  };
  const offers = (wanted: boolean) =>
    until(`the plugin's rules are offered: ${wanted}`, async () => (await isOffered()) === wanted);
  await offers(false);

  await openScreen(own, product.origin, 'plugins');
  await own.getByRole('button', { name: 'Install plugin' }).click();
  const archive = {
    name: 'guests.tgz',
    mimeType: 'application/gzip',
    buffer: Buffer.from(await packRulePlugin()),
  };
  await own.getByRole('dialog').locator('input[type=file]').setInputFiles(archive);
  const question = own.getByRole('dialog', { name: 'Install Rules for guests 1.0.0?' });
  await question.getByText(/^Signed with the trusted key/).waitFor();
  await settle(own);
  expect(await axeViolations(own)).toEqual([]);
  await question.getByRole('button', { name: 'Agree and install' }).click();
  const drawer = own.getByRole('dialog', { name: 'Rules for guests' });
  await drawer.getByText('Active', { exact: true }).first().waitFor();
  await offers(true);

  const act = async (name: string) => {
    await own.goto(`${product.origin}/#/customer/plugins`);
    await own.getByRole('button', { name: 'Actions of Rules for guests' }).click();
    await own.getByRole('menuitem', { name }).click();
    const asked = own.getByRole('dialog', { name: `${name} Rules for guests?` });
    await asked.getByRole('button', { name, exact: true }).click();
    await asked.waitFor({ state: 'detached' });
  };
  await act('Disable');
  await drawer.getByText('Disabled', { exact: true }).first().waitFor();
  await offers(false);
  await act('Enable');
  await drawer.getByText('Active', { exact: true }).first().waitFor();
  await offers(true);
  expect([...faults, ...ownFaults]).toEqual([]);
});
