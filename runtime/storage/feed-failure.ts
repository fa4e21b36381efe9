import mongoose from 'mongoose';

/** MongoDB: InvalidResumeToken, ChangeStreamFatalError, ChangeStreamHistoryLost. */
const LOST_CODES: ReadonlySet<unknown> = new Set([260, 280, 286]);

/**
 * MongoDB: no network, no primary, or it is about to be another one (what its specification of change streams calls resumable, and the
 * errors of a state that changes in that of server discovery).
 */
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  ...[6, 7, 63, 89, 91, 133, 150, 189, 234, 262],
  ...[9_001, 10_058, 10_107, 11_600, 11_602, 13_388, 13_435, 13_436],
]);

/** The server itself has said no to a feed, and will say so again. */
export const isFeedRefused = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError &&
  !PASSING_CODES.has(error.code) &&
  !error.hasErrorLabel('ResumableChangeStreamError');

/** What changed since the place that a feed should go on from is not kept any more. */
export const isFeedLost = (error: unknown): boolean => LOST_CODES.has((error as { code?: unknown }).code);
