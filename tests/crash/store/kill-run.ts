import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStore } from '@waypost/store/archive';
import { storeProcess } from '@waypost/store/testing';
import type { mongo } from 'mongoose';
import { settleWritesOfDeadSockets } from '../../../runtime/storage/settle-writes.ts';
import { Acknowledged } from './acknowledged.ts';
import { randomFrom } from './random.ts';
import { startWorkers } from './workers.ts';

export interface KillVerdict {
  kills: number;
  acknowledged: number;
  transactions: number;
  indexBuilds: number;
  /** One sentence each; empty: nothing was lost, halved or inconsistent. */
  faults: string[];
}

/** Shortest and longest time between a start and its kill, milliseconds. */
const SHORTEST = 30;
const LONGEST = 450;

/**
 * Kills the store at random points under concurrent writes, transactions and index builds. After each kill the file
 * itself is compared with its indexes; then a new process is asked for everything that was acknowledged.
 */
export async function runKills(input: {
  seed: number;
  rounds: number;
  minutes?: number;
  say: (line: string) => void;
}): Promise<KillVerdict> {
  settleWritesOfDeadSockets();
  const directory = mkdtempSync(join(tmpdir(), 'wp-kill-'));
  const random = randomFrom(input.seed);
  const store = storeProcess(directory);
  const record = new Acknowledged();
  const faults: string[] = [];
  const until = input.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + input.minutes * 60_000;
  let kills = 0;
  try {
    await store.start();
    for (; kills < input.rounds && Date.now() < until && faults.length === 0; kills += 1) {
      const client = store.connect();
      await client.connect();
      if (kills > 0) faults.push(...(await compare(client, record)));
      const workers = startWorkers({ client, record, round: kills, random });
      await Bun.sleep(SHORTEST + random() * (LONGEST - SHORTEST));
      workers.end();
      await store.kill();
      faults.push(...checkStore(store.file).problems);
      // Up again before the client is closed: it takes leave of its sessions on sockets that must not be broken.
      await store.start();
      await client.close(true);
      await workers.settled();
      input.say(`kill ${kills + 1}: ${record.summary()}`);
    }
    const client = store.connect();
    faults.push(...(await compare(client, record)));
    await client.close();
    if ((await store.stop()) !== 0) faults.push('the store did not end in good order');
    faults.push(...checkStore(store.file).problems);
    return { kills, ...record.counts(), faults };
  } finally {
    await store.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What the store holds beside what it has acknowledged. */
async function compare(client: mongo.MongoClient, record: Acknowledged): Promise<string[]> {
  const database = client.db('crash');
  const items = await database.collection<mongo.Document & { _id: string }>('items').find().toArray();
  const pairs = await database.collection<mongo.Document & { _id: string }>('pairs').find().toArray();
  const total = await database
    .collection<mongo.Document & { _id: string }>('totals')
    .findOne({ _id: 'pairs' });
  return record.compare({ items, pairs, total: Number(total?.n ?? 0) });
}
