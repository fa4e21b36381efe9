import { ACCOUNT_DATA_POINT, type PluginContext } from '@waypost/sdk';
import { bankTopUpResource } from './bank/resource.ts';
import { orderResource } from './screens/order/resource.ts';
import { readPayoutAddress, showPayoutAddress } from './withdrawals/payout-address.ts';
import { withdrawalResource } from './withdrawals/resource.ts';

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
      const found = await context
        .model(orderResource)
        .find(behind(wish))
        .sort({ _id: 1 })
        .limit(PORTION)
        .lean();
      const rows = found.map(
        ({ _id, number, kind, plan_name, days, price, status, settlement, ...order }) => ({
          id: String(_id),
          number,
          kind,
          plan_name,
          days,
          price,
          status,
          settlement,
          pay_type: order.pay_type,
          create_time: order.create_time,
          paid_time: order.paid_time,
          from_time: order.from_time,
          until_time: order.until_time,
        }),
      );
      return { rows, next: nextOf(found) };
    },
  });
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'wallet.bank_top_ups', {
    title: 'wallet.bank_top_up.own',
    portion: async (wish: Wish) => {
      const found = await context
        .model(bankTopUpResource)
        .find(behind(wish))
        .sort({ _id: 1 })
        .limit(PORTION)
        .lean();
      const rows = found.map(
        ({ _id, number, amount, reference, state, reason, create_time, decided_time }) => ({
          id: String(_id),
          number,
          amount,
          reference,
          state,
          reason,
          create_time,
          decided_time,
        }),
      );
      return { rows, next: nextOf(found) };
    },
  });
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'wallet.withdrawals', {
    title: 'menu.acting_withdrawal_list',
    portion: async (wish: Wish) => {
      const found = await context
        .model(withdrawalResource)
        .find(behind(wish))
        .sort({ _id: 1 })
        .limit(PORTION)
        .lean();
      const rows = found.map(({ _id, number, amount, fee, payout, status, phase, ...row }) => ({
        id: String(_id),
        number,
        amount,
        fee,
        payout,
        status,
        phase,
        address: row.address,
        network: row.network,
        transaction: row.transaction,
        reason: row.reason,
        create_time: row.create_time,
        decided_time: row.decided_time,
        paid_time: row.paid_time,
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

const behind = ({ account, after }: Wish) => ({
  owner: account,
  ...(after === null ? {} : { _id: { $gt: after } }),
});

const nextOf = (found: readonly { _id: unknown }[]): string | null =>
  found.length < PORTION ? null : String(found.at(-1)?._id);
