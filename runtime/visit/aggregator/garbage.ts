/** Memory from which the collector is called: by itself it lets the heap double before it looks for what batches left. */
const COLLECT_FROM_BYTES = 190 * 2 ** 20;
const LEAST_BETWEEN_MS = 500;
/** A collection that took long is not repeated soon. */
const BETWEEN_FACTOR = 10;

/** Makes the function that keeps the process small. `monotonic`: milliseconds on a clock that never goes back. */
export function createCollection(monotonic: () => number): () => void {
  let next = 0;
  return () => {
    const now = monotonic();
    if (now < next || process.memoryUsage.rss() < COLLECT_FROM_BYTES) return;
    Bun.gc(true);
    next = now + Math.max(LEAST_BETWEEN_MS, (monotonic() - now) * BETWEEN_FACTOR);
  };
}
