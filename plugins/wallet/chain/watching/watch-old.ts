import { deposits } from '../deposits/deposit.ts';
import { NoProvider } from '../providers/fault.ts';
import { lookAtAddress } from './look-at-address.ts';
import type { Watch } from './watch.ts';

/** Old addresses that one run looks at, one after the other: mostly a request each, beside which there is room for what is awaited. */
const MOST = 60;
/** Each once in so many milliseconds at most. */
const EVERY_MS = 24 * 60 * 60_000;

/**
 * Looks at addresses whose orders ended long ago, those that wait longest first: money that comes there is somebody's, too. A
 * thousand and more a day, however many there are; more often than once a day none.
 */
export async function watchOld(watch: Watch, signal: AbortSignal): Promise<void> {
  const { context, config } = watch;
  const before = new Date(context.clock.now() - EVERY_MS);
  const old = await deposits(context)
    .find({
      network: config.network,
      next_look_time: null,
      is_shared: { $ne: true },
      $or: [{ slow_look_time: null }, { slow_look_time: { $lte: before } }],
    })
    .sort({ slow_look_time: 1 })
    .limit(MOST)
    .lean();
  for (const deposit of old) {
    if (signal.aborted) return;
    try {
      await lookAtAddress(watch, deposit);
    } catch (error) {
      // Nobody can be asked for any of them: they have their turn in the next run.
      if (error instanceof NoProvider) return;
      context.log.error({ error, address: deposit.address }, 'an old address could not be looked at');
    }
    await deposits(context).updateOne(
      { _id: deposit._id },
      { $set: { slow_look_time: context.clock.date() } },
    );
  }
}
