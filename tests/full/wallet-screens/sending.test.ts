import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readXpub } from '../../../plugins/wallet/chain/addresses/xpub.ts';
import { runWaypost } from '../../../runtime/command/testing/run-waypost.ts';
import { type Api, signIn } from '../../api.ts';
import { PUBLIC } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { hastenJobs } from '../../hasten-jobs.ts';
import { openPaying } from '../../open-paying.ts';
import { startProduct } from '../../product.ts';
import { withStore } from '../../security/world.ts';
import { FAKE_USDT, PAYER, startTronNode, type TronNode } from '../../tron-node.ts';

// An operator asks what collecting would cost, has it done, and sees each transaction that came of it.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 60_000 };
const COLLECTION = 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA';
const MASTER = '8f1c5b0e9a7d42633b5f0c9e1d7a48261e3f9b8c7d6a5f4e3d2c1b0a99887766';

let node: TronNode;
let place: Place;
let root: Api;

beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC });
  const env = { OUTGOING_TEST_ADDRESSES: PUBLIC, WALLET_MASTER_KEY: MASTER };
  place = await openPlace(() => startProduct({ env }));
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  const { id } = (await root.call<{ id: string }>('tron/make', {})).content;
  const { address, xpub } = (await root.call<{ address: string; xpub: string }>('tron/details', { id }))
    .content;
  await openPaying(root, node, { xpub, payout_switch: 1, payout_account: address });
  for (const [name, value] of [
    ['network', 'nile'],
    ['contract', FAKE_USDT],
    ['collect-to', COLLECTION],
    ...['fund-single', 'fund-run', 'fund-daily', 'fee-limit'].map((name) => [name, '100'] as const),
  ] as const) {
    const words = ['signer', 'set', name, value];
    expect((await runWaypost(product.dataDir, words, { WALLET_MASTER_KEY: MASTER })).code).toBe(0);
  }
  const account = readXpub(xpub);
  if ('fault' in account) throw new Error('no extended key');
  const deposit = account.address(7);
  await withStore(product, (database) =>
    database.collection('wallet_deposit_address').insertOne({
      _id: `nile/${deposit}`,
      network: 'nile',
      address: deposit,
      contract: FAKE_USDT,
      index: 7,
      account: account.fingerprint,
      order: deposit,
      owner: deposit,
      amount: '75000000',
      tolerance: '0',
      expire_time: new Date(),
      open_time: new Date(),
      arrived: '75000000',
      total: '75000000',
      in_time: '75000000',
      pending: '0',
      has_wrong_token: false,
      has_failed: false,
      is_paid: true,
      is_cancelled: false,
      cursor: 0,
      is_shared: false,
      settlement: 'settled',
      told: '',
      next_look_time: null,
    } as never),
  );
  await node.control('grant', { to: address, sun: '500000000' });
  await node.pay({ from: PAYER, to: deposit, value: '75000000' });
  await node.settle();
}, 240_000);
afterAll(async () => {
  await place?.close();
  await node?.stop();
});

const look = looking('sending');
/** So that nobody waits for its five seconds. */
const hasten = () =>
  withStore(place.product, (database) => hastenJobs(database, ['wallet.send_transactions']));

test('an operator reads what collecting would cost, has it done, and sees what was sent', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'tron_transaction_summary');
  await page.getByText('Nothing was sent yet').waitFor(LIMIT);
  await look(page, 'empty');
  await page.getByRole('button', { name: 'Collect deposits' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'What would it cost?' }).click(LIMIT);
  await drawer.getByText('75.00 USDT').waitFor(LIMIT);
  await look(page, 'cost');
  await drawer.getByRole('button', { name: 'Collect now' }).click(LIMIT);
  for (let rounds = 0; rounds < 60; rounds += 1) {
    await hasten();
    await node.settle();
    await Bun.sleep(1_000);
    const { content } = (
      await root.call<{ content: { status: string; purpose: string }[] }>(
        'tron_transaction_summary/inquire',
        { status: ['success'], page: 1, page_size: 10 },
      )
    ).content;
    if (content.length === 2) break;
  }
  await page.reload();
  await page.getByText('75.00 USDT').first().waitFor(LIMIT);
  await page.getByText('TRX for fees').first().waitFor(LIMIT);
  await look(page, 'list');
  expect((await node.control('balance', { of: COLLECTION })) as object).toMatchObject({ token: '75000000' });
  expect(faults).toEqual([]);
});
