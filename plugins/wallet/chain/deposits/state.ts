import type { PluginContext, Session } from '@waypost/sdk';
import type { Settlement } from '../../orders/values.ts';
import { type Counted, settle, withTransfer } from '../watching/settlement.ts';
import { type Deposit, deposits, receivedOf } from './deposit.ts';

const OPEN = ['waiting', 'under', 'wrong_token', 'failed', 'expired'] as const;
const PAID = ['settled', 'over', 'late'] as const;
/** What was refunded stays so: what comes next waits for somebody. */
const UNDECIDED = [...OPEN, ...PAID, 'cancelled'] as const;

/**
 * All that can happen to a deposit. A transfer that counts is credited to the owner with the step; nothing else here books.
 * `refuse`: what came in time cannot buy what was ordered, and stays on the balance.
 */
export const DEPOSIT_STEPS = {
  end: { from: ['waiting'], to: 'expired', books: null },
  cancel: { from: UNDECIDED, to: 'cancelled', books: null },
  refuse: { from: PAID, to: 'late', books: null },
  refund: { from: [...UNDECIDED, 'refunded'], to: 'refunded', books: null },
  came_wrong_token: { from: UNDECIDED, to: 'wrong_token', books: null },
  came_failed: { from: UNDECIDED, to: 'failed', books: null },
  came_under: { from: UNDECIDED, to: 'under', books: 'transfer' },
  came_settled: { from: UNDECIDED, to: 'settled', books: 'transfer' },
  came_over: { from: UNDECIDED, to: 'over', books: 'transfer' },
  came_late: { from: UNDECIDED, to: 'late', books: 'transfer' },
} as const satisfies Record<
  string,
  { from: readonly Settlement[]; to: Settlement; books: 'transfer' | null }
>;
export type DepositEvent = keyof typeof DEPOSIT_STEPS;

/** State of a deposit after the event; where it cannot happen to it, the state that it has. */
export function settlementAfter(event: DepositEvent, settlement: Settlement): Settlement {
  const { to, ...step } = DEPOSIT_STEPS[event];
  const from: readonly Settlement[] = step.from;
  return from.includes(settlement) ? to : settlement;
}

/** What is written of a deposit after one transfer more, in whichever order transfers are seen. */
export function receive(
  deposit: Deposit,
  counted: Counted,
): Pick<Deposit, 'total' | 'in_time' | 'has_wrong_token' | 'has_failed' | 'is_paid' | 'settlement'> {
  const received = withTransfer(receivedOf(deposit), counted);
  const { isPaid, settlement } = settle(received, {
    amount: BigInt(deposit.amount),
    tolerance: BigInt(deposit.tolerance),
    isExpired: deposit.settlement === 'expired',
  });
  const event = eventOf(deposit, settlement);
  return {
    total: String(received.total),
    in_time: String(received.inTime),
    has_wrong_token: received.hasWrongToken,
    has_failed: received.hasFailed,
    is_paid: isPaid,
    settlement: event === undefined ? deposit.settlement : settlementAfter(event, deposit.settlement),
  };
}

/** Applies an event that is not a transfer to a deposit that was read in the same transaction. @returns it afterwards */
export async function stepDeposit(
  context: PluginContext,
  { deposit, event, set = {} }: { deposit: Deposit; event: DepositEvent; set?: Partial<Deposit> },
  session: Session,
): Promise<Deposit> {
  const change = { ...set, settlement: settlementAfter(event, deposit.settlement) };
  await deposits(context).updateOne({ _id: deposit._id }, { $set: change }, { session });
  return { ...deposit, ...change };
}

/** Nothing that comes makes a cancelled order wait again: it is late. */
function eventOf(
  { is_cancelled }: Deposit,
  settlement: ReturnType<typeof settle>['settlement'],
): DepositEvent | undefined {
  if (settlement === 'waiting' || settlement === 'expired') return undefined;
  const isMoney = settlement !== 'wrong_token' && settlement !== 'failed';
  return is_cancelled && isMoney ? 'came_late' : `came_${settlement}`;
}
