import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { prepareTarget, wrongCommands } from '../testing/wrong-commands.ts';

const WRITERS = 8;
/** MongoDB's InternalError and UnknownError: the server was wrong, not the command. */
const OUR_FAULTS = [1, 8];

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

/** The code with which a command is refused as a whole, or its first statement. */
const refusalOf = async (database: mongo.Db, command: mongo.Document): Promise<number | undefined> => {
  try {
    const reply = await database.command(command);
    return reply.writeErrors?.[0]?.code ?? reply.cursor?.firstBatch?.[0]?.code;
  } catch (error) {
    return (error as mongo.MongoServerError).code as number;
  }
};

/** Writes without a pause until `isOver`; what was acknowledged, and what was not. */
const writeUntil = async (
  rows: mongo.Collection<mongo.Document & { _id: string }>,
  writer: number,
  isOver: () => boolean,
) => {
  const failures: string[] = [];
  let acknowledged = 0;
  for (let turn = 0; !isOver(); turn += 1) {
    try {
      await rows.insertOne({ _id: `${writer}-${turn}`, turn });
      await rows.updateOne({ _id: `${writer}-${turn}` }, { $inc: { turn: 1 } });
      acknowledged += 1;
    } catch (error) {
      failures.push(String(error));
    }
  }
  return { failures, acknowledged };
};

test('no write of eight clients fails beside one whose every command is wrong; pings are answered meanwhile', async () => {
  const database = store.database();
  await prepareTarget(database);
  const rows = database.collection<mongo.Document & { _id: string }>('rows');
  await rows.createIndex({ turn: 1 });
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => store.connect()));
  let isOver = false;
  const writers = clients.map((client, writer) =>
    writeUntil(
      client.db(database.databaseName).collection<mongo.Document & { _id: string }>('rows'),
      writer,
      () => isOver,
    ),
  );
  const commands = wrongCommands();
  const accepted: string[] = [];
  const faults: string[] = [];
  let pings = 0;
  for (const { name, command } of commands) {
    const [code] = await Promise.all([
      refusalOf(database, command),
      store.client
        .db('admin')
        .command({ ping: 1 })
        .then(() => {
          pings += 1;
        }),
    ]);
    if (code === undefined) accepted.push(name);
    else if (OUR_FAULTS.includes(code)) faults.push(name);
  }
  isOver = true;
  const outcomes = await Promise.all(writers);
  expect(commands.length).toBeGreaterThanOrEqual(150);
  expect(outcomes.flatMap(({ failures }) => failures)).toEqual([]);
  expect(faults).toEqual([]);
  expect(accepted).toEqual([]);
  expect(pings).toBe(commands.length);
  const acknowledged = outcomes.reduce((sum, one) => sum + one.acknowledged, 0);
  expect(acknowledged).toBeGreaterThan(0);
  expect(await rows.countDocuments({})).toBe(acknowledged);
  // The wrong commands left nothing behind either.
  expect(await database.collection('wrong').find({}).toArray()).toEqual([
    { _id: 1, text: 'a', list: [1, 2], n: 1, deep: { a: 'x' } } as never,
  ]);
  expect((await database.collection('wrong').indexes()).map(({ name }) => name)).toEqual(['_id_', 'n_1']);
}, 60_000);
