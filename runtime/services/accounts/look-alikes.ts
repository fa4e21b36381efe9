import { isDuplicateKey } from '../../storage/index.ts';
import type { Collections } from '../collections.ts';
import { skeletonOf } from './skeleton.ts';

/** Accounts written at a time. */
const BATCH = 1_000;

/**
 * Gives accounts from before, or of a process that is older, the look of their names; the oldest of several that look
 * alike has it. The others stay as they are: nobody is shut out, and no further one can join them.
 */
export async function fillSkeletons({ accounts }: Collections): Promise<void> {
  const without = await accounts
    .find({ skeleton: { $exists: false } })
    .sort({ create_time: 1, _id: 1 })
    .project<{ _id: string; account: string }>({ _id: 1, account: 1 })
    .toArray();
  for (let start = 0; start < without.length; start += BATCH) {
    const writes = without.slice(start, start + BATCH).map(({ _id, account }) => ({
      updateOne: {
        filter: { _id, skeleton: { $exists: false } },
        update: { $set: { skeleton: skeletonOf(account) } },
      },
    }));
    try {
      await accounts.bulkWrite(writes, { ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** Accounts whose name looks like that of another. */
export async function lookAlikes({ accounts }: Collections): Promise<{ account: string; like: string }[]> {
  const found: { account: string; like: string }[] = [];
  for (const { account } of await accounts.find({ skeleton: { $exists: false } }).toArray()) {
    const other = await accounts.findOne({ skeleton: skeletonOf(account) });
    if (other) found.push({ account, like: other.account });
  }
  return found;
}
