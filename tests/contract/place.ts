import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, createConnection } from 'mongoose';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem } from './harness.ts';

/** A system with a plugin of `tests/plugins` in one of the two places where a plugin runs. */
export interface Place {
  system: System;
  admin: Api;
  connection: Connection;
}

/** @param folder where its registry is written */
export async function openPlace(
  folder: string,
  isOutside: boolean,
  plugin: 'every-method' | 'every-part' = 'every-method',
): Promise<Place> {
  const registry = join(folder, `${isOutside}.json`);
  const entry = (id: string, path: string, version: string, more: object = {}) => ({
    id,
    version,
    path,
    enabled: true,
    ...more,
  });
  writeFileSync(
    registry,
    JSON.stringify({
      plugins: [
        entry('system', 'plugins/system', '0.1.0', { required: true }),
        entry('part-friend', 'tests/plugins/part-friend', '1.0.0'),
        entry(plugin, `tests/plugins/${plugin}`, '1.0.0', { outside: isOutside }),
      ],
    }),
  );
  const system = await startSystem({
    registry,
    arguments: ['--rate-scale', '1000'],
    env: { LOG_LEVEL: 'debug' },
  });
  const admin = await signIn(system.origin, ADMINISTRATOR);
  const connection = await createConnection(system.storeUri).asPromise();
  return { system, admin, connection };
}
