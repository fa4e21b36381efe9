import { expect, test } from 'bun:test';
import mongoose from 'mongoose';
import { startTestStore } from '../../visit/testing/test-store.ts';
import { createJobQueue, JOBS } from './job-queue.ts';

/** A store that may be ended, and a connection that soon gives up on it. */
async function startImpatient() {
  const store = await startTestStore();
  const connection = await mongoose
    .createConnection(store.uri, { serverSelectionTimeoutMS: 1_000, heartbeatFrequencyMS: 500 })
    .asPromise();
  return { store, connection };
}

const QUEUE_FAILED = 'the job queue failed; it is tried on';

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'a queue whose store is away does not fill the log: what else is wrong could not be found',
  async () => {
    const { store, connection } = await startImpatient();
    let isStoreUp = true;
    const errors: string[] = [];
    const again = Promise.withResolvers<void>();
    const jobs = createJobQueue({
      connection,
      isStoreUp: () => isStoreUp,
      worker: 'server',
      timeZone: () => 'UTC',
      log: {
        debug: (_fields, message) => (message === QUEUE_FAILED ? again.resolve() : undefined),
        info: () => undefined,
        warn: () => undefined,
        error: (_fields, message) => errors.push(message),
      },
    });
    jobs.define('tidy', async () => undefined);
    await jobs.now('tidy', {});
    isStoreUp = false;
    await store.kill();
    await again.promise;
    expect(errors).not.toContain(QUEUE_FAILED);
    await jobs.stop(1_000);
    await connection.close();
    await store.stop();
  },
  60_000,
);

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'a job whose end could not be written, since its store was away, runs again once that is back, not when its time is over',
  async () => {
    const { store, connection } = await startImpatient();
    const unwritten = Promise.withResolvers<void>();
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
    const jobs = createJobQueue({
      connection,
      isStoreUp: () => true,
      worker: 'server',
      timeZone: () => 'UTC',
      lostMs: 500,
      log: { ...log, error: () => unwritten.resolve() },
    });
    const again = Promise.withResolvers<void>();
    let runs = 0;
    jobs.define('tidy', async () => {
      runs += 1;
      if (runs === 1) await store.kill();
      else again.resolve();
    });
    await jobs.now('tidy', {});
    await unwritten.promise;
    // What is tried twice, a second each, is given up.
    await Bun.sleep(3_000);
    await store.start();
    await again.promise;
    expect(runs).toBe(2);
    await jobs.stop(1_000);
    await connection.close();
    await store.stop();
  },
  60_000,
);

interface Kept {
  _id: mongoose.mongo.ObjectId;
  name: string;
  lockedAt?: Date | null;
  repeatInterval?: string | null;
  nextRunAt: Date;
  lastRunAt: Date | null;
  repeatTimezone: string | null;
}

/** A queue over one store, as often as a server is started; its records of errors are faults of the test. */
async function startServers() {
  const store = await startTestStore();
  const connection = await mongoose.createConnection(store.uri).asPromise();
  const zone = { current: 'UTC' };
  const kept = () => connection.collection<Kept>(JOBS).findOne({ name: 'tidy' });
  return {
    kept,
    all: () => connection.collection<Kept>(JOBS).find().toArray(),
    zone,
    change: (fields: Partial<Kept>) =>
      connection.collection<Kept>(JOBS).updateOne({ name: 'tidy' }, { $set: fields }),
    put: (jobs: Kept[]) => connection.collection<Kept>(JOBS).insertMany(jobs),
    queue: (worker?: string) =>
      createJobQueue({
        connection,
        worker,
        isStoreUp: () => true,
        timeZone: () => zone.current,
        lostMs: 500,
        log: {
          debug: () => undefined,
          info: () => undefined,
          warn: () => undefined,
          error: (fields, message) => {
            throw new Error(`${message}: ${JSON.stringify(fields)}`);
          },
        },
      }),
    async stop() {
      await connection.close();
      await store.stop();
    },
  };
}

/** Asks until the job that is kept is as wanted. */
async function until(kept: () => Promise<Kept | null>, isWanted: (job: Kept) => boolean): Promise<Kept> {
  for (;;) {
    const job = await kept();
    if (job !== null && isWanted(job)) return job;
    await Bun.sleep(20);
  }
}

const DAY_MS = 86_400_000;

test('a daily job runs on a server that is started anew each day, and one that has run waits its day', async () => {
  const servers = await startServers();
  const first = servers.queue();
  const started = Date.now();
  await first.every('1 day', 'tidy', {});
  const installed = await until(servers.kept, () => true);
  expect(installed.nextRunAt.getTime()).toBeGreaterThanOrEqual(started + DAY_MS);
  await first.stop(1_000);

  // Another start within the day puts nothing off.
  const tomorrow = new Date(Date.now() + 3_600_000);
  await servers.change({ nextRunAt: tomorrow });
  const second = servers.queue();
  await second.every('1 day', 'tidy', { by: 'second' });
  await until(servers.kept, (job) => 'data' in job && JSON.stringify(job.data) === '{"by":"second"}');
  expect((await servers.kept())?.nextRunAt).toEqual(tomorrow);
  await second.stop(1_000);

  // The time came while the server was off: once, and a day from then on.
  await servers.change({ nextRunAt: new Date(Date.now() - 2 * DAY_MS) });
  const third = servers.queue('server');
  const ran = Promise.withResolvers<Record<string, unknown>>();
  third.define('tidy', async (data) => ran.resolve(data));
  await third.every('1 day', 'tidy', { by: 'third' });
  expect(await ran.promise).toEqual({ by: 'third' });
  const after = await until(servers.kept, (job) => job.lastRunAt !== null);
  expect(after.nextRunAt.getTime() - (after.lastRunAt?.getTime() ?? 0)).toBe(DAY_MS);
  await third.stop(5_000);

  const fourth = servers.queue();
  await fourth.every('1 hour', 'tidy', {});
  const hourly = await until(servers.kept, (job) => job.nextRunAt.getTime() !== after.nextRunAt.getTime());
  expect(hourly.nextRunAt.getTime() - (hourly.lastRunAt?.getTime() ?? 0)).toBe(3_600_000);
  await fourth.stop(1_000);
  await servers.stop();
}, 60_000);

test('what ran when its process was killed runs at the next start, not when its time is over; what others run is theirs', async () => {
  const servers = await startServers();
  /** A job as it stands in the queue while this server runs it. */
  const cutOff = async (worker: string) => {
    const queue = servers.queue(worker);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    queue.define('tidy', async () => {
      begun.resolve();
      await ended.promise;
    });
    await queue.now('tidy', {});
    await begun.promise;
    const running = await until(servers.kept, ({ lockedAt, nextRunAt }) => !!lockedAt && !nextRunAt);
    ended.resolve();
    await queue.stop(1_000);
    return running;
  };
  const [own, others] = [await cutOff('first'), await cutOff('second')];
  await servers.put([own, others]);

  const again = servers.queue('first');
  const ran: string[] = [];
  again.define('tidy', async () => void ran.push('tidy'));
  await until(servers.kept, ({ _id }) => _id.equals(others._id));
  await Bun.sleep(3_000);
  expect(ran).toEqual(['tidy']);
  expect(await servers.all()).toMatchObject([{ _id: others._id, lockedAt: others.lockedAt }]);
  await again.stop(1_000);
  await servers.stop();
}, 60_000);

test('a lock whose holder knows nothing of it is given back: the answer was lost, or its end could not be written; what runs keeps it', async () => {
  const servers = await startServers();
  const queue = servers.queue('first');
  const ended = Promise.withResolvers<void>();
  let runs = 0;
  queue.define('long', async () => {
    runs += 1;
    await ended.promise;
  });
  const ran = Promise.withResolvers<void>();
  queue.define('tidy', async () => ran.resolve());
  await queue.now('long', {});
  while (runs === 0) await Bun.sleep(20);
  // As a look leaves it whose answer got lost: due, and locked a moment ago.
  const [long] = await servers.all();
  if (long === undefined) throw new Error('the job that runs is gone');
  const lost = { ...long, _id: new mongoose.mongo.ObjectId(), name: 'tidy', nextRunAt: new Date() };
  await servers.put([{ ...lost, lockedAt: new Date() }]);
  await ran.promise;
  // The one that runs was as old, and was not begun a second time.
  expect(runs).toBe(1);
  ended.resolve();
  await queue.stop(5_000);
  await servers.stop();
}, 60_000);

test('a cron expression is read in the zone of the installation, and anew once that is another', async () => {
  const servers = await startServers();
  servers.zone.current = 'Asia/Shanghai';
  const queue = servers.queue();
  await queue.every('30 3 * * *', 'tidy', {});
  const inShanghai = await until(servers.kept, () => true);
  expect(inShanghai.nextRunAt.toISOString().slice(11)).toBe('19:30:00.000Z');
  servers.zone.current = 'Africa/Nairobi';
  await queue.readZone();
  const inNairobi = await until(servers.kept, (job) => job.repeatTimezone === 'Africa/Nairobi');
  expect(inNairobi.nextRunAt.toISOString().slice(11)).toBe('00:30:00.000Z');
  await queue.stop(1_000);
  await servers.stop();
}, 60_000);

test('a schedule that its plugin no longer asks for goes, the job that waits and those of others stay', async () => {
  const servers = await startServers();
  const queue = servers.queue();
  for (const name of ['shop.tidy', 'shop.count', 'shopping.tidy']) await queue.every('1 hour', name, {});
  await queue.now('shop.tidy', {});
  const names = async () =>
    (await servers.all()).map(({ name, repeatInterval }) => `${name} ${repeatInterval ?? 'once'}`).sort();
  while ((await names()).length < 4) await Bun.sleep(20);
  await queue.forgetSchedules('shop', (name) => name === 'tidy');
  expect(await names()).toEqual(['shop.count 1 hour', 'shop.tidy once', 'shopping.tidy 1 hour']);
  await queue.stop(1_000);
  await servers.stop();
}, 60_000);
