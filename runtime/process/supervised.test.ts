import { expect, test } from 'bun:test';
import { join } from 'node:path';

const SUPERVISED = join(import.meta.dir, 'supervised.ts');
/** Never finishes its work. */
const CHILD = `
  import { stopWhenAsked } from ${JSON.stringify(SUPERVISED)};
  stopWhenAsked(() => new Promise(() => setInterval(() => {}, 1_000)), 50);
  process.stdout.write(String(process.pid) + '\\n');
`;
/** Starts it as the launcher does. */
const LAUNCHER = `
  Bun.spawn([process.execPath, '-e', ${JSON.stringify(CHILD)}], {
    env: { ...process.env, WAYPOST_SUPERVISED: '1' },
    stdin: 'pipe', stdout: 'inherit', stderr: 'inherit',
  });
  setInterval(() => {}, 1_000);
`;

test('a process whose launcher was killed ends though its work does not, or it would keep port and journal from the next start', async () => {
  const launcher = Bun.spawn([process.execPath, '-e', LAUNCHER], { stdin: 'ignore', stdout: 'pipe' });
  const reader = launcher.stdout.getReader();
  const { value } = await reader.read();
  const pid = Number(new TextDecoder().decode(value));
  expect(pid).toBeGreaterThan(1);
  launcher.kill('SIGKILL');
  // The other end of its output is closed by its end alone.
  const isOver = await Promise.race([
    reader.read().then(({ done }) => done),
    Bun.sleep(4_000).then(() => false),
  ]);
  if (!isOver) process.kill(pid, 'SIGKILL');
  expect(isOver).toBe(true);
});
