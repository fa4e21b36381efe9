import type { PluginContext, Session } from '@waypost/sdk';
import { isReceivingPlace } from '../chain/deposits/own-places.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import type { Places } from './check-payout.ts';
import { withdrawalResource } from './resource.ts';
import type { StoredWithdrawal } from './stored.ts';

/** Stands for a place that is not known yet: until it is, the whole transaction is taken. */
const UNSEEN = -1;

/**
 * Finds the transfers of a transaction that are spoken for: those that have paid another withdrawal, and those that came as
 * somebody's deposit.
 * @returns both by the place among the logs. `taken`: why no withdrawal may be paid by a transaction of which no places are
 * known yet; empty: one may
 */
export async function takenPlaces(
  context: PluginContext,
  { row, transaction }: { row: StoredWithdrawal; transaction: string },
  session: Session,
): Promise<Places & { taken: '' | 'used' | 'deposit' }> {
  const { network, address } = row;
  const of = { network, transaction };
  const others = await context
    .model(withdrawalResource)
    .find({ ...of, has_transaction: true, _id: { $ne: row._id } })
    .select({ log_index: 1 })
    .session(session)
    .lean();
  const deposited = await context
    .model(transferResource)
    .find(of)
    .select({ log_index: 1 })
    .session(session)
    .lean();
  // Whatever goes to an address of ours is a deposit, seen as one or not.
  const isOurs = await isReceivingPlace(context, { address, networks: [network] }, session);
  const used = new Set(others.map(({ log_index }) => log_index));
  const booked = new Set(deposited.map(({ log_index }) => log_index));
  return {
    isUsed: (index) => used.has(UNSEEN) || used.has(index),
    isDeposit: (index) => isOurs || booked.has(index),
    taken: isOurs || booked.size > 0 ? 'deposit' : used.size > 0 ? 'used' : '',
  };
}
