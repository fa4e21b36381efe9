import { prepareTarget, wrongCommands } from '@waypost/store/testing';
import mongoose, { type mongo } from 'mongoose';
import type { Store } from '../servers.ts';
import { repeat } from './measure.ts';
import { startNeighbour, type Waits } from './neighbour.ts';

/** What eight clients that write, and one that only asks, notice of one whose commands are wrong; times in milliseconds. */
export interface Neighbours {
  commands: number;
  writes: number;
  failedWrites: number;
  /** What the ninth waits while only the eight write, beside wrong commands, and beside what computes for long. */
  quiet: Waits;
  besideWrong: Waits;
  besideEndless: Waits;
}

const WRITERS = 8;
const QUIET_MILLISECONDS = 2000;
const ROUNDS = 3;

/** Work over one document that would take minutes. */
const ENDLESS = {
  $reduce: {
    input: { $range: [0, 1_000_000] },
    initialValue: 0,
    in: {
      $add: ['$$value', { $size: { $map: { input: { $range: [0, 1000] }, in: { $add: ['$$this', 1] } } } }],
    },
  },
};

/** Lets eight clients write beside one whose commands are all wrong, then beside one whose commands never end. */
export async function measureNeighbours(store: Store): Promise<Neighbours> {
  const client = new mongoose.mongo.MongoClient(store.uriOf('neighbours'), { maxPoolSize: WRITERS + 4 });
  const neighbour = await startNeighbour(store.uriOf('neighbours'));
  try {
    const database = client.db('neighbours');
    await prepareTarget(database);
    const rows = database.collection('rows');
    await rows.createIndex({ writer: 1 });
    let failedWrites = 0;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      repeat(
        () =>
          rows.insertOne({ writer, text: 'a row' }).catch(() => {
            failedWrites += 1;
          }),
        0,
      ),
    );
    const commands = wrongCommands();
    const quiet = await neighbour.during(() => Bun.sleep(QUIET_MILLISECONDS));
    const besideWrong = await neighbour.during(async () => {
      for (let round = 0; round < ROUNDS; round += 1)
        for (const { command } of commands) await refused(database.command(command));
    });
    const besideEndless = await neighbour.during(() => sendEndless(database));
    const written = await Promise.all(writers.map((writer) => writer.stop()));
    const writes = written.reduce((sum, times) => sum + times.length, 0);
    return { commands: commands.length, writes, failedWrites, quiet, besideWrong, besideEndless };
  } finally {
    await neighbour.stop();
    await client.close();
  }
}

async function sendEndless(database: mongo.Db): Promise<void> {
  for (let round = 0; round < ROUNDS * 5; round += 1) {
    await refused(
      database.command({ update: 'wrong', updates: [{ q: {}, u: [{ $set: { made: ENDLESS } }] }] }),
    );
    await refused(
      database.command({
        aggregate: 'wrong',
        pipeline: [{ $project: { made: ENDLESS } }],
        cursor: {},
        maxTimeMS: 100,
      }),
    );
  }
}

/** The answer is known: what matters here is what others notice of it. */
async function refused(command: Promise<unknown>): Promise<void> {
  await command.catch(() => undefined);
}
