import { afterAll, beforeAll, expect, test } from 'bun:test';
import { MongoBackend } from '@agendajs/mongo-backend';
import { Agenda } from 'agenda';
import { startTestStore, type TestStore } from '../testing/test-store.ts';

// What a user would lose: jobs that run twice, never, or not again after a worker died.

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const BEFORE_LONG = new Date(Date.now() - 3_600_000);

/** Two workers, each with a connection of its own, over the same jobs. */
const twoWorkers = async (define: (agenda: Agenda) => void) => {
  const name = store.database().databaseName;
  const workers: Agenda[] = [];
  while (workers.length < 2) {
    const client = await store.connect();
    const agenda = new Agenda({
      backend: new MongoBackend({ mongo: client.db(name) as never }),
      processEvery: 40,
      defaultLockLifetime: 60_000,
    });
    define(agenda);
    workers.push(agenda);
  }
  const [first, second] = workers as [Agenda, Agenda];
  return { first, second, jobs: store.client.db(name).collection('agendaJobs') };
};

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + 40_000;
  while (!(await isTrue()) && performance.now() < deadline) await Bun.sleep(25);
};

test('two workers run each job once', async () => {
  const ran: string[] = [];
  const { first, second } = await twoWorkers((agenda) =>
    agenda.define('count', async (job: { attrs: { data?: unknown } }) => {
      ran.push((job.attrs.data as { id: string }).id);
      await Bun.sleep(5);
    }),
  );
  await Promise.all([first.start(), second.start()]);
  const ids = Array.from({ length: 40 }, (_, index) => `job ${index}`);
  await Promise.all(ids.map((id) => first.now('count', { id })));
  await until(() => ran.length >= ids.length);
  await Bun.sleep(150);
  await Promise.all([first.stop(), second.stop()]);
  expect([...ran].sort()).toEqual([...ids].sort());
});

test('a job whose worker died is taken over when its lock is stale, one that is locked is left alone', async () => {
  const ran: string[] = [];
  const { first, second, jobs } = await twoWorkers((agenda) =>
    agenda.define('resume', async (job: { attrs: { data?: unknown } }) => {
      ran.push((job.attrs.data as { id: string }).id);
    }),
  );
  await first.start();
  await first.stop();
  const common = { name: 'resume', type: 'normal', priority: 0, nextRunAt: BEFORE_LONG };
  await jobs.insertMany([
    { ...common, data: { id: 'stale' }, lockedAt: BEFORE_LONG },
    { ...common, data: { id: 'locked' }, lockedAt: new Date() },
  ]);
  await second.start();
  await until(() => ran.length > 0);
  await Bun.sleep(200);
  await second.stop();
  expect(ran).toEqual(['stale']);
});

test('a job that failed keeps its reason and runs again when it is due', async () => {
  let attempts = 0;
  const isLookedAt = Promise.withResolvers<void>();
  const { first, jobs } = await twoWorkers((agenda) =>
    agenda.define(
      'flaky',
      async (job: { attrs: { nextRunAt?: Date | null }; save: () => Promise<unknown> }) => {
        attempts++;
        if (attempts > 1) await isLookedAt.promise;
        if (attempts > 2) return;
        // Later than this run takes to fail: saved, it can be taken again.
        job.attrs.nextRunAt = new Date(Date.now() + 1_000);
        await job.save();
        throw new Error(`attempt ${attempts} failed`);
      },
    ),
  );
  await first.start();
  await first.now('flaky', {});
  await until(() => attempts >= 1);
  await until(async () => ((await jobs.findOne({ name: 'flaky' }))?.failCount ?? 0) >= 1);
  const failed = await jobs.findOne({ name: 'flaky' });
  expect(failed).toMatchObject({ failReason: 'attempt 1 failed' });
  isLookedAt.resolve();
  await until(() => attempts >= 3);
  await first.stop();
  expect(attempts).toBe(3);
});
