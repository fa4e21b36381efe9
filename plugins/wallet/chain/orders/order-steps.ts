import { AppError } from '@waypost/contract';
import type { Session } from '@waypost/sdk';
import { resumeMember } from '../../members/tend-memberships.ts';
import { payOrder } from '../../orders/pay-order.ts';
import { canStep, ORDER_STEPS, type OrderEvent, stateAfter, stepOrder } from '../../orders/state.ts';
import type { StoredOrder } from '../../orders/stored.ts';
import { OrderStatus } from '../../orders/values.ts';
import { orderResource } from '../../screens/order/resource.ts';
import type { Wallet } from '../../wallet.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { stepDeposit } from '../deposits/state.ts';
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
  return {
    async apply(deposit, session) {
      const order = await context.model(orderResource).findById(deposit.order).session(session).lean();
      if (order === null) return;
      const step = (event: OrderEvent, set: Partial<StoredOrder> = {}) =>
        stepOrder(context, { id: String(order._id), event, set }, session);
      if (order.status === OrderStatus.paid || order.plan === null || !deposit.is_paid) {
        const event = eventOf(order, deposit);
        if (event === undefined || !canStep(event, order) || order.settlement === ORDER_STEPS[event].to)
          return;
        const isNew = order.status !== stateAfter(event).status;
        await step(event, isNew ? { paid_time: context.clock.date() } : {});
        return;
      }
      // What a plan cost and who may have it holds until the order's end: what comes later stays on the balance.
      if (deposit.settlement === 'late' || !canStep('pay_by_chain', order)) return;
      const refusal = await payFromBalance(wallet, String(order._id), session);
      if (refusal === 'ledger_insufficient') {
        await step('came_under');
        return;
      }
      if (refusal !== undefined) {
        // It can never be paid: what came is on the balance, which is what its owner is told.
        await step('refuse');
        await stepDeposit(context, { deposit, event: 'refuse' }, session);
        return;
      }
      if (deposit.settlement === 'over') await step('came_over');
    },
    async tell(order) {
      const payment = await tellPayment(wallet, order);
      if (payment?.status === OrderStatus.paid && payment.kind !== 'top_up') await resumeOwner(wallet, order);
    },
  };
}

/** What has happened to an order that nothing has to be bought for; undefined: nothing. */
function eventOf({ status, plan }: StoredOrder, { is_paid, settlement }: Deposit): OrderEvent | undefined {
  if (settlement === 'expired') return 'end';
  const isMoney = settlement === 'settled' || settlement === 'over' || settlement === 'late';
  // Paid otherwise: that nothing, or too little, came over the chain says nothing of it.
  if (isMoney && is_paid) return plan === null ? `top_up_${settlement}` : `came_${settlement}`;
  if (isMoney || status === OrderStatus.paid || settlement === 'waiting') return undefined;
  return settlement === 'refunded' || settlement === 'cancelled' ? undefined : `came_${settlement}`;
}

/** Codes that were paused with the old membership answer again at once. */
async function resumeOwner(wallet: Wallet, id: string): Promise<void> {
  const order = await wallet.context.model(orderResource).findById(id).lean();
  if (order !== null) await resumeMember(wallet, String(order.owner));
}

/** @returns the code of the refusal; undefined: it is paid */
async function payFromBalance(wallet: Wallet, id: string, session: Session): Promise<string | undefined> {
  try {
    await payOrder(wallet, { id, event: 'pay_by_chain' }, session);
    return undefined;
  } catch (error) {
    // A refusal has written nothing; the money that came is on the balance all the same.
    if (error instanceof AppError && REFUSALS.includes(error.code)) return error.code;
    throw error;
  }
}
