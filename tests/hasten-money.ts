import { hastenJobs } from './hasten-jobs.ts';
import type { Product } from './product.ts';
import { withStore } from './security/world.ts';

const JOBS_OF_MONEY = ['wallet.send_transactions', 'wallet.watch_chain', 'wallet.verify_payouts'];
const LOOKED_AT = ['wallet_deposit_address', 'wallet_sending', 'wallet_withdrawal'];

/** Makes the jobs that look at the chain due now, and all that they look at. */
export const hastenMoney = (product: Product): Promise<void> =>
  withStore(product, async (database) => {
    for (const name of LOOKED_AT)
      await database
        .collection(name)
        .updateMany({ next_look_time: { $gt: new Date() } }, { $set: { next_look_time: new Date(0) } });
    await hastenJobs(database, JOBS_OF_MONEY);
  });
