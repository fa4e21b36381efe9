import { AppError } from '@waypost/contract';
import { newVersion, type Session } from '@waypost/sdk';
import { resumeMember } from '../../members/tend-memberships.ts';
import { payOrder } from '../../orders/pay-order.ts';
import type { StoredOrder } from '../../orders/stored.ts';
import { OrderStatus } from '../../orders/values.ts';
import { orderResource } from '../../screens/order/resource.ts';
import type { Wallet } from '../../wallet.ts';
import { type Deposit, deposits } from '../deposits/deposit.ts';
import type { OrderSteps } from '../watching/watch.ts';
import { tellPayment } from './tell-payment.ts';

/** Why an order cannot be paid although enough has come: the money is on the balance, and stays there. */
const REFUSALS: readonly string[] = [
  'wallet.order_stale',
  'wallet.order_over',
  'ledger_insufficient',
  'ledger_account_closed',
];

/** Brings orders in line with what came for them. */
export function orderSteps(wallet: Wallet): OrderSteps {
  const { context } = wallet;
  const model = () => context.model(orderResource);
  const write = async (id: string, set: Record<string, unknown>, session: Session) => {
    await model().updateOne({ _id: id }, newVersion(context, set), { session, timestamps: false });
  };
  return {
    async apply(deposit, session) {
      const order = await model().findById(deposit.order).session(session).lean();
      if (order === null || isDecided(order, deposit)) return;
      const id = String(order._id);
      const { settlement } = deposit;
      // Paid otherwise: that nothing came over the chain says nothing of it.
      if (order.status === OrderStatus.paid && !deposit.is_paid) return;
      if (order.status === OrderStatus.paid || order.plan === null || !deposit.is_paid) {
        if (order.settlement !== settlement || order.status !== statusOf(order, deposit))
          await write(id, stepOf(wallet, order, deposit), session);
        return;
      }
      // What a plan cost and who may have it holds until the order's end: what comes later stays on the balance.
      if (settlement === 'late') return;
      // It may have been ended by its time before the chain told of what came within it.
      if (order.settlement !== 'waiting') await write(id, { settlement: 'waiting' }, session);
      const refusal = await payFromBalance(wallet, id, session);
      if (refusal === 'ledger_insufficient') {
        await write(id, { settlement: 'under' }, session);
        return;
      }
      if (refusal !== undefined) {
        // It can never be paid: what came is on the balance, which is what its owner is told.
        await write(id, { settlement: 'cancelled' }, session);
        await deposits(context).updateOne(
          { _id: deposit._id },
          { $set: { settlement: 'late' } },
          { session },
        );
        return;
      }
      if (settlement !== 'settled') await write(id, { settlement }, session);
    },
    async tell(order) {
      const payment = await tellPayment(wallet, order);
      if (payment?.status === OrderStatus.paid && payment.kind !== 'top_up') await resumeOwner(wallet, order);
    },
  };
}

/** What somebody has decided no transfer changes: but money for the balance that came all the same was paid, late. */
const isDecided = ({ settlement, plan }: StoredOrder, { is_paid }: Deposit): boolean =>
  settlement === 'refunded' || (settlement === 'cancelled' && (plan !== null || !is_paid));

const statusOf = (order: StoredOrder, { is_paid }: Deposit) =>
  is_paid || order.status === OrderStatus.paid ? OrderStatus.paid : OrderStatus.unpaid;

function stepOf({ context }: Wallet, order: StoredOrder, deposit: Deposit): Record<string, unknown> {
  const status = statusOf(order, deposit);
  const isNew = status === OrderStatus.paid && order.status !== OrderStatus.paid;
  return {
    status,
    settlement: deposit.settlement,
    ...(isNew ? { paid_time: context.clock.date() } : {}),
  };
}

/** Codes that were paused with the old membership answer again at once. */
async function resumeOwner(wallet: Wallet, id: string): Promise<void> {
  const order = await wallet.context.model(orderResource).findById(id).lean();
  if (order !== null) await resumeMember(wallet, String(order.owner));
}

/** @returns the code of the refusal; undefined: it is paid */
async function payFromBalance(wallet: Wallet, id: string, session: Session): Promise<string | undefined> {
  try {
    await payOrder(wallet, { id }, session);
    return undefined;
  } catch (error) {
    // A refusal has written nothing; the money that came is on the balance all the same.
    if (error instanceof AppError && REFUSALS.includes(error.code)) return error.code;
    throw error;
  }
}
