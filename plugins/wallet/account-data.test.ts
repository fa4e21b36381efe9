import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { AccountData, PluginContext } from '@waypost/sdk';
import { contributeAccountData } from './account-data.ts';
import { PAYOUT, startWithdrawals, TEN } from './testing/withdrawal-place.ts';

setDefaultTimeout(60_000);
let it: Awaited<ReturnType<typeof startWithdrawals>>;
beforeAll(async () => {
  it = await startWithdrawals();
});
afterAll(() => it?.stop());

/** What the plugin hands over of an account, by the name of the part. */
async function partsOf(account: string): Promise<Record<string, Record<string, unknown>[]>> {
  const parts = new Map<string, AccountData>();
  const points = {
    contribute: (_point: string, _versions: string, name: string, data: AccountData) => parts.set(name, data),
  };
  contributeAccountData(Object.create(it.t.context, { points: { value: points } }) as PluginContext);
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const [name, { portion }] of parts) {
    const { rows, next } = await portion({ account, after: null });
    expect(next).toBeNull();
    found[name] = rows;
  }
  return found;
}

test('people take their withdrawals and the payout address along, and nothing of others or of who decided', async () => {
  const [ada, ben] = [await it.newAgent(), await it.newAgent('0', '')];
  const id = await it.approved(ada);
  const mine = await partsOf(ada.id);
  expect(mine['wallet.withdrawals']).toMatchObject([
    { id, amount: TEN, payout: TEN, status: 2, phase: 'approved', address: PAYOUT, transaction: '' },
  ]);
  expect(mine['wallet.payout_address']).toEqual([{ address: PAYOUT, next_address: '', next_time: null }]);
  expect(JSON.stringify(mine)).not.toContain(it.boss.id);
  expect(await partsOf(ben.id)).toEqual({
    'wallet.orders': [],
    'wallet.bank_top_ups': [],
    'wallet.withdrawals': [],
    'wallet.payout_address': [],
  });
});
