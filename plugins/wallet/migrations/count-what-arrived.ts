import type { PluginContext, Stored } from '@waypost/sdk';
import { deposits } from '../chain/deposits/deposit.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';

/** Addresses that are written at a time. */
const PORTION = 500;

/** What the first releases have written has nothing of what was received. */
type Received = Pick<Stored<typeof transferResource>, 'network' | 'receiver'> & { received?: string };

/** Of a row that does not say yet what has come to it. */
const UNCOUNTED = { arrived: { $exists: false }, is_shared: { $ne: true } };

/**
 * Writes down for every address of one order what has come to it, whoever's it is said to be: what was credited, and what a person counted
 * for an order, is another sum. What has it is left as it is, so that it may run any number of times.
 */
export async function countWhatArrived(context: PluginContext): Promise<void> {
  if ((await deposits(context).exists(UNCOUNTED)) === null) return;
  const came = await receivedByPlace(context);
  for (;;) {
    const rows = await deposits(context).find(UNCOUNTED, { _id: 1 }).limit(PORTION).lean();
    if (rows.length === 0) return;
    await deposits(context).bulkWrite(
      rows.map(({ _id }) => ({
        updateOne: { filter: { _id }, update: { $set: { arrived: String(came.get(_id) ?? 0n) } } },
      })),
    );
  }
}

/** All transfers are read once: there is no index by receiver. */
async function receivedByPlace(context: PluginContext): Promise<Map<string, bigint>> {
  const found = context
    .model(transferResource)
    .find({}, { network: 1, receiver: 1, received: 1 })
    .lean()
    .cursor();
  const came = new Map<string, bigint>();
  for await (const { network, receiver, received = '0' } of found as AsyncIterable<Received>) {
    const place = `${network}/${receiver}`;
    came.set(place, (came.get(place) ?? 0n) + BigInt(received));
  }
  return came;
}
