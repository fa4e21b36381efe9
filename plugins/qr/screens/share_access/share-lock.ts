import { createHash } from 'node:crypto';
import { networkOf, type PluginContext } from '@waypost/sdk';
import { qrErrors } from '../../codes/errors.ts';

/** Wrong passwords of one share name from one address until it has to wait. */
export const SHARE_FAILURE_LIMIT = 5;
/** How long failures count and a lock holds. */
export const SHARE_LOCK_MINUTES = 15;
const DUPLICATE_KEY = 11_000;

interface FailureDocument {
  _id: string;
  count: number;
  expires_at: Date;
}

/**
 * Counts wrong share passwords for each share name and address; names that do not exist are counted like others.
 * An attempt is counted before the password is looked at, so that many at once get no extra guesses.
 */
export function createShareLock(context: PluginContext) {
  const failures = context.collection<FailureDocument>({
    name: 'share_failure',
    fields: { _id: String, count: Number, expires_at: Date },
    indexes: [{ keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
  });

  async function raise(id: string): Promise<FailureDocument> {
    for (;;) {
      const now = context.clock.date();
      const counted = await failures
        .findOneAndUpdate(
          { _id: id, expires_at: { $gt: now } },
          { $inc: { count: 1 } },
          { returnDocument: 'after' },
        )
        .lean();
      if (counted) return counted as FailureDocument;
      const expires_at = new Date(now.getTime() + SHARE_LOCK_MINUTES * 60_000);
      try {
        const started = await failures
          .findOneAndUpdate(
            { _id: id, expires_at: { $lte: now } },
            { $set: { count: 1, expires_at } },
            { upsert: true, returnDocument: 'after' },
          )
          .lean();
        if (started) return started as FailureDocument;
      } catch (error) {
        // Another attempt began the count in between: count onto that one.
        if ((error as { code?: number }).code !== DUPLICATE_KEY) throw error;
      }
    }
  }

  return {
    /** Errors: `qr.share_locked` 429 with the seconds left. The answer forgets the failures of who had it right. */
    async enter(
      file_name: string,
      address: string,
    ): Promise<{ look: <T>(work: () => Promise<T>) => Promise<T>; passed: () => Promise<void> }> {
      const id = createHash('sha256')
        .update(JSON.stringify([file_name, networkOf(address)]))
        .digest('hex');
      const { count, expires_at } = await raise(id);
      if (count > SHARE_FAILURE_LIMIT) {
        const seconds = Math.max(1, Math.ceil((expires_at.getTime() - context.clock.now()) / 1000));
        throw qrErrors.shareLocked.create({ seconds }, { content: { seconds } });
      }
      return {
        // An attempt that got no turn to look at the password was none.
        look: async (work) => {
          try {
            return await work();
          } catch (error) {
            await failures.updateOne({ _id: id }, { $inc: { count: -1 } });
            throw error;
          }
        },
        passed: async () => {
          await failures.deleteOne({ _id: id });
        },
      };
    },
  };
}
