import mongoose, { type mongo } from 'mongoose';
import { formatAddress, parseAddress } from '../../sdk/address.ts';
import type { VisitCollections, VisitorDocument } from '../store/collections.ts';

const { Binary, ObjectId } = mongoose.mongo;
/** Links that are asked about at once. */
const MOST_LINKS = 1_000;

/**
 * Deletes what is kept of an address's visits of these links, in the bin, too, and takes the address and what it came with
 * out of their lists of visitors. Where different addresses are counted it stays as what it is counted by: no figure changes.
 * @returns how many visits were deleted
 * @throws RangeError for more than 1,000 links, TypeError for a text that is no address
 */
export async function eraseVisits(
  { rawVisits, visitors }: VisitCollections,
  links: readonly string[],
  ip: string,
): Promise<number> {
  const address = parseAddress(ip);
  if (address === undefined) throw new TypeError(`"${ip}" is no address`);
  if (links.length > MOST_LINKS) throw new RangeError(`at most ${MOST_LINKS} links at once`);
  const $in = links.map((link) => new ObjectId(link));
  const { deletedCount } = await rawVisits.deleteMany({ link: { $in }, ip: formatAddress(address) });
  const ids = links.map((link) => new Binary(Buffer.concat([Buffer.from(link, 'hex'), address])));
  await visitors.updateMany({ _id: { $in: ids } } as mongo.Filter<VisitorDocument>, {
    $set: { erased: new ObjectId(), agent: '' },
  });
  return deletedCount;
}
