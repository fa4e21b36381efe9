import { type Filter, newVersion, type PluginContext, type Session } from '@waypost/sdk';
import { orderResource } from '../screens/order/resource.ts';
import type { StoredOrder } from './stored.ts';
import { OrderStatus, type Settlement } from './values.ts';

const OPEN = ['waiting', 'under', 'wrong_token', 'failed'] as const;
const UNPAID = [...OPEN, 'expired'] as const;
const PAID = ['settled', 'over', 'late'] as const;

/**
 * All that can happen to an order: from which states, to which, and what is booked in the same transaction. `sale`: the price and
 * the share of the agent; `refund`: the price and the share, back. What came over the chain was credited with its transfer.
 */
export const ORDER_STEPS = {
  pay: { from: ['waiting', 'under'], to: 'settled', books: 'sale' },
  // The chain may tell of a payment in time only after our clock has ended the order, or after another transfer that does not count.
  pay_by_chain: { from: UNPAID, to: 'settled', books: 'sale' },
  end: { from: ['waiting'], to: 'expired', books: null },
  cancel: { from: OPEN, to: 'cancelled', books: null },
  /** What came in time cannot buy the plan any more. */
  refuse: { from: UNPAID, to: 'cancelled', books: null },
  refund: { from: PAID, to: 'refunded', books: 'refund' },
  came_under: { from: UNPAID, to: 'under', books: null },
  came_wrong_token: { from: UNPAID, to: 'wrong_token', books: null },
  came_failed: { from: UNPAID, to: 'failed', books: null },
  came_settled: { from: PAID, to: 'settled', books: null },
  came_over: { from: PAID, to: 'over', books: null },
  came_late: { from: PAID, to: 'late', books: null },
  // Money for the balance is paid by its arrival alone, even where its owner had cancelled.
  top_up_settled: { from: [...UNPAID, ...PAID, 'cancelled'], to: 'settled', books: null },
  top_up_over: { from: [...UNPAID, ...PAID, 'cancelled'], to: 'over', books: null },
  top_up_late: { from: [...UNPAID, ...PAID, 'cancelled'], to: 'late', books: null },
} as const satisfies Record<
  string,
  { from: readonly Settlement[]; to: Settlement; books: 'sale' | 'refund' | null }
>;
export type OrderEvent = keyof typeof ORDER_STEPS;

const HELD: readonly Settlement[] = [...PAID, 'refunded'];

/** Whether money is held for an order in that state; a refunded one counts as paid. */
export const statusOf = (settlement: Settlement): StoredOrder['status'] =>
  HELD.includes(settlement) ? OrderStatus.paid : OrderStatus.unpaid;

/** Whether the event can happen to an order in that state. */
export function canStep(event: OrderEvent, { settlement }: Pick<StoredOrder, 'settlement'>): boolean {
  const from: readonly Settlement[] = ORDER_STEPS[event].from;
  return from.includes(settlement);
}

/** State of an order after the event. */
export function stateAfter(event: OrderEvent): Pick<StoredOrder, 'status' | 'settlement'> {
  const { to } = ORDER_STEPS[event];
  return { status: statusOf(to), settlement: to };
}

/**
 * Applies an event to an order that was read in the same transaction, with what else is written of it.
 * An order in another state is a mistake of the caller, and ends the transaction.
 */
export async function stepOrder(
  context: PluginContext,
  { id, event, set = {} }: { id: string; event: OrderEvent; set?: Partial<StoredOrder> },
  session: Session,
): Promise<StoredOrder> {
  const after = await context
    .model(orderResource)
    .findOneAndUpdate(
      { _id: id, ...stateBefore(event) },
      newVersion(context, { ...set, ...stateAfter(event) }),
      { session, returnDocument: 'after', timestamps: false },
    )
    .lean();
  // Read in this transaction: whoever has changed it since makes the transaction run again before this is asked.
  if (after === null) throw new Error(`the order ${id} is not as it was read`);
  return after;
}

/** Applies an event to all of some orders to which it can happen. */
export async function stepOrders(
  context: PluginContext,
  { event, where }: { event: OrderEvent; where: Filter<StoredOrder> },
): Promise<void> {
  await context
    .model(orderResource)
    .updateMany({ ...where, ...stateBefore(event) }, newVersion(context, stateAfter(event)), {
      timestamps: false,
    });
}

function stateBefore(event: OrderEvent) {
  const { from } = ORDER_STEPS[event];
  return { settlement: { $in: [...from] } };
}
