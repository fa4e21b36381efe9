import { join, resolve } from 'node:path';
import { z } from 'zod';
import { storeUri } from '../process/environment.ts';
import { CONFIGURATION_FAULT } from '../process/exit-codes.ts';
import { MIGRATIONS, openStore, type StoreAccess } from '../storage/index.ts';
import { ensureVisitCollections, fillAddressLinks, moveAddresses } from '../visit/index.ts';
import type { Command } from './command.ts';
import { registryOption } from './plugin/registry-option.ts';
import { quiet, untilUp } from './store-session.ts';

/** How long the plugins may take, milliseconds: a large collection is copied before it is migrated. */
const LIMIT_MS = 30 * 60_000;

export const migrate: Command = {
  name: 'migrate',
  summary:
    'Brings the data of every plugin that is on, and what was counted, to their version, in a process that serves nobody',
  options: registryOption,
  async run(context) {
    // Starts the store and makes the first administrator where there is none, as every command does.
    await context.services();
    const { environment, values } = context;
    const store = openStore({ uri: storeUri(environment), log: quiet, program: 'command' });
    try {
      await untilUp(store, undefined);
      const done = async () => {
        const rows = await store.connection.collection<{ _id: string }>(MIGRATIONS).find({}).toArray();
        return rows.map(({ _id }) => _id);
      };
      const before = new Set(await done());
      const failed = await startForMigrations(values.registry);
      const migrations = (await done()).filter((id) => !before.has(id)).sort();
      const addresses = await moveVisits(store);
      return {
        value: { migrations, addresses, failed },
        lines: [
          ...migrations.map((id) => `${id} done`),
          ...(addresses === 0 ? [] : [`${addresses} addresses of visitors moved`]),
          ...(migrations.length === 0 && addresses === 0 ? ['nothing to migrate'] : []),
          ...failed.map(({ id, reason }) => `${id} failed: ${reason ?? ''}`),
        ],
        hasFailed: failed.length > 0,
      };
    } finally {
      await store.close();
    }
  },
};

/** Brings what was counted to how it is kept now; the aggregator would do so before it counts anything. */
async function moveVisits({ database }: Pick<StoreAccess, 'database'>): Promise<number> {
  await ensureVisitCollections(database);
  const session = database.client.startSession();
  try {
    const moved = await moveAddresses({ database, session });
    await fillAddressLinks({ database, session });
    return moved;
  } finally {
    await session.endSession();
  }
}

const zResult = z.object({ failed: z.array(z.object({ id: z.string(), reason: z.string().nullable() })) });

/** Starts the whole runtime in a process of its own, once, and returns the plugins that did not come up. */
async function startForMigrations(registry: unknown): Promise<z.output<typeof zResult>['failed']> {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, '../start/migrate.ts'),
      ...['--limit-ms', String(LIMIT_MS)],
      ...(typeof registry === 'string' ? ['--registry', resolve(registry)] : []),
    ],
    { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
  );
  const said = await new Response(child.stdout).text();
  const code = await child.exited;
  if (code === CONFIGURATION_FAULT)
    throw new Error(`the plugins were not ready after ${LIMIT_MS / 60_000} minutes`);
  if (code !== 0) throw new Error(`the process that migrates ended with ${code}; the reason stands above`);
  return zResult.parse(JSON.parse(said)).failed;
}
