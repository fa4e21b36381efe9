import { expect, test } from 'bun:test';
import mongoose from 'mongoose';
import { startTestStore } from '../../visit/testing/test-store.ts';
import { createJobQueue } from './job-queue.ts';

const QUEUE_FAILED = 'the job queue failed; it is tried on';

test.skipIf(process.env.MONGODB_URI !== undefined)(
  'a queue whose store is away does not fill the log: what else is wrong could not be found',
  async () => {
    const store = await startTestStore();
    const connection = await mongoose
      .createConnection(store.uri, { serverSelectionTimeoutMS: 200, heartbeatFrequencyMS: 500 })
      .asPromise();
    let isStoreUp = true;
    const errors: string[] = [];
    const again = Promise.withResolvers<void>();
    const jobs = createJobQueue({
      connection,
      isStoreUp: () => isStoreUp,
      isWorker: true,
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
