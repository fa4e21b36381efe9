import { edenGC } from 'bun:jsc';

/** Memory from which the collector is called: by itself it lets the heap double before it looks for what batches left. */
const COLLECT_FROM_BYTES = 190 * 2 ** 20;
/** Growth since the last whole collection from which there is another one. */
const WHOLE_FROM_BYTES = 24 * 2 ** 20;
/** Growth from which the next one is soon, whatever the last one took. */
const MUCH_BYTES = 3 * WHOLE_FROM_BYTES;
const LEAST_BETWEEN_WHOLE_MS = 250;
const LEAST_BETWEEN_YOUNG_MS = 100;
/** A collection that took long is not repeated soon: a sixth of what the process does goes into them at most, and with a tenth it was a third larger. */
const BETWEEN_FACTOR = 5;

/**
 * Makes the function that keeps the process small. Nearly all that a batch leaves is young, and only what is young is looked through for it, which takes a tenth
 * of the time that all that is remembered takes; that is looked through when the process has grown all the same. `worked`: milliseconds of processor time
 * that the process has taken. By the clock a process that others keep from the processor would do little else.
 */
export function createCollection(worked: () => number): () => void {
  let nextWhole = 0;
  let soonestWhole = 0;
  let nextYoung = 0;
  let bytesAfterWhole = Number.POSITIVE_INFINITY;
  return () => {
    const now = worked();
    const bytes = process.memoryUsage.rss();
    // What a collection has freed goes back to the system a while after it.
    bytesAfterWhole = Math.min(bytesAfterWhole, bytes);
    if (bytes < COLLECT_FROM_BYTES) return;
    const grown = bytes - bytesAfterWhole;
    if (grown > WHOLE_FROM_BYTES && now >= (grown > MUCH_BYTES ? soonestWhole : nextWhole)) {
      Bun.gc(true);
      bytesAfterWhole = process.memoryUsage.rss();
      soonestWhole = worked() + LEAST_BETWEEN_WHOLE_MS;
      nextWhole = now + Math.max(LEAST_BETWEEN_WHOLE_MS, (worked() - now) * BETWEEN_FACTOR);
    } else if (now >= nextYoung) {
      edenGC();
      nextYoung = now + LEAST_BETWEEN_YOUNG_MS;
    }
  };
}
