import { filePlaceErrors } from './errors.ts';

/** Lets so much be asked at once; what is beyond waits its turn, or is refused where too much waits. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Errors: `file_place_busy` 503. */
export function createGate(atOnce: number, mostWaiting: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw filePlaceErrors.busy.create();
      // Whoever ends hands its place on: it stays taken meanwhile.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
