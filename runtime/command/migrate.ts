import { resolve } from 'node:path';
import { storeUri } from '../kernel/environment.ts';
import { createLog } from '../kernel/log.ts';
import { MIGRATIONS, openStore } from '../store/index.ts';
import type { Command } from './command.ts';
import { registryOption } from './plugin/registry-option.ts';
import { quiet, untilUp } from './store-session.ts';

/** How long the plugins may take, milliseconds: a large collection is copied before it is migrated. */
const LIMIT_MS = 30 * 60_000;

export const migrate: Command = {
  name: 'migrate',
  summary: 'Brings the data of every plugin that is on to its version, in a process that serves nobody',
  options: registryOption,
  async run(context) {
    // Starts the store and makes the first administrator where there is none, as every command does.
    await context.services();
    const { environment, values } = context;
    const store = openStore({ uri: storeUri(environment), log: quiet });
    try {
      await untilUp(store, undefined);
      const done = async () => {
        const rows = await store.connection.collection<{ _id: string }>(MIGRATIONS).find({}).toArray();
        return rows.map(({ _id }) => _id);
      };
      const before = new Set(await done());
      // The whole runtime is loaded for this command alone.
      const { startRuntime } = await import('../kernel/start.ts');
      const runtime = await startRuntime({
        environment: { ...environment, host: '127.0.0.1', port: 0, roles: new Set(['api']) },
        log: createLog({ level: 'error', sink: process.stderr }),
        ...(typeof values.registry === 'string' ? { registryFile: resolve(values.registry) } : {}),
      });
      try {
        if (!(await within(runtime.ready, LIMIT_MS)))
          throw new Error(`the plugins were not ready after ${LIMIT_MS / 60_000} minutes`);
        const served = runtime.plugins.served();
        const failed = served.filter(({ state }) => state === 'failed');
        const migrations = (await done()).filter((id) => !before.has(id)).sort();
        return {
          value: { migrations, failed: failed.map(({ id, reason }) => ({ id, reason })) },
          lines: [
            ...migrations.map((id) => `${id} done`),
            ...(migrations.length === 0 ? ['nothing to migrate'] : []),
            ...failed.map(({ id, reason }) => `${id} failed: ${reason ?? ''}`),
          ],
          hasFailed: failed.length > 0,
        };
      } finally {
        await runtime.stop();
      }
    } finally {
      await store.close();
    }
  },
};

async function within(promise: Promise<void>, limitMs: number): Promise<boolean> {
  const { promise: late, resolve: expire } = Promise.withResolvers<false>();
  const timer = setTimeout(() => expire(false), limitMs);
  const isDone = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}
