import { of, press, type Shot } from './contact-acts.ts';
import type { SheetData } from './sheet-data.ts';

const customer = of('customer');
const operator = of('super');

/** Short links and how many are made at once. */
export function linkShots(): Shot[] {
  return [
    customer('short_qr_code_list'),
    customer('short_code'),
    customer('short_code-no-match', 'short_code?search=zzzz'),
    customer('short_qr_code_list-no-match', 'short_qr_code_list?search=zzzz'),
    customer('short_qr_code_list-import', 'short_qr_code_list', {
      isWhole: false,
      act: press('qr.short_link.import'),
    }),
    customer('short_qr_code_list-fault', 'short_qr_code_list', {
      isWhole: false,
      act: async (scene) => {
        const { page } = scene;
        await press('qr.short_link.import')?.(scene);
        const file = { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(new Uint8Array(64)) };
        await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      },
    }),
    customer('short_qr_code_list-making', 'short_qr_code_list', {
      isWhole: false,
      act: async (scene) => {
        const { page, words } = scene;
        await press('qr.short_link.import')?.(scene);
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').fill('no address\nhttps://example.com/by-hand,By hand');
        await dialog.getByRole('button', { name: words('qr.short_link.import.verb'), exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.waitForTimeout(3_000);
      },
    }),
  ];
}

/** Those who make short addresses, and plugins that ask for something. */
export function providerShots(data: SheetData): Shot[] {
  return [
    operator('url_key_platform'),
    operator('url_key_platform-create', 'url_key_platform?drawer=create', { isWhole: false }),
    operator('url_key_platform-faults', 'url_key_platform?drawer=create', {
      isWhole: false,
      act: async ({ page, words }) => {
        const dialog = page.getByRole('dialog');
        await dialog
          .getByLabel(words('qr.url_key_platform.endpoint'), { exact: true })
          .fill('https://{code}.example/?u={url}');
        await dialog.getByRole('button', { name: words('action.create'), exact: true }).click();
      },
    }),
    operator('url_key_platform-no-match', 'url_key_platform?search=zzzz'),
    operator('url_key_platform-test', 'url_key_platform?search=Inner', {
      isWhole: false,
      act: async ({ page, words }) => {
        await page
          .getByRole('main')
          .getByRole('button', { name: new RegExp(`^${words('qr.provider_test.verb')}`) })
          .first()
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').first().fill('https://example.com/menu');
        await dialog.getByRole('button', { name: words('qr.provider_test.verb'), exact: true }).click();
        await dialog.getByRole('status').waitFor();
      },
    }),
    operator('plugins-consent', `plugins?drawer=${data.asking}`, { isWhole: false }),
  ];
}

/** Single visits of a code, and the form of its rules. */
export function visitShots(data: SheetData): Shot[] {
  const { kept, ruled } = data.codes;
  const visits = `set_qr_code?id=${kept.id}&tab=visits`;
  return [
    customer('code-visits-kept', visits),
    customer('code-visits-view', visits, {
      isWhole: false,
      act: ({ page }) => page.locator('[role=tabpanel] td a, [role=tabpanel] td button').first().click(),
    }),
    customer('code-visits-filters', visits, { isWhole: false, act: press('list.more_filters') }),
    customer('code-visits-clear', visits, { isWhole: false, act: press('qr.kept_visit.clear_all') }),
    customer('code-visits-no-match', `${visits}&search=zzzz&system=zzzz`),
    customer('code-simulator', `code_simulator?id=${ruled.id}`, { act: press('qr.simulator.try') }),
    customer('code-rules-new', `set_qr_code?id=${ruled.id}&tab=targets`, { act: press('qr.set.rule.add') }),
  ];
}
