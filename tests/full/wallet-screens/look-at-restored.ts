import { expect } from 'bun:test';
import { formatFor } from '../../../host/sdk/format/format.ts';
import { signIn } from '../../api.ts';
import { closeContexts, openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { wordsOf } from '../../e2e/words.ts';
import type { Product } from '../../product.ts';

const LIMIT = { timeout: 60_000 };
const look = looking('restored');

/** A product that was restored, as whoever runs it reads it: where addresses go on, and whose what came to a lost one may be. */
export async function lookAtRestored(product: Product): Promise<void> {
  const root = await signIn(product.origin, product.administrator);
  const words = wordsOf('en-US');
  const place = await openPlace(async () => product);
  const { page, faults } = await place.open(product.administrator);
  const { content } = await root.call<{ restored: { next_index: number } }>('pay_config/details');
  await openScreen(page, product.origin, 'pay_config');
  const index = formatFor('en-US').number(content.restored.next_index);
  await page.getByText(words('wallet.pay_config.restored.index', { index })).waitFor(LIMIT);
  await look(page, 'pay');
  const key = page.getByLabel(words('wallet.pay_config.xpub'), { exact: true });
  await key.fill('xpub', LIMIT);
  await page.getByText(words('wallet.pay_config.is_new'), { exact: true }).scrollIntoViewIfNeeded(LIMIT);
  await look(page, 'new');
  await openScreen(page, product.origin, 'usdt_transaction_record');
  await page.getByText(words('wallet.transfer.state.unmatched'), { exact: true }).first().waitFor(LIMIT);
  await look(page, 'transfers');
  await page
    .getByRole('button', { name: new RegExp(words('wallet.transfer.resolve')) })
    .first()
    .click(LIMIT);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(words('wallet.transfer.restored')).waitFor(LIMIT);
  // Somebody's balance needs somebody: it is asked for, and said so where it stands.
  await shows(dialog.getByText(words('form.optional'), { exact: true }), { count: 0 });
  await dialog.getByRole('button', { name: words('wallet.transfer.resolve'), exact: true }).click(LIMIT);
  await dialog.locator('[aria-invalid=true]').first().waitFor(LIMIT);
  await look(page, 'resolve');
  expect(faults).toEqual([]);
  await closeContexts(place.browser);
}
