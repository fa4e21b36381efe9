import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketUri, storeCommand } from '@waypost/store';
import { freePort, startProduct } from '../product.ts';

const launcher = join(import.meta.dir, '../../runtime/launcher/main.ts');

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
  return undefined;
}

test('Ctrl-C reaches all processes at once; the store still ends after those that write to it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-start-'));
  const stopped = await startProduct({ dataDir: directory, env: { LOG_LEVEL: 'info' } });
  const everybody = [...Object.values(stopped.childPids()), stopped.pid];
  for (const pid of everybody) if (pid !== undefined) process.kill(pid, 'SIGINT');
  await stopped.stop();
  rmSync(directory, { recursive: true, force: true });
  expect(stopped.output()).not.toContain('it is started again');
  expect(stopped.output()).not.toContain('store lost');
}, 180_000);

test('a database that does not answer is told in a sentence, and when it does; the log stays readable', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-start-'));
  const socket = join(directory, 's.sock');
  const child = Bun.spawn([process.execPath, launcher], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: join(directory, 'data'),
      PORT: String(await freePort()),
      MONGODB_URI: socketUri(socket, 'waypost'),
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const log = new Response(child.stdout).text();
  const told = linesOf(child.stderr);
  expect((await told.next()).value).toMatch(
    /^Waiting for MongoDB at \S+: E[A-Z]+\. Start it, or stop Waypost and correct MONGODB_URI; /,
  );
  const store = Bun.spawn(storeCommand({ directory: join(directory, 'store'), socketPath: socket }), {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
  });
  expect((await told.next()).value).toMatch(/^Reached: MongoDB at /);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  store.kill('SIGTERM');
  await store.exited;
  rmSync(directory, { recursive: true, force: true });
  expect(await log).not.toContain('Topology is closed');
}, 120_000);
