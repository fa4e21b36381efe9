/** Milliseconds until something must have come about on a busy machine. */
const LIMIT_MS = 60_000;
/**
 * Milliseconds between two looks, the first and the longest, and the part of what was waited so far that lies between them: a look is often
 * a call, and the product would be busy with being asked while it has something to do.
 */
const PAUSE = { first: 25, longest: 200, part: 0.05 };
const pauseAfter = (waitedMs: number) =>
  Math.min(Math.max(PAUSE.first, waitedMs * PAUSE.part), PAUSE.longest);

/** What a look finds; nothing: not yet. */
type Found<T> = T | undefined | null | false;

/**
 * Looks again and again until what it finds is something, and answers that; fails naming `what`, and what `explain` says, after
 * the limit. A look that throws ends the waiting: who waits for a process that is away answers false for it.
 * @param options.withinMs the limit
 * @param options.everyMs between two looks; without it they come the less often the longer it takes
 */
export async function until<T>(
  what: string,
  look: () => Found<T> | Promise<Found<T>>,
  options: { withinMs?: number; everyMs?: number; explain?: () => string | Promise<string> } = {},
): Promise<T> {
  const { withinMs = LIMIT_MS, everyMs, explain } = options;
  const begun = performance.now();
  for (;;) {
    const found = await look();
    if (found) return found;
    const waited = performance.now() - begun;
    if (waited > withinMs) {
      const reason = explain === undefined ? '' : `:\n${await explain()}`;
      throw new Error(`${what}: not within ${withinMs / 1_000} s${reason}`);
    }
    await Bun.sleep(everyMs ?? pauseAfter(waited));
  }
}

/** Asks again and again until `isDone`, or the limit is over; answers what it read last, which then is what the test is about. */
export async function readUntil<T>(
  read: () => T | Promise<T>,
  isDone: (value: T) => boolean,
  withinMs = LIMIT_MS,
): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const value = await read();
    const waited = performance.now() - begun;
    if (isDone(value) || waited > withinMs) return value;
    await Bun.sleep(pauseAfter(waited));
  }
}
