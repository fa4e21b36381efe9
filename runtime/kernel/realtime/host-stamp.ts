import { statSync } from 'node:fs';
import { join } from 'node:path';

/** How long a stamp is taken for granted, milliseconds. */
const KEPT_MS = 5_000;

/** A text that changes when the shell was built anew: its index.html names every other file by content. */
export function createHostStamp(shellDirectory: string, now: () => number): () => string {
  const file = join(shellDirectory, 'index.html');
  let readAt = Number.NEGATIVE_INFINITY;
  let stamp = '';
  return () => {
    if (now() - readAt < KEPT_MS) return stamp;
    readAt = now();
    const facts = statSync(file, { throwIfNoEntry: false });
    // While it is being built there is none; the page goes on with what it has.
    if (facts !== undefined) stamp = `${facts.size}-${Math.floor(facts.mtimeMs)}`;
    return stamp;
  };
}
