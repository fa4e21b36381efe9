import mongoose, { type mongo } from 'mongoose';
import { residentBytes } from '../process-usage.ts';
import { median } from '../report.ts';
import type { Store } from '../servers.ts';
import { rate, repeat, type Share, shareOf } from './measure.ts';
import { measureNeighbours, type Neighbours } from './measure-neighbours.ts';

/** Everything that one run has measured; times in milliseconds, memory in bytes. */
export interface StoreFigures {
  ping: number;
  findOne: Share;
  increment: Share;
  incrementMany: Share;
  transaction: Share;
  insertedPerSecond: number;
  group: Group;
  neighbours: Neighbours;
  worstResident: number;
}

interface Group {
  milliseconds: number;
  /** Longest pings while nothing else ran, and while `$group` ran. */
  quietPing: number;
  worstPing: number;
  writes: number;
  worstWrite: number;
}

const CLIENTS = 16;
const BATCH = 500;

/** Measures a store over its socket with the real driver. `documents`: size of the large collection. */
export async function measureStore(
  store: Store,
  options: { documents: number; rounds: number; milliseconds: number },
): Promise<StoreFigures> {
  const client = new mongoose.mongo.MongoClient(store.uriOf('bench'), { maxPoolSize: CLIENTS });
  let worstResident = 0;
  const watch = setInterval(() => {
    worstResident = Math.max(worstResident, residentBytes(store.pid));
  }, 100);
  try {
    const database = client.db('bench');
    const large = database.collection<mongo.Document>('large');
    await seed(large, options.documents);
    const ping = () => database.command({ ping: 1 });
    const { rounds, milliseconds } = options;
    const common = { base: ping, rounds, milliseconds };
    let turn = 0;
    const findOne = await shareOf({
      ...common,
      run: () => {
        turn = (turn + 7919) % options.documents;
        return large.findOne({ code: `c${turn}` });
      },
    });
    const counters = database.collection<mongo.Document & { _id: string }>('counters');
    await counters.insertMany(Array.from({ length: CLIENTS }, (_, n) => ({ _id: `n${n}`, n: 0 })));
    const one = () => counters.updateOne({ _id: 'n0' }, { $inc: { n: 1 } });
    const increment = await shareOf({ ...common, run: one });
    const incrementMany = await shareOf({ ...common, run: one, clients: CLIENTS });
    const session = client.startSession();
    const transaction = await shareOf({
      ...common,
      run: () =>
        session.withTransaction(async () => {
          for (const name of ['n1', 'n2', 'n3'])
            await counters.updateOne({ _id: name }, { $inc: { n: 1 } }, { session });
        }),
    });
    await session.endSession();
    const insertedPerSecond = await inserted(database, rounds, milliseconds);
    const group = await measureGroup(large, counters, ping);
    const neighbours = await measureNeighbours(store);
    return {
      ping: findOne.basePerSecond,
      findOne,
      increment,
      incrementMany,
      transaction,
      insertedPerSecond,
      group,
      neighbours,
      worstResident,
    };
  } finally {
    clearInterval(watch);
    await client.close();
  }
}

async function seed(large: mongo.Collection, documents: number): Promise<void> {
  await large.createIndex({ code: 1 }, { unique: true });
  for (let from = 0; from < documents; from += 1000) {
    await large.insertMany(
      Array.from({ length: Math.min(1000, documents - from) }, (_, at) => ({
        code: `c${from + at}`,
        owner: `owner-${(from + at) % 97}`,
        visits: (from + at) % 1000,
        name: `the name of number ${from + at}`,
        targets: [{ url: `https://example.com/${from + at}`, weight: 1 }],
        created: new Date(1_700_000_000_000 + (from + at) * 1000),
      })),
    );
  }
}

async function inserted(database: mongo.Db, rounds: number, milliseconds: number): Promise<number> {
  const rows = database.collection('rows');
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rates.push(
      await rate(
        () => rows.insertMany(Array.from({ length: BATCH }, (_, n) => ({ n, text: `row ${n}`, flag: true }))),
        { milliseconds },
      ),
    );
    await rows.drop();
  }
  return median(rates) * BATCH;
}

/** `$group` over everything while others ping and write. */
async function measureGroup(
  large: mongo.Collection,
  counters: mongo.Collection<mongo.Document & { _id: string }>,
  ping: () => Promise<unknown>,
): Promise<Group> {
  const quiet = repeat(ping, 5);
  await Bun.sleep(1500);
  const quietPing = Math.max(...(await quiet.stop()));
  const pings = repeat(ping, 5);
  const writes = repeat(() => counters.updateOne({ _id: 'n5' }, { $inc: { n: 1 } }), 5);
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    const groups = await large
      .aggregate([
        {
          $group: {
            _id: '$owner',
            n: { $sum: 1 },
            visits: { $sum: '$visits' },
            newest: { $max: '$created' },
          },
        },
        { $sort: { visits: -1 } },
      ])
      .toArray();
    if (groups.length !== 97) throw new Error(`$group gave ${groups.length} groups`);
    times.push(performance.now() - started);
  }
  const written = await writes.stop();
  return {
    milliseconds: median(times),
    quietPing,
    worstPing: Math.max(...(await pings.stop())),
    writes: written.length,
    worstWrite: Math.max(...written),
  };
}
