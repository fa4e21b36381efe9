import type { mongo } from 'mongoose';
import { createFolding } from '../sums/fold-days.ts';

/** After every day that a test has. */
const LATER = 99_991_231;

/** Puts all that links came to into their documents, as the aggregator does when a day is over; a few links at a time. */
export async function foldAll(database: mongo.Db, portion = 3): Promise<void> {
  const session = database.client.startSession();
  const fold = createFolding({ database, session, inTurn: (work) => work(), portion });
  while (await fold(LATER));
  await session.endSession();
}
