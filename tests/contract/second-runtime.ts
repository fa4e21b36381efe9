import { join } from 'node:path';
import { freePort } from '../product.ts';
import { until } from '../until.ts';

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
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let output = '';
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) output += decoder.decode(chunk, { stream: true });
  })();
  const origin = `http://127.0.0.1:${port}`;
  let said = 'nothing';
  await until(
    'the second runtime is ready',
    async () => {
      const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
      said = (await answer?.text()) ?? 'nothing';
      return answer?.ok === true;
    },
    { explain: () => `${said}\n${output.slice(-4_000)}` },
  );
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}
