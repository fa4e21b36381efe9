import mongoose, { type ClientSession } from 'mongoose';
import type { VisitCollections } from './collections.ts';

const { ObjectId } = mongoose.mongo;

/** Counted visits by target, as far as they are in the sums; links that were never visited are left out. */
export async function readTargetCounts(
  { codes }: Pick<VisitCollections, 'codes'>,
  ids: readonly string[],
  session?: ClientSession,
): Promise<Map<string, Readonly<Record<string, number>>>> {
  const found = await codes
    .find(
      { _id: { $in: ids.map((id) => new ObjectId(id)) } },
      { projection: { targets: 1 }, ...(session === undefined ? {} : { session }) },
    )
    .toArray();
  return new Map(found.map(({ _id, targets = {} }) => [_id.toHexString(), targets]));
}
