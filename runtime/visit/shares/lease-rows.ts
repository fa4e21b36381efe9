import mongoose, { type mongo } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import { visitCollections } from '../store/collections.ts';
import { type LeaseDocument, sharedLimitCollections } from '../store/shared-limits.ts';
import { viewsOf } from '../sums/views-of.ts';
import { portionOf } from './portion.ts';
import { readCounter } from './shares.ts';

const { ObjectId } = mongoose.mongo;
/** How often a row may have been changed by others before this gives up; each of them has then been served. */
const ATTEMPTS = 40;
const MAJORITY = { writeConcern: { w: 'majority' } } as const;

/** What a process knows of its share in one row. */
export interface Standing {
  granted: number;
  /** Of its last change; 0 before the first. */
  sequence: number;
  /** By all, as this process saw it last; undefined before it did. */
  taken: number | undefined;
}

export interface Claim {
  counter: string;
  limit: number;
  /** Counted by this process alone before others came, where that is known here; else what the sums say counts. */
  before: number;
  debt: number;
  processes: number;
  known: Standing;
  /** Looks whether the sums have more than was given out. */
  isCheck: boolean;
}

/** The rows of `visit_leases` as one process changes them. Each change is one conditional update of one document. */
export interface LeaseRows {
  /** Takes a portion of what is left; `isFull` where nothing was. Throws the store's error: then nothing is known of what came of it. */
  claim(claim: Claim): Promise<Standing & { isFull: boolean }>;
  /** Changes nothing but the number of changes: what is on its way still then comes to nothing. */
  settle(claim: Pick<Claim, 'counter' | 'known'>): Promise<Standing>;
  /** Gives so many back. Answers undefined where the row was changed in another way than this process knows. */
  giveBack(counter: string, back: number, known: Standing): Promise<Standing | undefined>;
  /** What the sums say was counted. */
  counted(counter: string): Promise<number>;
}

export function createLeaseRows(database: mongo.Db, run: string): LeaseRows {
  const { leases } = sharedLimitCollections(database);
  const own = `runs.${run}`;

  /** `sequence` names the change before: an earlier one that comes late finds another and does nothing. */
  const change = async (
    counter: string,
    by: number,
    { sequence, most }: { sequence: number; most?: number },
  ): Promise<Standing | undefined> => {
    const row = await leases.findOneAndUpdate(
      {
        _id: counter,
        [`${own}.s`]: sequence === 0 ? { $in: [null, 0] } : sequence,
        ...(most === undefined ? {} : { taken: { $lte: most } }),
      } as mongo.Filter<LeaseDocument>,
      { $inc: { taken: by, [`${own}.g`]: by, [`${own}.s`]: 1 } } as mongo.UpdateFilter<LeaseDocument>,
      { returnDocument: 'after', ...MAJORITY },
    );
    return row === null ? undefined : standingOf(row, run);
  };
  const read = async (counter: string): Promise<Standing | undefined> => {
    const row = await leases.findOne({ _id: counter });
    return row === null ? undefined : standingOf(row, run);
  };
  const make = async (counter: string, before: number): Promise<void> => {
    const { free, uses } = await readCounted(database, counter);
    // Without a row nobody was given anything: what was used all the same is added by whoever used it, or after its end.
    const base = Math.max(free, before);
    const runs = Object.fromEntries(uses.map(({ journal }) => [journal, { g: 0, s: 0 }]));
    await leases.insertOne({ _id: counter, base, taken: base, runs }, MAJORITY).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  };

  /** A target may have been visited without being given out: as the last one, or by chance. */
  const check = async (counter: string): Promise<void> => {
    const { free } = await readCounted(database, counter);
    const row = await leases.findOne({ _id: counter });
    if (row === null || row.base >= free) return;
    await leases.updateOne(
      { _id: counter, base: row.base },
      { $inc: { taken: free - row.base }, $set: { base: free } },
      MAJORITY,
    );
  };

  return {
    async claim({ before, counter, debt, isCheck, known, limit, processes }) {
      if (isCheck) await check(counter);
      let at: Standing = isCheck ? { ...known, taken: undefined } : known;
      let isFresh = false;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (at.taken !== undefined) {
          const portion = portionOf({ left: limit - at.taken, debt, processes });
          if (portion === 0 && isFresh) return { ...known, taken: at.taken, isFull: true };
          const given =
            portion === 0
              ? undefined
              : await change(counter, portion, { sequence: at.sequence, most: limit - portion });
          if (given !== undefined) return { ...given, isFull: false };
        }
        const found = await read(counter);
        if (found === undefined) await make(counter, before);
        at = found ?? { granted: 0, sequence: 0, taken: undefined };
        isFresh = found !== undefined;
      }
      throw new Error(`${counter} is claimed by too many at once`);
    },
    async settle({ counter, known }) {
      let at: Standing | undefined = known;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const settled = await change(counter, 0, at);
        if (settled !== undefined) return settled;
        at = await read(counter);
        if (at === undefined) return { granted: 0, sequence: 0, taken: undefined };
      }
      throw new Error(`${counter} is changed by too many at once`);
    },
    giveBack: (counter, back, known) => change(counter, -back, known),
    counted: async (counter) => (await readCounted(database, counter)).counted,
  };
}

function standingOf({ runs, taken }: LeaseDocument, run: string): Standing {
  const { g: granted, s: sequence } = runs[run] ?? { g: 0, s: 0 };
  return { granted, sequence, taken };
}

/** What the sums say, what of it was used of leases, and what is `free` of them, as of one moment. */
async function readCounted(
  database: mongo.Db,
  counter: string,
): Promise<{ counted: number; free: number; uses: { journal: string; used: number }[] }> {
  const collections = visitCollections(database);
  const { leaseUses } = sharedLimitCollections(database);
  const { key, link } = readCounter(counter);
  const session = database.client.startSession();
  try {
    return await session.withTransaction(
      async () => {
        const code = await collections.codes.findOne(
          { _id: new ObjectId(link) },
          { session, projection: { targets: 1 } },
        );
        const uses = await leaseUses.find({ counter }, { session }).toArray();
        const counted =
          key === undefined
            ? (await viewsOf(collections, [link], session)).get(link)
            : code?.targets?.[String(key)];
        const used = uses.reduce((sum, use) => sum + use.used, 0);
        return { counted: counted ?? 0, free: (counted ?? 0) - used, uses };
      },
      { readConcern: { level: 'snapshot' } },
    );
  } finally {
    await session.endSession();
  }
}

/**
 * Gives back what an ended process had and did not use, as its journal says that is in the sums to its end; what it used without being given
 * it is taken. May be done any number of times, and by several at once.
 */
export async function returnLeasesOf(database: mongo.Db, run: string): Promise<void> {
  const { leases, leaseUses, runs } = sharedLimitCollections(database);
  const own = `runs.${run}`;
  for await (const row of leases.find({ [own]: { $exists: true } } as mongo.Filter<LeaseDocument>)) {
    const { g = 0, s = 0 } = row.runs[run] ?? {};
    const used = (await leaseUses.findOne({ _id: `${row._id}:${run}` }))?.used ?? 0;
    await leases.updateOne(
      { _id: row._id, [`${own}.s`]: s } as mongo.Filter<LeaseDocument>,
      // Told by nobody's uses any more, it is what `free` has from now on.
      { $inc: { taken: used - g, base: used }, $unset: { [own]: '' } } as mongo.UpdateFilter<LeaseDocument>,
      MAJORITY,
    );
  }
  await leaseUses.deleteMany({ journal: run });
  await runs.deleteOne({ _id: run }, MAJORITY);
}

/** Forgets all that was given. Only while the one process that answers visits counts by itself. */
export async function forgetLeases(database: mongo.Db): Promise<void> {
  const { leases, leaseUses } = sharedLimitCollections(database);
  await leases.deleteMany({}, MAJORITY);
  await leaseUses.deleteMany({}, MAJORITY);
}
