import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { superviseChild } from './child.ts';

const program = (text: string) => [process.execPath, '-e', text];

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('it did not happen within 30 s');
    await Bun.sleep(10);
  }
}

test('a process that was killed is started again: visits must come back without an operator', async () => {
  const pids: number[] = [];
  const ends: string[] = [];
  const child = superviseChild({
    name: 'sleeper',
    command: program('setInterval(() => {}, 1000)'),
    environment: {},
    onStart: (pid) => pids.push(pid),
    onEnd: (how) => ends.push(how),
  });
  await until(() => pids.length === 1);
  process.kill(pids[0] as number, 'SIGKILL');
  await until(() => pids.length === 2);
  expect(ends).toEqual(['SIGKILL']);
  await child.stop(5_000);
  expect(() => process.kill(pids[1] as number, 0)).toThrow();
});

test('one that ends before it could say anything is known of to the next: a crash loop must not look like a quiet process', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-child-'));
  const file = join(directory, 'starts');
  const begun = Date.now();
  const child = superviseChild({
    name: 'quick',
    command: program(
      `const told = process.env.WAYPOST_STARTS; require('node:fs').writeFileSync(${JSON.stringify(file)}, told); if (told.split(',').length < 3) process.exit(1); setInterval(() => {}, 1000)`,
    ),
    environment: {},
  });
  const told = () => (existsSync(file) ? readFileSync(file, 'utf8').split(',').map(Number) : []);
  await until(() => told().length === 3);
  const starts = told();
  expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  expect(starts[0]).toBeGreaterThanOrEqual(begun);
  expect(starts.at(-1)).toBeLessThanOrEqual(Date.now());
  await child.stop(5_000);
  rmSync(directory, { recursive: true });
}, 60_000);

test('two changes at once start one process, and a stop in the middle starts none', async () => {
  const pids: number[] = [];
  const child = superviseChild({
    name: 'sleeper',
    command: program('setInterval(() => {}, 1000)'),
    environment: {},
    onStart: (pid) => pids.push(pid),
  });
  await Promise.all([child.restart(5_000), child.restart(5_000)]);
  expect(pids).toHaveLength(2);
  await Promise.all([child.restart(5_000), child.stop(5_000)]);
  expect(pids).toHaveLength(2);
  expect(() => process.kill(pids[1] as number, 0)).toThrow();
}, 60_000);

test('a refusal to start is not tried again: the message would be lost in a loop', async () => {
  let starts = 0;
  let isFatal = false;
  const ends: string[] = [];
  const child = superviseChild({
    name: 'refuser',
    command: program('process.exit(78)'),
    environment: {},
    fatalExitCode: 78,
    onStart: () => {
      starts += 1;
    },
    onEnd: (how) => ends.push(how),
    onFatal: () => {
      isFatal = true;
    },
  });
  await until(() => isFatal);
  // Longer than the first delay before a restart; a slow machine can only make this test less strict.
  await Bun.sleep(300);
  expect(starts).toBe(1);
  expect(ends).toEqual([]);
  await child.stop(1_000);
});

test('a process that ignores the request to stop is killed after the limit', async () => {
  let pid = 0;
  const directory = mkdtempSync(join(tmpdir(), 'waypost-child-'));
  const deaf = join(directory, 'deaf');
  const child = superviseChild({
    name: 'stubborn',
    command: program(
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); require('node:fs').writeFileSync(${JSON.stringify(deaf)}, '')`,
    ),
    environment: {},
    onStart: (started) => {
      pid = started;
    },
  });
  await until(() => existsSync(deaf));
  await child.stop(200);
  expect(() => process.kill(pid, 0)).toThrow();
  rmSync(directory, { recursive: true });
});
