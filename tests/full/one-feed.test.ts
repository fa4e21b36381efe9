import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';

setDefaultTimeout(240_000);
const LOOKS = 40;
const PAUSE_MS = 100;
let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

interface Operation {
  appName?: string;
  cursor?: { cursorId: bigint; originatingCommand: { pipeline?: Record<string, unknown>[] } };
}

/** Change streams that are open, by the program that reads them, as the store says. */
async function feedsOf(database: mongo.Db): Promise<Record<string, number>> {
  const seen = new Map<string, Set<string>>();
  // A stream is not seen between two questions for what is new.
  for (let look = 0; look < LOOKS; look += 1) {
    const { inprog } = (await database.admin().command({ currentOp: true })) as { inprog: Operation[] };
    for (const { appName = '', cursor } of inprog) {
      if (cursor?.originatingCommand.pipeline?.[0]?.$changeStream === undefined) continue;
      seen.set(appName, (seen.get(appName) ?? new Set()).add(String(cursor.cursorId)));
    }
    await Bun.sleep(PAUSE_MS);
  }
  return Object.fromEntries([...seen].map(([name, cursors]) => [name, cursors.size]));
}

// Each is a cursor that reads the whole log of the store: sixteen a process, and ten processes are a hundred and sixty readings of it.
test('a process has one feed of changes, whatever it follows', async () => {
  const feeds = await withStore(product, feedsOf);
  process.stderr.write(`${JSON.stringify(feeds)}\n`);
  expect(feeds).toEqual({ 'waypost server': 1 });
});
