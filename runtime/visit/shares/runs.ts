import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { acquireLock } from '../../process/process-lock.ts';
import { visitCollections } from '../store/collections.ts';
import { type RunDocument, sharedLimitCollections } from '../store/shared-limits.ts';

/** A process that has not been heard of for so long answers no visits, milliseconds. */
const SILENT_MS = 15_000;
/** After so long nobody waits any more for what its journal may hold: its disk is lost, or has been away for a day. */
const LOST_MS = 24 * 60 * 60 * 1000;
const MAJORITY = { writeConcern: { w: 'majority' } } as const;

/** Another process, as far as this one can tell. */
export interface OtherRun {
  run: RunDocument;
  /** It may answer visits. */
  isLiving: boolean;
  /** It has ended, and its journal is under this process's own DATA_DIR: what it counted is read from there. */
  isOwnDead: boolean;
  /** Nothing of it is left to come. */
  isGone: boolean;
  isSilent: boolean;
}

/** The processes that answer visits, as they tell each other in `visit_runs`. */
export interface Runs {
  /** Name of this process's journal. */
  readonly own: string;
  register(change: Pick<RunDocument, 'mode' | 'since' | 'isClearing'>): Promise<void>;
  others(): Promise<OtherRun[]>;
  /** Visits of a journal that are in the sums. */
  countedOf(run: string): Promise<number>;
  /** This process answers no visits any more. */
  end(): Promise<void>;
}

export function createRuns(options: {
  database: mongo.Db;
  /** Name of this process's journal. */
  run: string;
  /** Name of DATA_DIR. */
  folder: string;
  /** DATA_DIR/journal */
  directory: string;
}): Runs {
  const { folder, run } = options;
  const { runs } = sharedLimitCollections(options.database);
  const { checkpoints } = visitCollections(options.database);
  /** What the store's clock said when this process told last, and when that was here: clocks of servers differ. */
  let told = { store: 0, here: 0 };
  const tell = async (change: Partial<RunDocument>): Promise<void> => {
    const here = performance.now();
    const row = await runs.findOneAndUpdate(
      { _id: run },
      { $set: { ...change, folder, host: hostname() }, $currentDate: { seen: true } },
      // Whoever has ended and was counted meanwhile is not there any more: nobody would end that row again.
      { upsert: change.isOver !== true, returnDocument: 'after', ...MAJORITY },
    );
    told = { store: row?.seen.getTime() ?? 0, here };
  };
  return {
    own: run,
    register: tell,
    async others() {
      const found = await runs.find({ _id: { $ne: run } }).toArray();
      const now = told.store + performance.now() - told.here;
      return found.map((other) => {
        const silent = now - other.seen.getTime();
        const hasEnded = other.isOver === true || other.isCounted === true;
        const isOwnDead =
          other.folder === folder && (hasEnded || hasNoWriter(join(options.directory, other._id)));
        return {
          run: other,
          isLiving: !hasEnded && !isOwnDead && silent < SILENT_MS,
          isOwnDead,
          isSilent: silent >= SILENT_MS,
          isGone: other.isCounted === true || silent > LOST_MS,
        };
      });
    },
    async countedOf(journal) {
      return (await checkpoints.findOne({ _id: journal }))?.visits ?? 0;
    },
    end: () => tell({ isOver: true }),
  };
}

/** A journal whose writer's lock can be had has no writer any more; the same holds for one that was counted and deleted. */
function hasNoWriter(journal: string): boolean {
  const path = join(journal, 'writer.lock');
  if (!existsSync(path)) return true;
  const lock = acquireLock(path);
  lock?.release();
  return lock !== undefined;
}
