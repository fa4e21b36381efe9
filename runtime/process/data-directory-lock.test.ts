import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../tests/until.ts';
import { lockDataDirectory, lockDataDirectoryOnceFree, runningProduct } from './data-directory-lock.ts';

const makeDirectory = () => mkdtempSync(join(tmpdir(), 'waypost-lock-'));

/** Takes the lock in a process of its own, says so, and holds it until it is killed. */
function holdInAnotherProcess(directory: string, isStopping = false) {
  const program = `
    const { announceStop, lockDataDirectory } = await import(${JSON.stringify(join(import.meta.dir, 'data-directory-lock.ts'))});
    lockDataDirectory(${JSON.stringify(directory)}, 'http://127.0.0.1:6009', 'https://go.example.com');
    if (${isStopping}) announceStop(${JSON.stringify(directory)});
    // Nobody keeps what was returned: the lock lasts as long as the process all the same.
    Bun.gc(true);
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  return Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'inherit' });
}

test('two products on one data directory would mix their journals: the second is told who holds it', async () => {
  const directory = makeDirectory();
  const holder = holdInAnotherProcess(directory);
  const { value } = await holder.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe('held');
  const running = { address: 'http://127.0.0.1:6009', publicUrl: 'https://go.example.com' };
  expect(runningProduct(directory)).toEqual(running);
  expect(() => lockDataDirectory(directory, 'http://127.0.0.1:6010')).toThrow(
    new RegExp(`in use by process ${holder.pid} \\(http://127\\.0\\.0\\.1:6009`),
  );
  holder.kill('SIGKILL');
  await holder.exited;
  // Its description is still there.
  expect(runningProduct(directory)).toBeUndefined();
  lockDataDirectory(directory, 'http://127.0.0.1:6010').release();
});

test('a released lock can be taken again', () => {
  const directory = makeDirectory();
  lockDataDirectory(directory, 'a').release();
  lockDataDirectory(directory, 'b').release();
});

test('a command that has the lock is no product that runs, and asking for one makes no files', () => {
  const directory = makeDirectory();
  expect(runningProduct(directory)).toBeUndefined();
  expect(readdirSync(directory)).toEqual([]);
  const lock = lockDataDirectory(directory, 'the command line');
  expect(runningProduct(directory)).toBeUndefined();
  lock.release();
});

test('a start waits for a product that is stopping, says so once, and gives up after a while', async () => {
  const directory = makeDirectory();
  const holder = holdInAnotherProcess(directory, true);
  await holder.stdout.getReader().read();
  const told: string[] = [];
  const start = (limitMs: number) =>
    lockDataDirectoryOnceFree(directory, 'http://127.0.0.1:6010', {
      publicUrl: undefined,
      limitMs,
      onWait: (message) => told.push(message),
    });
  await expect(start(0)).rejects.toThrow(`in use by process ${holder.pid}`);
  const waiting = start(30_000);
  await until('the second start waits', () => told.length === 1);
  holder.kill('SIGKILL');
  (await waiting).release();
  expect(told).toHaveLength(1);
});

test('a start does not wait for a product that goes on', async () => {
  const directory = makeDirectory();
  const holder = holdInAnotherProcess(directory);
  await holder.stdout.getReader().read();
  const start = lockDataDirectoryOnceFree(directory, 'http://127.0.0.1:6010', {
    publicUrl: undefined,
    limitMs: 30_000,
    onWait: () => expect.unreachable(),
  });
  await expect(start).rejects.toThrow(`in use by process ${holder.pid}`);
  holder.kill('SIGKILL');
});
