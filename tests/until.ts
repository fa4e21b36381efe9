/** Milliseconds until something must have come about on a busy machine. */
const LIMIT_MS = 60_000;
const PAUSE_MS = 25;

/** What a look finds; nothing: not yet. */
type Found<T> = T | undefined | null | false;

/**
 * Looks again and again until what it finds is something, and answers that; fails naming `what`, and what `explain` says, after
 * the limit. A look that throws ends the waiting: who waits for a process that is away answers false for it.
 * @param options.withinMs the limit
 * @param options.everyMs between two looks
 */
export async function until<T>(
  what: string,
  look: () => Found<T> | Promise<Found<T>>,
  options: { withinMs?: number; everyMs?: number; explain?: () => string | Promise<string> } = {},
): Promise<T> {
  const { withinMs = LIMIT_MS, everyMs = PAUSE_MS, explain } = options;
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) {
      const reason = explain === undefined ? '' : `:\n${await explain()}`;
      throw new Error(`${what}: not within ${withinMs / 1_000} s${reason}`);
    }
    await Bun.sleep(everyMs);
  }
}

/** Asks again and again until `isDone`, or the limit is over; answers what it read last, which then is what the test is about. */
export async function readUntil<T>(
  read: () => T | Promise<T>,
  isDone: (value: T) => boolean,
  withinMs = LIMIT_MS,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isDone(value) || performance.now() > end) return value;
    await Bun.sleep(PAUSE_MS);
  }
}
