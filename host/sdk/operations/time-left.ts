import type { Operation } from '@waypost/contract';

/** Before this much time a rate says little. */
const SETTLED_MS = 2_000;

/** Seconds that an operation still needs if it goes on as it did; undefined while that cannot be said. */
export function secondsLeft(
  { done, total, start_time }: Pick<Operation, 'done' | 'total' | 'start_time'>,
  now: number,
): number | undefined {
  if (total === null || start_time === null || done <= 0 || done >= total) return undefined;
  const spent = now - new Date(start_time).getTime();
  if (spent < SETTLED_MS) return undefined;
  return Math.ceil(((spent / done) * (total - done)) / 1000);
}
