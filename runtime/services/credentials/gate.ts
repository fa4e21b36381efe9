import { errors } from '@waypost/contract';

/**
 * Lets `running` pieces of work run at once and `waiting` more wait; the rest fails with `too_many_requests` 429.
 * Hashing takes memory and a thread each: without this, a burst of logins would take all of them.
 */
export function createGate(limits: { running: number; waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (queue.length >= limits.waiting) throw errors.tooManyRequests.create({ seconds: 1 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that a newcomer cannot overtake.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
