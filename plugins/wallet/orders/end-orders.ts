import type { PluginContext } from '@waypost/sdk';
import { type Deposit, deposits } from '../chain/deposits/deposit.ts';
import { stepDeposit } from '../chain/deposits/state.ts';
import type { Network } from '../chain/networks/values.ts';
import { CLOCKS_APART_MS } from '../chain/values.ts';
import type { OrderSteps } from '../chain/watching/watch.ts';
import { stepOrders } from './state.ts';

/** Ended by the chain's clock in one run. */
const PORTION = 50;

/** The chain that is watched. */
export interface WatchedChain {
  network: Network;
  steps: OrderSteps;
  /** Milliseconds of its clock; undefined: nobody can be asked now. */
  time(): Promise<number | undefined>;
}

/**
 * Ends orders that nobody has paid in time, each by one clock: by the chain's where its address is watched, since a payment in time
 * can come until the chain is past the end; by ours where nobody looks at it, since another network is set. What arrives later all
 * the same is for whoever receives transfers.
 */
export async function endOrders(context: PluginContext, chain: WatchedChain): Promise<void> {
  const now = context.clock.date();
  const watched = await deposits(context)
    .find({ network: chain.network, settlement: 'waiting', expire_time: { $lte: now } })
    .sort({ expire_time: 1, _id: 1 })
    .lean();
  const isUnwatched = { _id: { $nin: watched.map(({ order }) => order) } };
  await stepOrders(context, { event: 'end', where: { expires_time: { $lte: now }, ...isUnwatched } });
  const quiet = watched.filter(({ pending }) => pending === '0').slice(0, PORTION);
  if (quiet.length > 0) await endByChain(context, chain, quiet);
}

async function endByChain(
  context: PluginContext,
  { steps, time }: WatchedChain,
  quiet: readonly Deposit[],
): Promise<void> {
  const now = await time();
  if (now === undefined) return;
  for (const { _id, order, expire_time } of quiet) {
    if (now < expire_time.getTime() + CLOCKS_APART_MS) continue;
    await context.transaction(async (session) => {
      const deposit = await deposits(context).findById(_id).session(session).lean();
      if (deposit === null || deposit.settlement !== 'waiting' || deposit.pending !== '0') return;
      await steps.apply(await stepDeposit(context, { deposit, event: 'end' }, session), session);
    });
    await steps.tell(order);
  }
}
