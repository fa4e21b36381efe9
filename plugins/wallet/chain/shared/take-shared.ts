import type { PluginContext, Session } from '@waypost/sdk';
import { type Deposit, deposits, type NewDeposit, newDeposit } from '../deposits/deposit.ts';
import { KEPT_MS, takeAmount } from './shared-amounts.ts';
import { countAtTill } from './tills.ts';

/**
 * Has an order paid to the address that all pay to, by an amount of its own; within the transaction that makes the order.
 * Errors: `wallet.amounts_taken` 409
 */
export async function takeShared(
  context: PluginContext,
  { address, ...order }: Omit<NewDeposit, 'xpub'> & { address: string },
  session: Session,
): Promise<Deposit> {
  const { network, contract, expire_time } = order;
  const index = await countAtTill(context, { network, address, contract, expire_time }, session);
  const amount = await takeAmount(
    context,
    {
      network,
      address,
      price: BigInt(order.amount),
      order: order.order,
      until: new Date(expire_time.getTime() + KEPT_MS),
    },
    session,
  );
  const deposit: Deposit = {
    ...newDeposit(context, { ...order, address, account: `shared/${address}`, index }),
    _id: `${network}/${address}/${index}`,
    amount,
    tolerance: '0',
    is_shared: true,
    next_look_time: null,
  };
  await deposits(context).create([deposit], { session });
  return deposit;
}
