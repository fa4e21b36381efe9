import { formatAddress, parseAddress } from '../../sdk/address.ts';
import type { VisitCollections } from '../store/collections.ts';
import { KEEPING, readKeeping } from './keeping.ts';
import { shortened } from './shortened.ts';

const AT_ONCE = 1_000;

/**
 * Shortens the addresses of visits that were kept before that was chosen; answers how many. A kill leaves the rest for the
 * next time, and so does what an aggregator had begun to write when it was chosen: it is over once there was nothing left.
 */
export async function shortenKept(collections: VisitCollections, signal?: AbortSignal): Promise<number> {
  const { keeping, rawVisits, refusedVisits } = collections;
  if (!(await readKeeping(collections)).isPending) return 0;
  const count = (await shortenIn(rawVisits, signal)) + (await shortenIn(refusedVisits, signal));
  if (count === 0 && !signal?.aborted)
    await keeping.updateOne({ _id: KEEPING, addresses: 'shortened' }, { $set: { isPending: false } });
  return count;
}

async function shortenIn(visits: VisitCollections['rawVisits'], signal?: AbortSignal): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    if (signal?.aborted) return count;
    const some = await visits
      .find({ _id: { $gt: after }, isShort: { $ne: true } }, { projection: { ip: 1 } })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    after = some.at(-1)?._id ?? '';
    if (some.length === 0) break;
    await visits.bulkWrite(
      some.map(({ _id, ip }) => {
        const address = parseAddress(ip);
        const short = address === undefined ? '' : formatAddress(shortened(address));
        return { updateOne: { filter: { _id }, update: { $set: { ip: short, isShort: true } } } };
      }),
      { ordered: false },
    );
    count += some.length;
  }
  return count;
}
