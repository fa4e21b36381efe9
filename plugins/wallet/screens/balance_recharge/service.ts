import { amountText, type BodyOf, errors, type ResultOf } from '@waypost/contract';
import { newId, newRow, type SignedRequest } from '@waypost/sdk';
import { readPaying, requireOpenConfig } from '../../chain/config/open-config.ts';
import { deposits } from '../../chain/deposits/deposit.ts';
import { chainErrors } from '../../chain/errors.ts';
import { describePayment } from '../../chain/orders/payment.ts';
import { MOST_OPEN } from '../../chain/orders/transfer-pay.ts';
import type { Payment } from '../../chain/orders/values.ts';
import { walletErrors } from '../../errors.ts';
import { numberOf } from '../../money/number-of.ts';
import type { StoredOrder } from '../../orders/stored.ts';
import { PayType } from '../../orders/values.ts';
import type { Wallet } from '../../wallet.ts';
import { orderResource } from '../order/resource.ts';
import type { rechargeAdd, rechargeFacts } from './calls.ts';

/** What one can put onto the own balance. */
export async function readFacts({ context }: Wallet, owner: string): Promise<ResultOf<typeof rechargeFacts>> {
  const [{ config, missing, heldUntil }, [balance], waiting] = await Promise.all([
    readPaying(context),
    context.ledger.balances([owner]),
    deposits(context)
      .find({ owner, settlement: { $in: ['waiting', 'under'] }, expire_time: { $gt: context.clock.date() } })
      .sort({ expire_time: -1, _id: -1 })
      .limit(MOST_OPEN)
      .lean(),
  ]);
  const { network, minimum, maximum, rate, rate_currency, bank_switch, bank_text } = config;
  return {
    is_open: missing.length === 0,
    held_until: heldUntil?.toISOString() ?? null,
    network,
    minimum,
    maximum,
    rate,
    rate_currency,
    balance: balance?.available ?? '0',
    bank_text: bank_switch === 1 ? bank_text : '',
    open: waiting.map(({ order, amount, expire_time }) => ({
      id: order,
      amount,
      expires_time: expire_time.toISOString(),
    })),
  };
}

/**
 * Opens a payment; the same press again is answered with the one that the first opened.
 * Errors: `wallet.pay_closed` 409; `wallet.pay_held` 409; `wallet.amount_bounds` 422; `wallet.too_many_open` 409; `wallet.key_used` 409
 */
export async function openRecharge(
  wallet: Wallet,
  { amount, key }: BodyOf<typeof rechargeAdd>,
  request: SignedRequest,
): Promise<Payment> {
  const { context, transfer } = wallet;
  const config = await requireOpenConfig(context);
  if (transfer === undefined) throw chainErrors.payClosed.create();
  const { minimum, maximum } = config;
  if (BigInt(amount) < BigInt(minimum) || BigInt(amount) > BigInt(maximum))
    throw chainErrors.amountBounds.create({ least: amountText(minimum), most: amountText(maximum) });
  const owner = request.caller.id;
  const order = await context.transaction(async (session) => {
    const model = context.model(orderResource);
    const earlier = await model.findOne({ owner, key }).session(session).lean();
    if (earlier !== null) {
      if (earlier.kind !== 'top_up' || earlier.price !== amount) throw walletErrors.keyUsed.create();
      return earlier;
    }
    const made = newRecharge(wallet, { owner, amount, key });
    await model.create([made], { session });
    await transfer.open(made, session);
    await context.audit(
      {
        type: 'wallet.order.add',
        target: String(made._id),
        after: { number: made.number, price: amount, pay_type: made.pay_type },
        request,
      },
      session,
    );
    return made;
  });
  const payment = await describePayment(wallet, { order: String(order._id), owner });
  if (payment === undefined) throw errors.notFound.create();
  return payment;
}

function newRecharge(
  { context }: Wallet,
  { owner, amount, key }: { owner: string; amount: string; key: string },
): StoredOrder {
  const _id = newId(context);
  const now = context.clock.date();
  return newRow(
    context,
    orderResource,
    {
      number: numberOf(now, context.platform.timeZone, _id),
      kind: 'top_up',
      list_price: amount,
      price: amount,
      key,
      pay_type: PayType.trc20,
      expires_time: now,
    },
    { _id, owner },
  );
}
