import { expect } from 'bun:test';
import { SALES } from '../../orders/sales.ts';
import type { StoredOrder } from '../../orders/stored.ts';
import { OrderStatus } from '../../orders/values.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { billOf } from '../called-directly.ts';
import type { How, Sent, World } from './world.ts';

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, one) => total + one, 0n);
/** Sum of changes = balance, and each before = previous after. */
export async function requireBills(world: World): Promise<void> {
  const balances = await world.t.context.ledger.balances(world.people.map(({ id }) => id));
  for (const { account, available } of balances) {
    let before = 0n;
    for (const [at, line] of (await billOf(world.t.context, account)).entries()) {
      expect(line).toMatchObject({ seq: at + 1, before: String(before) });
      before += BigInt(line.change);
      expect(line.after).toBe(String(before));
    }
    expect(available).toBe(String(before));
  }
}

/** Postings sum up to 0, and the whole ledger does. */
export async function requireBalanced({ t }: World): Promise<void> {
  const { entries, faults } = await t.ledger();
  expect(faults).toEqual([]);
  for (const { type, postings } of entries)
    expect({ type, sum: sum(postings.map(({ amount }) => BigInt(amount))) }).toEqual({ type, sum: 0n });
}

/** Available and held >= 0, now and after each line. */
export async function requireNoDebts(world: World): Promise<void> {
  for (const { available, held } of await world.t.context.ledger.balances(world.people.map(({ id }) => id))) {
    expect(BigInt(available)).toBeGreaterThanOrEqual(0n);
    expect(BigInt(held)).toBeGreaterThanOrEqual(0n);
  }
  for (const { id } of world.people)
    for (const line of await billOf(world.t.context, id))
      expect(BigInt(line.after)).toBeGreaterThanOrEqual(0n);
}

/** Shares + house = price, of each order and of all. */
export async function requireShares({ t }: World): Promise<void> {
  const orders = (await t.rows(orderResource).all({ plan: { $ne: null } } as never)) as StoredOrder[];
  const paid = orders.filter(({ status }) => status === OrderStatus.paid);
  const { entries } = await t.ledger();
  const ofType = (type: string) => entries.filter((entry) => entry.type === type);
  const salesOf = (all: typeof entries) =>
    sum(all.flatMap(({ postings }) => postings.filter(({ account }) => account === SALES)).map(amountOf));
  for (const order of paid) {
    const [price, share] = [BigInt(order.price), BigInt(order.share)];
    const of = ofType('wallet.order').filter(({ remark }) => remark.startsWith(order.number));
    const given = ofType('wallet.share').filter(({ remark }) => remark.startsWith(order.number));
    expect(of).toHaveLength(1);
    expect(salesOf(of)).toBe(price);
    expect(salesOf(given)).toBe(-share);
    expect(share).toBe((price * BigInt(order.share_points)) / 10_000n);
  }
  const prices = sum(paid.map(({ price }) => BigInt(price)));
  expect(salesOf(ofType('wallet.order'))).toBe(prices);
  const shares = -salesOf(ofType('wallet.share'));
  expect(salesOf(entries) + shares).toBe(prices);
}

const amountOf = ({ amount }: { amount: bigint }): bigint => BigInt(amount);
const COUNTS: readonly How[] = ['exact', 'under', 'over', 'twice', 'huge'];

/** What has come, by what was sent and stays on the chain. */
const receivedOf = (sent: readonly Sent[]): bigint =>
  sum(
    sent
      .filter(({ how, isDropped }) => !isDropped && COUNTS.includes(how))
      .map(({ value, how }) => (how === 'twice' ? 2n * value : value)),
  );

/** Received on chain = credited + unmatched: each transfer once, and what was credited is what the ledger has of it. */
export async function requireReceived({ t, sent }: World): Promise<void> {
  const records = await t.rows(transferResource).all();
  const places = records.map(({ transaction, log_index }) => `${transaction}/${log_index}`);
  expect(new Set(places).size).toBe(places.length);
  const of = (...states: string[]) =>
    sum(records.filter(({ state }) => states.includes(state)).map(({ amount }) => BigInt(amount)));
  expect(of('credited') + of('unmatched', 'not_ours')).toBe(receivedOf(sent));
  const gone = new Set(sent.filter(({ isDropped }) => isDropped).map(({ id }) => id));
  expect(records.filter(({ transaction }) => gone.has(transaction))).toEqual([]);
  const { entries } = await t.ledger();
  const credited = entries.filter(({ type }) => type === 'wallet.deposit');
  const given = sum(
    credited.flatMap(({ postings }) => postings.map(amountOf).filter((amount) => amount > 0n)),
  );
  expect(given).toBe(of('credited'));
}
