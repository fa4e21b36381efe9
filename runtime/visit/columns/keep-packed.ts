import mongoose, { type mongo } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import type { VisitCollections } from '../store/collections.ts';
import type { PackedColumnDocument, PackedDayDocument } from '../store/packed-rows.ts';
import type { RowGathering } from './row-portions.ts';

const { Binary, ObjectId } = mongoose.mongo;
type Stores = Pick<VisitCollections, 'packedDays' | 'packedColumns'>;
/** A making that takes longer has been given up by a process that was killed. */
const GIVEN_UP_MS = 60 * 60 * 1000;

export const columnId = (build: mongo.ObjectId, portion: number, column: string): string =>
  `${build.toHexString()}:${portion}:${column}`;

/** All columns of a build. */
const ofBuild = (build: mongo.ObjectId): mongo.Filter<PackedColumnDocument> => ({
  _id: { $gte: `${build.toHexString()}:`, $lt: `${build.toHexString()};` },
});

/** Keeps the rows of a day in the place of those that were kept of it. Whoever reads meanwhile has the old ones or the new ones. Throws where those are newer. */
export async function keepPacked(
  { packedDays, packedColumns }: Stores,
  made: Pick<PackedDayDocument, 'kind' | 'day' | 'until' | 'stamp' | 'columns' | 'made'>,
  rows: RowGathering,
): Promise<void> {
  const build = new ObjectId();
  const portions: PackedDayDocument['portions'] = [];
  for (const { first, last, rows: count, columns } of rows.portions()) {
    await packedColumns.insertMany(
      [...columns].map(([name, bytes]) => ({
        _id: columnId(build, portions.length, name),
        v: new Binary(bytes),
      })),
    );
    portions.push({ first, last, rows: count });
  }
  try {
    // Not over one that is newer; it may also be one of a clock that was ahead.
    const before = await packedDays.findOneAndReplace(
      { _id: `${made.kind}:${made.day}`, made: { $lte: made.made } },
      { ...made, build, portions },
      { upsert: true },
    );
    if (before !== null) await packedColumns.deleteMany(ofBuild(before.build));
  } catch (error) {
    await packedColumns.deleteMany(ofBuild(build));
    if (!isDuplicateKey(error)) throw error;
    throw new Error(`${made.kind} of ${made.day} were packed later than now`, { cause: error });
  }
}

/** Deletes what is packed of a day. */
export async function dropPacked(
  { packedDays, packedColumns }: Stores,
  { _id, build }: Pick<PackedDayDocument, '_id' | 'build'>,
): Promise<void> {
  await packedDays.deleteOne({ _id, build });
  await packedColumns.deleteMany(ofBuild(build));
}

/** Deletes columns that belong to no day: whoever made them was killed. */
export async function dropUnfinished({ packedDays, packedColumns }: Stores, now: number): Promise<void> {
  const ids = await packedColumns.find({}, { projection: { _id: 1 } }).toArray();
  const known = new Set(
    (await packedDays.find({}, { projection: { build: 1 } }).toArray()).map(({ build }) =>
      build.toHexString(),
    ),
  );
  const lost = new Set(
    ids.map(({ _id }) => _id.split(':')[0] as string).filter((build) => !known.has(build)),
  );
  for (const id of lost) {
    const build = new ObjectId(id);
    if (now - build.getTimestamp().getTime() > GIVEN_UP_MS) await packedColumns.deleteMany(ofBuild(build));
  }
}
