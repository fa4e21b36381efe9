import type { Clock, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { dayOfHour } from '../derive/days.ts';
import { type HourDocument, visitCollections } from './collections.ts';

/** How often a process tells what it has counted, milliseconds. One that is killed leaves no more than this untold. */
const TELL_MS = 5000;

/** What this process has done with the visits of one hour of TIME_ZONE. */
export interface HourSum {
  /** yyyymmddhh */
  readonly hour: number;
  /** Answers that were given out. */
  answered: number;
  /** Records that were written. */
  journalled: number;
}

/** Ids of what one process tells of its journal. */
export const toldPrefix = (journal: string): string => `told:${journal}:`;

/**
 * Tells the store from time to time how many visits this process has answered and journalled in each hour; nobody waits
 * for it. Documents of their own: those of the aggregator change within its transactions.
 */
export function tellHours(options: {
  database: mongo.Db;
  isStoreUp(): boolean;
  journal: string;
  /** Sums as they are now. */
  sums(): readonly HourSum[];
  clock: Clock;
  log: Logger;
}) {
  const { hours } = visitCollections(options.database);
  const told = new Map<number, number>();
  let isTelling = false;

  const tell = async (isEnded: boolean): Promise<void> => {
    const changed = options
      .sums()
      .map((sum) => ({ ...sum }))
      .filter(({ hour, answered, journalled }) => told.get(hour) !== answered + journalled);
    if (changed.length > 0)
      await hours.bulkWrite(
        changed.map(({ hour, answered, journalled }) => ({
          updateOne: {
            filter: { _id: `${toldPrefix(options.journal)}${hour}` },
            update: {
              $set: {
                day: dayOfHour(hour).day,
                hour,
                journal: options.journal,
                answered,
                journalled,
                told: options.clock.date(),
              },
            },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    for (const { hour, answered, journalled } of changed) told.set(hour, answered + journalled);
    if (isEnded && told.size > 0)
      await hours.updateMany(ofPrefix(toldPrefix(options.journal)), { $set: { isEnded: true } });
  };
  const quietly = async (isEnded: boolean): Promise<void> => {
    if (isTelling || !options.isStoreUp()) return;
    isTelling = true;
    // What could not be told now is told the next time: sums only grow.
    await tell(isEnded).catch((error: unknown) =>
      options.log.debug({ error }, 'the hours of visits could not be told'),
    );
    isTelling = false;
  };
  const timer = setInterval(() => void quietly(false), TELL_MS);
  timer.unref();
  return {
    /** Tells the last of it: nothing is answered any more. */
    close: async (): Promise<void> => {
      clearInterval(timer);
      while (isTelling) await Bun.sleep(10);
      await quietly(true);
    },
  };
}

const ofPrefix = (prefix: string): mongo.Filter<HourDocument> => ({
  _id: { $gte: prefix, $lt: `${prefix.slice(0, -1)};` },
});
