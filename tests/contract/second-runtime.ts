import { join } from 'node:path';
import { freePort } from '../product.ts';
import { until } from './harness.ts';

const PROJECT = join(import.meta.dir, '../..');

export interface SecondRuntime {
  origin: string;
  stop(): Promise<void>;
}

/** Another runtime on a data directory whose store runs, as behind a load balancer; resolves when it is ready. */
export async function startSecondRuntime(
  dataDirectory: string,
  options: { arguments?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<SecondRuntime> {
  const port = await freePort();
  const child = Bun.spawn([process.execPath, 'runtime/start/main.ts', ...(options.arguments ?? [])], {
    cwd: PROJECT,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'warn',
      ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
      ...options.env,
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}
