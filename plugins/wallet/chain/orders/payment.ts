import { drawQr } from '@waypost/sdk';
import { orderResource } from '../../screens/order/resource.ts';
import type { Wallet } from '../../wallet.ts';
import { readPayConfig } from '../config/pay-config.ts';
import { deposits } from '../deposits/deposit.ts';
import type { Payment } from './values.ts';

/** What is known of the payment of an order; undefined: it is not paid over the chain, or is somebody else's. */
export async function describePayment(
  { context }: Wallet,
  { order: id, owner }: { order: string; owner?: string },
): Promise<Payment | undefined> {
  const [order, deposit, config] = await Promise.all([
    context.model(orderResource).findById(id).lean(),
    deposits(context).findOne({ order: id }).lean(),
    readPayConfig(context),
  ]);
  if (order === null || deposit === null || (owner !== undefined && String(order.owner) !== owner))
    return undefined;
  return {
    id,
    number: order.number,
    kind: order.kind,
    network: deposit.network,
    is_shared: deposit.is_shared === true,
    address: deposit.address,
    contract: deposit.contract,
    amount: deposit.amount,
    received: deposit.total,
    pending: deposit.pending,
    status: order.status,
    settlement: order.settlement,
    expires_time: deposit.expire_time.toISOString(),
    confirmations: config.confirmations,
    // The address alone: every wallet reads it, while what some read as an amount is part of the address to others.
    picture: config.qr_code_switch === 1 ? await drawQr(deposit.address) : null,
  };
}
