/**
 * Work on balances, one after the other where it is on the same ones. It is handed what gives the turn to the next before it is
 * through: once what it does to the balances is done.
 */
export type InTurn = <T>(accounts: readonly string[], work: (done: () => void) => Promise<T>) => Promise<T>;

/**
 * A bill has its lines in order, so of two transactions on one balance at once the later one is undone and runs again. Where
 * hundreds pay what one agent earns of, most work would be done for nothing: within this process they wait for each other
 * instead. It spares work, and holds nothing together: other processes, and whoever does not ask for a turn, meet in the store.
 */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<void>>();
  /** Takes the turn behind whoever is in the line. @returns when it has come, and what gives it to the next */
  const line = (account: string) => {
    const before = last.get(account) ?? Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    last.set(account, promise);
    const done = () => {
      if (last.get(account) === promise) last.delete(account);
      resolve();
    };
    return { before, done };
  };
  return async (accounts, work) => {
    // All lines at one moment: two who want the same ones stand in the same order in each, and nobody waits in a ring.
    const places = [...new Set(accounts)].map(line);
    const done = () => {
      for (const place of places) place.done();
    };
    try {
      for (const { before } of places) await before;
      return await work(done);
    } finally {
      done();
    }
  };
}
