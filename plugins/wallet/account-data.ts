import { ACCOUNT_DATA_POINT, type PluginContext } from '@waypost/sdk';
import type { StoredOrder } from './orders/stored.ts';
import { orderResource } from './screens/order/resource.ts';
import { withdrawalResource } from './screens/withdrawal_list/resource.ts';
import { readPayoutAddress, showPayoutAddress } from './withdrawals/payout-address.ts';
import type { StoredWithdrawal } from './withdrawals/stored.ts';

/** Rows that are handed over at once. */
const PORTION = 200;

interface Wish {
  account: string;
  after: string | null;
}

/** What the owner of an account takes along. What is on the balance is in the bill, which is the platform's. */
export function contributeAccountData(context: PluginContext): void {
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'wallet.orders', {
    title: 'menu.user_order',
    portion: async (wish: Wish) => {
      const found = await portionOf<StoredOrder>(context, orderResource, wish);
      const rows = found.map(
        ({ _id, number, kind, plan_name, days, price, status, settlement, ...order }) => ({
          ...{ id: String(_id), number, kind, plan_name, days, price, status, settlement },
          ...{ pay_type: order.pay_type, create_time: order.create_time, paid_time: order.paid_time },
          ...{ from_time: order.from_time, until_time: order.until_time },
        }),
      );
      return { rows, next: nextOf(found) };
    },
  });
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'wallet.withdrawals', {
    title: 'menu.acting_withdrawal_list',
    portion: async (wish: Wish) => {
      const found = await portionOf<StoredWithdrawal>(context, withdrawalResource, wish);
      const rows = found.map(({ _id, number, amount, fee, payout, status, phase, ...row }) => ({
        ...{ id: String(_id), number, amount, fee, payout, status, phase },
        ...{ address: row.address, network: row.network, transaction: row.transaction, reason: row.reason },
        ...{ create_time: row.create_time, decided_time: row.decided_time, paid_time: row.paid_time },
      }));
      return { rows, next: nextOf(found) };
    },
  });
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'wallet.payout_address', {
    title: 'wallet.payout_address',
    portion: async ({ account }: Wish) => {
      const found = showPayoutAddress(await readPayoutAddress(context, account));
      return { rows: found.address === '' && found.next_address === '' ? [] : [found], next: null };
    },
  });
}

async function portionOf<R>(
  context: PluginContext,
  resource: Parameters<PluginContext['model']>[0],
  { account, after }: Wish,
): Promise<R[]> {
  const filter = { owner: account, ...(after === null ? {} : { _id: { $gt: after } }) };
  return (await context
    .model(resource)
    .find(filter as never)
    .sort({ _id: 1 })
    .limit(PORTION)
    .lean()) as R[];
}

const nextOf = (found: readonly { _id: unknown }[]): string | null =>
  found.length < PORTION ? null : String(found.at(-1)?._id);
