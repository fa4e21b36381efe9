import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Collection } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import type { AuditDocument, ChainCheckpoint } from '../collections.ts';

/** Where a log begins that was cut off at its old end. */
export interface Checkpoints {
  /** Undefined: nothing was cut off. `isOurs`: it was signed with this installation's key. */
  read(): Promise<{ checkpoint: ChainCheckpoint; isOurs: boolean } | undefined>;
  /** Notes that everything up to the entry may go. A later one that is noted already stays. */
  write(last: Pick<AuditDocument, 'seq' | 'hash' | 'time'>, time: Date): Promise<void>;
}

/** @param log name of the log's collection; `key`: derived from SECRET_KEY, so that the store alone cannot make one up */
export function createCheckpoints({
  collection,
  log,
  key,
}: {
  collection: Collection<ChainCheckpoint>;
  log: string;
  key: Uint8Array;
}): Checkpoints {
  const sign = ({ seq, hash, until, time }: Omit<ChainCheckpoint, '_id' | 'signature'>): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([log, seq, hash, until.getTime(), time.getTime()]))
      .digest('hex');
  return {
    async read() {
      const checkpoint = await collection.findOne({ _id: log });
      return checkpoint === null ? undefined : { checkpoint, isOurs: isSigned(checkpoint, sign) };
    },
    async write({ seq, hash, time: until }, time) {
      const content = { seq, hash, until, time };
      const signed = { ...content, signature: sign(content) };
      const { matchedCount } = await collection.updateOne({ _id: log, seq: { $lt: seq } }, { $set: signed });
      if (matchedCount > 0) return;
      try {
        await collection.insertOne({ _id: log, ...signed });
      } catch (error) {
        // Another process has noted a later one.
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}

function isSigned(
  { signature, seq, hash, until, time }: ChainCheckpoint,
  sign: (content: Omit<ChainCheckpoint, '_id' | 'signature'>) => string,
): boolean {
  const isWhole =
    Number.isInteger(seq) &&
    typeof hash === 'string' &&
    typeof signature === 'string' &&
    until instanceof Date &&
    time instanceof Date;
  if (!isWhole) return false;
  const expected = sign({ seq, hash, until, time });
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  );
}
