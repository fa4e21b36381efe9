import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type System, until } from '../contract/harness.ts';
import { freePort } from '../product.ts';
import { author } from './shelf.ts';

export interface SecondRuntime {
  origin: string;
  stop(): Promise<void>;
}

/** A second runtime on the store of `system` with files of its own, as on another machine. */
export async function startSecond(system: System, registry: string): Promise<SecondRuntime> {
  const port = await freePort();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'waypost-second-'));
  const child = Bun.spawn(
    [process.execPath, 'runtime/start/main.ts', '--registry', registry, '--rate-scale', '1000'],
    {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(port),
        DATA_DIR: dataDirectory,
        ROLES: 'api',
        LOG_LEVEL: 'error',
        PLUGIN_TRUSTED_KEYS: author.publicKey,
        SECRET_KEY: readFileSync(join(system.dataDirectory, 'secret.key')).toString('utf8').trim(),
        MONGODB_URI: system.storeUri,
      },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  await until(() => isOk(`${origin}/readyz`));
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export const isOk = (address: string): Promise<boolean> =>
  fetch(address).then(
    (answer) => answer.ok,
    () => false,
  );
