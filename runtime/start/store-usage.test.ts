import { describe, expect, test } from 'bun:test';
import type { Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { createReadiness } from '../process/readiness.ts';
import { storeMetrics, watchStoreUsage } from './store-usage.ts';

const limits = { documents: 100, fileBytes: 1000, writesPerSecond: 10 };
const LIMIT_MS = 20_000;

/** A store that answers serverStatus with `answer()`, and the warnings that were logged. */
function watched(answer: () => mongo.Document) {
  const warnings: unknown[] = [];
  let reached: (isUp: boolean) => void = () => undefined;
  let isUp = false;
  const quiet = () => undefined;
  const log: Logger = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (fields) => void warnings.push(fields),
  };
  const watch = watchStoreUsage({
    store: {
      isUp: () => isUp,
      onChange: (listener) => {
        reached = listener;
        return quiet;
      },
      database: { admin: () => ({ command: async () => answer() }) as unknown as mongo.Admin },
    },
    log,
  });
  const reach = async (): Promise<void> => {
    isUp = true;
    reached(true);
    while (watch.last() === undefined) await Bun.sleep(1);
  };
  return { watch, warnings, reach };
}

describe('how full the store is', () => {
  test(
    'an operator is told once, in the log, when a limit comes near',
    async () => {
      const status = {
        usage: { documents: 85, fileBytes: 1, writesPerSecond: 1 },
        limits,
        near: ['documents'],
      };
      const { watch, warnings, reach } = watched(() => ({ ok: 1, waypost: status }));
      expect(watch.last()).toBeUndefined();
      await reach();
      await watch.read();
      expect(warnings).toEqual([{ limit: 'documents', usage: status.usage, limits }]);
      expect(storeMetrics(watch.last())).toEqual({
        store_limits_near: 1,
        store_documents: 85,
        store_documents_limit: 100,
        store_file_bytes: 1,
        store_file_bytes_limit: 1000,
        store_writes_per_second: 1,
        store_writes_per_second_limit: 10,
      });
      watch.stop();
    },
    LIMIT_MS,
  );

  test(
    'a replica set has no limits of ours',
    async () => {
      const { watch, warnings, reach } = watched(() => ({ ok: 1, process: 'mongod' }));
      await reach();
      expect(watch.last()).toEqual({ kind: 'mongodb' });
      expect(storeMetrics(watch.last())).toEqual({});
      expect(warnings).toEqual([]);
      watch.stop();
    },
    LIMIT_MS,
  );
});

test('a role with a warning is still ready, so that nobody takes it out of service for it', () => {
  const readiness = createReadiness(new Set(['api']), {
    api: () => ({ ready: true, warning: 'store_near_limit', detail: { near: ['documents'] } }),
    visit: () => ({ ready: false }),
    jobs: () => ({ ready: false }),
  });
  expect(readiness()).toEqual({
    ready: true,
    roles: { api: { ready: true, warning: 'store_near_limit', detail: { near: ['documents'] } } },
  });
});
