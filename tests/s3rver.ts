import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './product.ts';
import { until } from './until.ts';

const PROGRAM = join(import.meta.dir, '../node_modules/s3rver/bin/s3rver.js');
/** Whom s3rver lets in. */
export const S3RVER_KEY = { key: 'S3RVER', secret: 'S3RVER' } as const;

export interface S3rver {
  endpoint: string;
  /** Where it keeps what it is given. */
  directory: string;
  stop(): Promise<void>;
}

/** Starts npm's s3rver, a real S3 server, as a process of its own on loopback, with these buckets. */
export async function startS3rver(buckets: readonly string[]): Promise<S3rver> {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-s3rver-'));
  const port = await freePort();
  const child = Bun.spawn(
    [
      ...[process.execPath, PROGRAM, '-d', directory, '-a', '127.0.0.1', '-p', String(port), '--silent'],
      ...buckets.flatMap((bucket) => ['--configure-bucket', bucket]),
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  await until('s3rver answers', async () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    ),
  );
  return {
    endpoint,
    directory,
    async stop() {
      child.kill();
      await child.exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
