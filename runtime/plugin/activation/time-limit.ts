/** Longest that a handler of an event may take, milliseconds. */
export const HOOK_LIMIT_MS = 10_000;
/** Longest that one function of a contribution to a point may take, milliseconds. */
export const CONTRIBUTION_LIMIT_MS = 30_000;
/** Longest a plugin's setup may take, milliseconds. */
export const SETUP_LIMIT_MS = 30_000;

/**
 * The work's outcome, or an error once the limit is over; what the work does later is ignored.
 * @param onLimit called when it is over, to end the work itself
 */
export async function within<T>(
  limitMs: number,
  what: string,
  work: Promise<T>,
  onLimit: () => void = () => {},
): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    onLimit();
    reject(new Error(`${what} took longer than ${limitMs} ms`));
  }, limitMs);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
