import type { JobRepository } from 'agenda';
import type { Collection, mongo } from 'mongoose';

type Look = JobRepository['getNextJobToRun'];

/** Locks that one look reads at most. */
const MOST_LOCKS = 200;
/** Older than any limit: such a job is taken at once. */
const BEFORE_ALL = new Date(0);

/** A job that somebody has taken, as it stands in the queue. */
export interface Locked {
  lockedAt: Date | null;
  lastModifiedBy: string | null;
}

export interface LostLocks {
  /** The look for the next job, watched: what it locks is this process's own before it has answered. */
  watched(look: Look): Look;
  /**
   * Gives back the locks that stand in the store under this process's name and that it knows nothing of.
   * @param held ids of the jobs that it has locked or runs
   */
  giveBack(held: () => Promise<ReadonlySet<string>>): Promise<void>;
}

/**
 * A store that goes away in the wrong moment leaves a lock behind: the answer to the look that took it was lost, or the end of the job could not
 * be written. Nobody runs such a job, and until its lock is as old as the longest job may take nobody would.
 * @param options.worker the name that this process, and no other that lives, runs jobs under
 * @param options.youngMs a lock that is younger may be about to be given back, as most are; milliseconds
 */
export function createLostLocks(
  collection: Collection<Locked>,
  { worker, youngMs }: { worker: string; youngMs: number },
): LostLocks {
  /** When each look that has not been answered yet was begun: what it locks bears no earlier time. */
  const looks = new Set<{ begun: number }>();
  return {
    watched: (look) => async (name, until, lockedBefore, now, options) => {
      const one = { begun: Date.now() };
      looks.add(one);
      try {
        return await look(name, until, lockedBefore, now, options);
      } finally {
        looks.delete(one);
      }
    },
    async giveBack(held) {
      const before = Math.min(Date.now() - youngMs, ...[...looks].map(({ begun }) => begun));
      const locked = await collection
        .find({ lastModifiedBy: worker, lockedAt: { $gt: BEFORE_ALL, $lt: new Date(before) } })
        .project<Pick<Locked, 'lockedAt'> & { _id: mongo.ObjectId }>({ lockedAt: 1 })
        .limit(MOST_LOCKS)
        .toArray();
      if (locked.length === 0) return;
      const known = await held();
      for (const { _id, lockedAt } of locked)
        if (!known.has(String(_id)))
          // One that came to its end meanwhile has no lock any more.
          await collection.updateOne(
            { _id, lockedAt, lastModifiedBy: worker },
            { $set: { lockedAt: BEFORE_ALL } },
          );
    },
  };
}
