/** Milliseconds until something must have come about on a busy machine. */
const LIMIT_MS = 60_000;
const PAUSE_MS = 25;

/**
 * Looks again and again until what it finds is something, and answers that; fails naming `what`, and what `explain` says, after
 * the limit. A look that throws ends the waiting: who waits for a process that is away answers false for it.
 * @param options.withinMs the limit
 * @param options.everyMs between two looks
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  options: { withinMs?: number; everyMs?: number; explain?: () => string | Promise<string> } = {},
): Promise<NonNullable<T>> {
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
