import type { mongo } from 'mongoose';
import type { GatheredIndexes } from '../../storage/index.ts';

/** What is given out of one limit, while several processes answer visits. `_id` names the counter (shares/shares.ts). */
export interface LeaseDocument {
  _id: string;
  /** What is counted and was given to nobody: from before, or while another rule chose the target. */
  base: number;
  /** The same, and all that was given and did not come back. */
  taken: number;
  /** By process: `g` is what it was given less what came back, `s` rises with each change that it makes. */
  runs: Record<string, { g: number; s: number }>;
}

/** What the journal of one process has counted out of what it was given: written in the transaction of its batches. */
export interface LeaseUseDocument {
  /** `<counter>:<journal>` */
  _id: string;
  counter: string;
  journal: string;
  used: number;
}

/** A process that answers visits, until nothing of it is left to be counted. */
export interface RunDocument {
  /** Its journal. */
  _id: string;
  /** Names its DATA_DIR. */
  folder: string;
  /** Name of its machine; missing in rows of before this was kept. */
  host?: string;
  /** `alone`: it counts in its memory, so that nobody else may give out anything. */
  mode: 'alone' | 'shared';
  /** Visits of its journal that it had counted alone: where they are in the sums, all others may go by these. */
  since: number;
  /** It is alone, and rows of a time when it was not are still there. */
  isClearing: boolean;
  seen: Date;
  /** It has ended, and given back what it had. */
  isOver?: true;
  /** Its journal is in the sums to its end. */
  isCounted?: true;
}

export const SHARED_LIMITS = {
  runs: 'visit_runs',
  leases: 'visit_leases',
  leaseUses: 'visit_lease_uses',
} as const;

export interface SharedLimitCollections {
  runs: mongo.Collection<RunDocument>;
  leases: mongo.Collection<LeaseDocument>;
  leaseUses: mongo.Collection<LeaseUseDocument>;
}

export function sharedLimitCollections(database: mongo.Db): SharedLimitCollections {
  return {
    runs: database.collection(SHARED_LIMITS.runs),
    leases: database.collection(SHARED_LIMITS.leases),
    leaseUses: database.collection(SHARED_LIMITS.leaseUses),
  };
}

/** Making an index makes its collection, too, which a transaction could not on every store. */
export function addSharedLimits(indexes: GatheredIndexes, database: mongo.Db): void {
  const { leaseUses } = sharedLimitCollections(database);
  indexes.add(leaseUses, { counter: 1 });
  indexes.add(leaseUses, { journal: 1 });
}
