import { randomUUID } from 'node:crypto';
import { errors } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import type { DatabaseDesk, DatabaseSight, SlowSight } from '@waypost/sdk/platform';
import type { mongo } from 'mongoose';
import { isUnauthorized } from '../../storage/index.ts';
import { rightMissing, workEssential } from './errors.ts';
import { type Operation, type ReadWork, readOperations, zOperation } from './read-operations.ts';
import { slowShapes, zNote } from './slow-shapes.ts';

/** Longest the server may take to say what it does, milliseconds: it is asked when it has much to do. */
const LIMIT_MS = 5_000;
/** How long an end is waited for, and how often is looked, milliseconds. */
const END_LIMIT_MS = 3_000;
const LOOK_MS = 100;
/** Notes that are read at once; MongoDB keeps 1 MB of them, the embedded store 1,000. */
const MOST_NOTES = 10_000;

/** The desk over a database of MongoDB or of the embedded store: the same commands for both. */
export function createDatabaseDesk(options: { database: mongo.Db; clock: Clock }): DatabaseDesk {
  const { database, clock } = options;

  const look = async (): Promise<{ sees: DatabaseSight; found: ReadWork[] }> => {
    const own = randomUUID();
    const { sees, operations } = await askWhatRuns(database, own);
    const found = readOperations(operations, { database: database.databaseName, now: clock.now(), own });
    return { sees, found };
  };
  const find = async (id: string): Promise<ReadWork | undefined> =>
    (await look()).found.find(({ work }) => work.id === id);

  return {
    async now() {
      const { sees, found } = await look();
      return { sees, work: found.map(({ work }) => work) };
    },
    async end(id) {
      const found = await find(id);
      if (found === undefined) throw errors.notFound.create();
      const { work, handle } = found;
      if (work.essential !== null) throw workEssential.create();
      await orRightMissing(
        handle.kind === 'operation'
          ? database.admin().command({ killOp: 1, op: handle.number })
          : database.admin().command({ killSessions: [{ id: handle.id }] }),
      );
      return { work, is_gone: await isGone(() => find(id)) };
    },
    noteSlow: (milliseconds) => noteSlow(database, milliseconds),
    async readSlow(after, until) {
      try {
        const notes = await database
          .collection('system.profile')
          .aggregate([
            { $match: { ts: { $gt: after, $lte: until } } },
            { $sort: { ts: 1 } },
            { $limit: MOST_NOTES },
          ])
          .toArray();
        return slowShapes(
          notes.flatMap((note) => zNote.safeParse(note).data ?? []),
          database.databaseName,
        );
      } catch (error) {
        if (isUnauthorized(error)) return null;
        throw error;
      }
    },
    async clock() {
      const { localTime } = await database.admin().command({ hello: 1 });
      return localTime instanceof Date ? localTime : clock.date();
    },
  };
}

/** Everybody's work where the user may see it, else the own: MongoDB needs the right `inprog` for all. */
async function askWhatRuns(
  database: mongo.Db,
  own: string,
): Promise<{ sees: DatabaseSight; operations: Operation[] }> {
  // The database of all others, whichever the platform's is.
  const server = database.admin();
  const ask = async (allUsers: boolean): Promise<Operation[]> => {
    const { cursor } = await server.command({
      aggregate: 1,
      pipeline: [{ $currentOp: { allUsers, idleSessions: true } }],
      cursor: { batchSize: MOST_NOTES },
      comment: own,
      maxTimeMS: LIMIT_MS,
    });
    const { firstBatch } = cursor as { firstBatch: unknown[] };
    return firstBatch.flatMap((one): Operation[] => {
      const { data } = zOperation.safeParse(one);
      return data === undefined ? [] : [data];
    });
  };
  for (const sees of ['all', 'own'] as const) {
    try {
      return { sees, operations: await ask(sees === 'all') };
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
  }
  return { sees: 'nothing', operations: [] };
}

async function isGone(find: () => Promise<ReadWork | undefined>): Promise<boolean> {
  const until = performance.now() + END_LIMIT_MS;
  for (;;) {
    if ((await find()) === undefined) return true;
    if (performance.now() > until) return false;
    await Bun.sleep(LOOK_MS);
  }
}

async function orRightMissing<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (isUnauthorized(error)) throw rightMissing.create({}, { cause: error });
    throw error;
  }
}

/**
 * Sets what the server notes in this database. A filter, not `slowms`: that one holds for all databases of a server, which
 * may be others' too.
 */
async function noteSlow(database: mongo.Db, milliseconds: number): Promise<SlowSight> {
  const filter = { millis: { $gte: milliseconds } };
  try {
    const { was, filter: set } = await database.command({ profile: -1 });
    const least = (set as typeof filter | undefined)?.millis?.$gte;
    if (milliseconds === 0) {
      // Only what was switched on from here is switched off.
      if (was === 1 && least !== undefined) await database.command({ profile: 0, filter: 'unset' });
      return 'off';
    }
    if (was !== 1 || least !== milliseconds) await database.command({ profile: 1, filter });
  } catch (error) {
    if (isUnauthorized(error)) return 'may_not_switch';
    throw error;
  }
  try {
    await database
      .collection('system.profile')
      .aggregate([{ $limit: 1 }])
      .toArray();
    return 'noted';
  } catch (error) {
    if (isUnauthorized(error)) return 'may_not_read';
    throw error;
  }
}
