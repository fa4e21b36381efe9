import type { PluginContext } from '@waypost/sdk';
import { readPayConfig } from '../chain/config/pay-config.ts';
import { deposits } from '../chain/deposits/deposit.ts';
import { stepOrders } from './state.ts';

/**
 * Ends orders that nobody has paid in time. The end of one that is paid over the chain is said by the chain's clock, by whoever
 * looks at its address; where nobody does, since another network is set, ours says it. What arrives later all the same is for
 * whoever receives transfers.
 */
export async function endOrders(context: PluginContext): Promise<void> {
  const now = context.clock.date();
  const { network } = await readPayConfig(context);
  const watched = await deposits(context)
    .find({ network, settlement: 'waiting', expire_time: { $lte: now } }, { order: 1 })
    .lean();
  const where = { expires_time: { $lte: now }, _id: { $nin: watched.map(({ order }) => order) } };
  await stepOrders(context, { event: 'end', where });
}
