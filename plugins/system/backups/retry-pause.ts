const MINUTE_MS = 60_000;
const FIRST_MS = 5 * MINUTE_MS;
const LONGEST_MS = 120 * MINUTE_MS;

/** How long a day's backup rests after it has failed `attempts` times: five minutes, each time twice as long, at most two hours. */
export function retryPause(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
}
