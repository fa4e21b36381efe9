import type { Collection } from 'mongoose';
import type { ChainHead } from '../collections.ts';

/** Least time between two notes of where the log ends, milliseconds. */
const HEAD_PAUSE_MS = 100;

/** Notes where a log ends beside it, so that what is cut off at its end shows. */
export function createHeadNotes({
  heads,
  id,
  last,
}: {
  heads: Collection<ChainHead>;
  id: string;
  /** What this process has appended last. */
  last(): Pick<ChainHead, 'seq' | 'hash'> | undefined;
}) {
  const ending = Promise.withResolvers<void>();
  let noting: Promise<void> | undefined;
  async function noteWhileItGrows(): Promise<void> {
    let noted = 0;
    for (let end = last(); end !== undefined && end.seq !== noted; end = last()) {
      const { seq, hash } = end;
      noted = seq;
      try {
        await heads.updateOne({ _id: id, seq: { $lt: seq } }, { $set: { seq, hash } }, { upsert: true });
      } catch {
        // Another process has noted a later one (its id is taken), or the store is away: the next entry notes it again.
        break;
      }
      await Promise.race([Bun.sleep(HEAD_PAUSE_MS), ending.promise]);
    }
  }
  return {
    /** Behind the entry, once for all of a moment: a head that is behind after a kill costs nothing. */
    note(): Promise<void> {
      noting ??= noteWhileItGrows().finally(() => {
        noting = undefined;
      });
      return noting;
    },
    /** Waits until the last entry is noted, which no longer waits for further ones. */
    async stop(): Promise<void> {
      ending.resolve();
      await noting;
    },
  };
}
