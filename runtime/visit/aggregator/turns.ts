import type { InTurn } from '../marks/put-together.ts';

/** Lets one thing be done at a time, in the order in which they were asked for. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    // Told to whoever asked for it.
    last = done.catch(() => undefined);
    return done;
  };
}
