import { expect, test } from 'bun:test';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { storeUri } from '../../runtime/process/environment.ts';
import { readTotals } from '../../runtime/visit/statistics/totals.ts';
import { visitCollections } from '../../runtime/visit/store/collections.ts';
import { publishLinks } from '../crash/links.ts';
import { largestFile, limitFiles } from '../crash/trouble.ts';
import { drained, isAnswered, PROCESS_LIMIT_MS, until } from '../crash/wait.ts';
import { startProduct } from '../product.ts';

/** Room left for the journal, beside the megabyte that it has made ahead. */
const ROOM_BYTES = 16_384;
const AHEAD_BYTES = 2 ** 20;
/** A visit takes no fewer bytes than its record. */
const MOST_VISITS = (AHEAD_BYTES + ROOM_BYTES) / 64;
const AT_ONCE = 32;

test(
  'a full disk: visits are answered 503 rather than lost, /readyz says so, and it heals by itself',
  async () => {
    const product = await startProduct();
    const uri = storeUri({ dataDirectory: product.dataDir, mongodbUri: process.env.MONGODB_URI });
    const client = new mongoose.mongo.MongoClient(uri);
    try {
      const { links } = await publishLinks(client.db(), Math.random);
      const code = [...links.keys()][0] as string;
      await isAnswered(product, code);
      const visit = () =>
        fetch(`${product.origin}/${code}`, { redirect: 'manual' }).then(({ status }) => status);
      const runtime = product.childPids().runtime as number;
      expect(await visit()).toBe(302);
      limitFiles(runtime, String(largestFile(join(product.dataDir, 'journal')) + ROOM_BYTES));

      let answered = 1;
      const statuses = new Set<number>();
      for (let visits = 0; visits < MOST_VISITS + AT_ONCE && !statuses.has(503); visits += AT_ONCE)
        for (const status of await Promise.all(Array.from({ length: AT_ONCE }, visit))) {
          statuses.add(status);
          if (status === 302) answered++;
        }
      for (let visits = 0; visits < 50; visits++) {
        const status = await visit();
        statuses.add(status);
        if (status === 302) answered++;
      }
      expect([...statuses].sort()).toEqual([302, 503]);
      expect(answered).toBeLessThan(MOST_VISITS);
      const ready = await fetch(`${product.origin}/readyz`);
      expect(ready.status).toBe(503);
      expect(await ready.text()).toContain('journal_failing');

      limitFiles(runtime, 'unlimited');
      await until(
        'readiness comes back',
        PROCESS_LIMIT_MS,
        async () => (await fetch(`${product.origin}/readyz`)).ok,
      );
      for (let visits = 0; visits < 20; visits++) {
        expect(await visit()).toBe(302);
        answered++;
      }
      await drained(client.db(), product);
      const sums = await readTotals(visitCollections(client.db()), [...links.values()]);
      expect([...sums.values()].reduce((sum, { view_number }) => sum + view_number, 0)).toBe(answered);
    } finally {
      await client.close();
      await product.stop();
    }
  },
  { timeout: 120_000 },
);
