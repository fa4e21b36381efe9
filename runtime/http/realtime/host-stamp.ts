import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long a stamp is taken for granted, milliseconds. */
const KEPT_MS = 5_000;

/**
 * A text that changes when the shell was built anew: its index.html names every other file by content. Made of content
 * only, so that processes on several machines with the same build say the same.
 * @param now milliseconds of a clock that only goes forward
 */
export function createHostStamp(shellDirectory: string, now: () => number): () => string {
  const file = join(shellDirectory, 'index.html');
  let readAt = Number.NEGATIVE_INFINITY;
  let stamp = '';
  return () => {
    if (now() - readAt < KEPT_MS) return stamp;
    readAt = now();
    try {
      stamp = Bun.hash(readFileSync(file)).toString(36);
    } catch (error) {
      // While it is being built there is none; pages go on with what they have.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return stamp;
  };
}
