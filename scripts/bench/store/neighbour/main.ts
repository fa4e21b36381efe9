import mongoose from 'mongoose';
import type { Waits } from '../neighbour.ts';

/**
 * A client that only asks whether the store is there, and beside it a process that does nothing else than answer:
 * `neighbour/main.ts <uri> <socket of that process>`. On its own, because a process that writes as well waits for
 * itself. A message asks for the longest waits since the last one.
 */
const PAUSE_MILLISECONDS = 2;
const [uri = '', socket = ''] = process.argv.slice(2);
const client = new mongoose.mongo.MongoClient(uri, { maxPoolSize: 1 });
const database = client.db('neighbours');
let longest: Waits = { store: 0, still: 0 };

let answered = (): void => undefined;
const still = await Bun.connect({ unix: socket, socket: { data: () => answered() } });
const askStill = (): Promise<void> =>
  new Promise((resolve) => {
    answered = resolve;
    still.write('?');
  });
const askAgainAndAgain = async (name: keyof Waits, ask: () => Promise<unknown>): Promise<never> => {
  for (;;) {
    const started = performance.now();
    await ask();
    longest[name] = Math.max(longest[name], performance.now() - started);
    await Bun.sleep(PAUSE_MILLISECONDS);
  }
};

await database.command({ ping: 1 });
process.on('message', () => {
  process.send?.(longest);
  longest = { store: 0, still: 0 };
});
process.send?.('ready');
void askAgainAndAgain('store', () => database.command({ ping: 1 }));
void askAgainAndAgain('still', askStill);
