import type { Wallet } from '../../wallet.ts';
import { describePayment } from './payment.ts';
import type { Payment } from './values.ts';

/** Topic of one payment: its audience is the order. */
export const PAYMENT_TOPIC = 'wallet.payment';

/** Tells whoever looks at a payment how it stands. @returns it; undefined: the order is not paid over the chain */
export async function tellPayment(wallet: Wallet, order: string): Promise<Payment | undefined> {
  const payment = await describePayment(wallet, { order });
  if (payment !== undefined) wallet.context.realtime.publish(PAYMENT_TOPIC, payment, order);
  return payment;
}
