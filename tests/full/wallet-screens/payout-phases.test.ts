import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { PUBLIC } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { wordsOf } from '../../e2e/words.ts';
import { findPerson } from '../../find-person.ts';
import { openPaying } from '../../open-paying.ts';
import { startProduct } from '../../product.ts';
import { withStore } from '../../security/world.ts';
import { FAKE_USDT, PAYER, startTronNode, TEST_XPUB, type TronNode } from '../../tron-node.ts';

// Withdrawals that the signer pays, as whoever decides sees them at each step, and a day on which more was sent than was booked.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 60_000 };
const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const AGENT = 'amina.phases';
const DAY_MS = 86_400_000;
const TRANSACTION = 'ab'.repeat(32);

type Login = Awaited<ReturnType<typeof createAccount>>;
let node: TronNode;
let place: Place;
let root: Api;
let operator: Login;
let agent: Login;
let day: string;
const ids: string[] = [];

const store = <T>(work: (database: mongo.Db) => Promise<T>) => withStore(place.product, work);

beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC });
  place = await openPlace(() => startProduct({ env: { OUTGOING_TEST_ADDRESSES: PUBLIC } }));
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  operator = await createAccount(product, { account: 'olivia.phases', role: 'administrator' });
  agent = await createAccount(product, { account: AGENT, role: 'agent' });
  const { id } = await findPerson(root, AGENT);
  const money = { id, amount: '500', remark: 'For the test', key: 'phases-test-balance' };
  (await root.call('user/edit_balance', money)).content;
  await openPaying(root, node, { xpub: TEST_XPUB, withdraw_fee: '500000', withdraw_minimum: '5000000' });
  const api = await signIn(product.origin, agent);
  (await api.call('acting_withdrawal_list/change_address', { address: PAYOUT })).content;
  await store((database) =>
    database
      .collection('wallet_payout_address')
      .updateMany({}, { $set: { next_time: new Date(Date.now() - 1_000) } }),
  );
  const boss = await signIn(product.origin, operator);
  for (let at = 0; at < STEPS.length; at += 1) {
    const body = { amount: String(10_000_000 + at * 1_000_000), key: `phases-withdrawal-${at}` };
    const made = await api.call<{ id: string }>('acting_withdrawal_list/add', body);
    ids.push(made.content.id);
    (await boss.call('withdrawal_list/approve', { id: made.content.id })).content;
  }
  await plant();
}, 240_000);
afterAll(async () => {
  await place?.close();
  await node?.stop();
});

/** A step of a withdrawal, and by which of its words it is known. */
interface Step {
  set: Record<string, unknown>;
  word: string;
  isAgain?: true;
  /** It is paid by hand alone. */
  isByHand?: true;
}
const STEPS: readonly Step[] = [
  { set: { phase: 'prepared' }, word: 'wallet.withdrawal.next.review.prepared' },
  { set: { phase: 'signed', transaction: TRANSACTION }, word: 'wallet.withdrawal.next.review.signed' },
  { set: { phase: 'broadcast', transaction: TRANSACTION }, word: 'wallet.withdrawal.next.review.broadcast' },
  // Nothing is sent and nobody has to wait in the dark.
  {
    set: { phase: 'approved', waits_for: 'short' },
    word: 'wallet.withdrawal.next.review.approved_short',
    isByHand: true,
  },
  {
    set: { phase: 'undecided', fault: 'refused' },
    word: 'wallet.withdrawal.fault.refused',
    isAgain: true,
  },
  {
    set: { phase: 'undecided', fault: 'unlisted' },
    word: 'wallet.withdrawal.fault.unlisted',
    isByHand: true,
  },
  {
    set: { phase: 'undecided', fault: 'sent_before', seen_transactions: [TRANSACTION] },
    word: 'wallet.withdrawal.fault.sent_before',
    isAgain: true,
  },
];

/** As the signer leaves them; and a payout of days ago that no withdrawal is booked by. */
async function plant(): Promise<void> {
  const time = new Date(Date.now() - 30 * DAY_MS);
  day = new Intl.DateTimeFormat('en-CA', { timeZone: place.product.timeZone }).format(time);
  await store(async (database) => {
    await database.collection('wallet_pay_config').updateMany({}, { $set: { payout_switch: 1 } });
    for (const [at, { set }] of STEPS.entries())
      await database
        .collection<{ _id: string }>('wallet_withdrawal')
        .updateOne({ _id: ids[at] ?? '' }, { $set: set });
    await database.collection<{ _id: string }>('wallet_sending').insertOne({
      _id: 'c'.repeat(24),
      number: 'S-1',
      purpose: 'payout',
      subject: ids[0],
      run: '',
      transaction: TRANSACTION,
      status: 'success',
      phase: 'solid',
      sender: PAYER,
      receiver: PAYOUT,
      amount: '7000000',
      token: 'USDT',
      fee: '6400000',
      fee_estimate: '6400000',
      fee_limit: '9000000',
      remark: '',
      attempt: 1,
      is_open: false,
      network: 'nile',
      contract: FAKE_USDT,
      end_time: time,
      create_time: time,
      update_time: time,
      version: 1,
    } as never);
  });
  (await root.call('bill_closing/close', { day })).content;
}

const look = looking('payout-phases');
const words = wordsOf('en-US');

test('each step of a withdrawal that the signer pays', async () => {
  const { page, faults } = await place.open(operator);
  for (const [at, { word, isAgain, isByHand, set }] of STEPS.entries()) {
    await openScreen(page, place.product.origin, `withdrawal_list?id=${ids[at]}`);
    await page.getByText(words(word)).first().waitFor(LIMIT);
    const again = page.getByRole('button', { name: words('wallet.withdrawal.send_again.verb') });
    await shows(again, { count: isAgain === true ? 1 : 0 });
    // What the signer pays nobody gives back, or says that they pay it.
    const taken = page.getByRole('button', { name: words('wallet.withdrawal.take_on.verb') });
    await shows(taken, { count: isAgain === true || isByHand === true ? 1 : 0 });
    const seen = page.getByText(words('wallet.withdrawal.seen_transactions'), { exact: true });
    await shows(seen, { count: 'seen_transactions' in set ? 1 : 0 });
    // What is on its way can be compared, and is not paid by hand beside it.
    const copied = page.getByText(PAYOUT, { exact: true }).locator('..').getByRole('button');
    await shows(copied, { count: 0 });
    await look(page, `step-${at}`);
  }
  expect(faults).toEqual([]);
});

test('a day on which more was sent than was booked', async () => {
  const { content } = await root.call<{ content: { id: string; faults: string[] }[] }>(
    'bill_closing/inquire',
    { day_from: day, day_to: day },
  );
  const [closing] = content.content;
  expect(closing?.faults).toEqual(['sent']);
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, `bill?tab=closing&drawer=view:${closing?.id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText(words('wallet.closing.part.sent')).first().waitFor(LIMIT);
  await drawer.getByText('6.40 TRX').waitFor(LIMIT);
  await drawer.getByRole('link', { name: words('menu.withdrawal_list') }).waitFor(LIMIT);
  await look(page, 'closing');
  await drawer.getByText(words('wallet.closing.part.sent')).first().scrollIntoViewIfNeeded(LIMIT);
  await look(page, 'closing-sent');
  expect(faults).toEqual([]);
});

test('sent again it is the signer’s once more, after whoever presses has read where it goes', async () => {
  const { page, faults } = await place.open(operator);
  const id = ids[STEPS.length - 1] ?? '';
  await openScreen(page, place.product.origin, `withdrawal_list?id=${id}`);
  await page.getByRole('button', { name: words('wallet.withdrawal.send_again.verb') }).click(LIMIT);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(PAYOUT).waitFor(LIMIT);
  await look(page, 'again');
  await dialog.getByRole('button', { name: words('wallet.withdrawal.send_again.verb') }).click(LIMIT);
  await page.getByText(words('wallet.withdrawal.phase.approved'), { exact: true }).first().waitFor(LIMIT);
  const kept = await store((database) =>
    database.collection<{ _id: string; is_by_hand?: boolean }>('wallet_withdrawal').findOne({ _id: id }),
  );
  // What was looked at once stands against it no more.
  expect(kept).toMatchObject({
    phase: 'approved',
    fault: '',
    is_by_hand: false,
    seen_transactions: [TRANSACTION],
  });
  await look(page, 'sent-again');
  expect(faults).toEqual([]);
});
