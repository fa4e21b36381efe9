/** What one process holds of a limit at most, however much is left: it is what others have to do without for a moment. */
export const MOST_AT_ONCE = 100;

/**
 * How much of a limit a process is given: of what is left its part twice over, so that the end of a limit is spread and no process holds what
 * another one needs.
 * @param left the limit less what was given so far
 * @param debt what it has used without being given it
 */
export function portionOf({
  left,
  debt,
  processes,
}: {
  left: number;
  debt: number;
  processes: number;
}): number {
  if (left <= 0) return 0;
  const fair = Math.floor((left - debt) / (2 * Math.max(processes, 1)));
  return Math.min(left, debt + Math.max(1, Math.min(MOST_AT_ONCE, fair)));
}
