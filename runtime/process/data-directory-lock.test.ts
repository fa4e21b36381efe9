import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDirectory } from './data-directory-lock.ts';

const makeDirectory = () => mkdtempSync(join(tmpdir(), 'waypost-lock-'));

/** Takes the lock in a process of its own, says so, and holds it until it is killed. */
function holdInAnotherProcess(directory: string) {
  const program = `
    const { lockDataDirectory } = await import(${JSON.stringify(join(import.meta.dir, 'data-directory-lock.ts'))});
    lockDataDirectory(${JSON.stringify(directory)}, 'http://127.0.0.1:6009');
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
  expect(() => lockDataDirectory(directory, 'http://127.0.0.1:6010')).toThrow(
    new RegExp(`in use by process ${holder.pid} \\(http://127\\.0\\.0\\.1:6009`),
  );
  holder.kill('SIGKILL');
  await holder.exited;
  lockDataDirectory(directory, 'http://127.0.0.1:6010').release();
});

test('a released lock can be taken again', () => {
  const directory = makeDirectory();
  lockDataDirectory(directory, 'a').release();
  lockDataDirectory(directory, 'b').release();
});
