import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalApproval } from '../../../plugins/wallet/signing/approval.ts';
import { isSignedBy } from '../../../plugins/wallet/signing/approver-key.ts';
import type { SignedApproval } from '../../../plugins/wallet/signing/signer.ts';
import { ownWithdrawal } from '../../../plugins/wallet/testing/matrix.ts';
import { createAccount } from '../../accounts.ts';
import { signIn } from '../../api.ts';
import { runCommand } from '../../command-line.ts';
import { DESKTOP, openScreen, PHONE } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { wordsOf } from '../../e2e/words.ts';
import { startProduct } from '../../product.ts';
import { giveSecondFactor } from '../../second-factor.ts';
import { stored } from '../../security/plugin-matrix.ts';
import { withStore } from '../../security/world.ts';
import { until } from '../../until.ts';

// Keys are made, imported, watched and removed; an approver's browser makes a key beside the second factor, the command line
// confirms it, and what is approved is signed with it.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };
const WALLET_MASTER_KEY = randomBytes(32).toString('hex');
const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
/** Of these words, in every wallet of Tron. */
const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

let place: Place;
beforeAll(async () => {
  place = await openPlace(() => startProduct({ env: { WALLET_MASTER_KEY } }));
}, 240_000);
afterAll(() => place?.close());

const look = looking('tron');

test('a key is made, one is imported and shown never, and one is removed', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'tron');
  await page.getByText('The signer runs.', { exact: true }).waitFor(LIMIT);
  await page.getByText('It pays nothing out yet').waitFor(LIMIT);
  await page.getByText('No accounts yet').waitFor(LIMIT);
  await look(page);
  const drawer = page.getByRole('dialog');
  const add = () => page.getByRole('button', { name: 'Add key', exact: true }).first().click(LIMIT);
  await add();
  await drawer.getByText('a seed of 24 words').waitFor(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Make key', exact: true }).click(LIMIT);
  await page.getByText('Words', { exact: true }).first().waitFor(LIMIT);

  await add();
  await drawer.getByRole('tab', { name: 'Import', exact: true }).click(LIMIT);
  const secret = drawer.getByLabel('Words or private key', { exact: true });
  await secret.fill('one two three', LIMIT);
  await secret.blur();
  await drawer.getByText('Enter 12 to 24 words').first().waitFor(LIMIT);
  await look(page);
  await secret.fill(WORDS.replace(/about$/, 'above'), LIMIT);
  await drawer.getByRole('button', { name: 'Import', exact: true }).click(LIMIT);
  await drawer.getByText('These are no words of a wallet').first().waitFor(LIMIT);
  await secret.fill(WORDS, LIMIT);
  await drawer.getByRole('button', { name: 'Import', exact: true }).click(LIMIT);
  const row = page.getByRole('row').filter({ hasText: ADDRESS.slice(-10) });
  await row.waitFor(LIMIT);
  await look(page);
  await row.getByText(ADDRESS).click(LIMIT);
  await drawer.getByText('Only the signer has it. It is shown to nobody.').waitFor(LIMIT);
  await look(page);
  expect(await page.content()).not.toContain('abandon');
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: /^Remove: / }).click(LIMIT);
  await page.getByText('Nothing is signed with it from then on.').waitFor(LIMIT);
  await page.locator('.arco-modal').getByRole('button', { name: 'Remove', exact: true }).click(LIMIT);
  await row.getByText('Deleted').waitFor(LIMIT);
  expect(faults.filter((fault) => !/status of 422/.test(fault))).toEqual([]);
});

test('an approver’s browser makes a key, the command line confirms it, and what is approved is signed with it', async () => {
  const { product } = place;
  const login = await createAccount(product, { account: 'olga.keys', role: 'administrator' });
  const api = await signIn(product.origin, login);
  const { page, faults } = await place.open(login);
  const codeOf = await giveSecondFactor(api, login.password);
  await openScreen(page, product.origin, 'update_password?tab=second_factor');
  await page.getByText('This browser has no key yet.').waitFor(LIMIT);
  await look(page, 'approver-none');
  await page.getByRole('button', { name: 'Make key', exact: true }).click(LIMIT);
  const asked = page.locator('.arco-modal');
  await asked.getByRole('textbox').fill(codeOf(1), LIMIT);
  await asked.getByRole('button', { name: 'Continue', exact: true }).click(LIMIT);
  await page.getByText('Waits to be confirmed on the server').waitFor(LIMIT);
  await look(page, 'approver-waits');
  const print = (await page.getByText(/^(?:[0-9a-f]{4}-){7}[0-9a-f]{4}$/).textContent()) ?? '';
  await runCommand(product, ['signer', 'trust', print], { variables: { WALLET_MASTER_KEY } });
  await page.reload();
  await page.getByText('Counts', { exact: true }).waitFor(LIMIT);
  await look(page, 'approver-counts');
  const { content } = await (await signIn(product.origin, product.administrator)).call<{
    user_info: { id: string };
  }>('administrator/profile');
  const id = await withStore(product, async (database) => {
    // Its code of this half minute is used up, and waiting for the next shows nothing.
    await database.collection('system_second_factor').deleteMany({});
    return stored((row) => ({
      ...ownWithdrawal(row),
      phase: 'waiting',
      status: 1,
      paying_since: null,
      payer: '',
    }))({
      owner: { id: content.user_info.id, account: '', api },
      collection: database.collection('wallet_withdrawal'),
    });
  });
  await openScreen(page, product.origin, `withdrawal_list?id=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click(LIMIT);
  await asked.getByRole('button', { name: 'Approve', exact: true }).click(LIMIT);
  await page.getByText('Nobody pays it yet.').waitFor(LIMIT);
  const [row] = await withStore(product, (database) =>
    database.collection<{ signed_approvals: SignedApproval[] }>('wallet_withdrawal').find().toArray(),
  );
  const [signed] = row?.signed_approvals ?? [];
  expect(signed).toMatchObject({ withdrawal: id, amount: '1000000', network: 'mainnet' });
  if (signed === undefined) throw new Error('nothing was signed');
  expect(isSignedBy(signed.public_key, canonicalApproval(signed), signed.signature)).toBe(true);
  expect(faults.filter((fault) => !/status of 403/.test(fault))).toEqual([]);
});

test('what comes out of a backup is said to pay nothing, with the command that has it pay again', async () => {
  const { product } = place;
  writeFileSync(join(product.dataDir, 'signer/restored'), '');
  process.kill(product.childPids().signer as number, 'SIGKILL');
  const api = await signIn(product.origin, product.administrator);
  const isHeld = async () => (await api.call<{ is_held: boolean }>('tron/signer')).content.is_held;
  await until('the signer is held', isHeld, { everyMs: 500 });
  for (const view of [
    { locale: 'zh-CN', theme: 'light', size: DESKTOP },
    { locale: 'sw-KE', theme: 'dark', size: PHONE },
  ] as const) {
    const { page, faults } = await place.open(product.administrator, view);
    await openScreen(page, product.origin, 'tron');
    await page.getByText(wordsOf(view.locale)('wallet.signer.held')).waitFor(LIMIT);
    await page.getByText('waypost signer resume').waitFor(LIMIT);
    await look(page, `held-${view.locale}`);
    expect(faults).toEqual([]);
  }
  await runCommand(product, ['signer', 'resume'], { variables: { WALLET_MASTER_KEY } });
  expect(await isHeld()).toBe(false);
});
