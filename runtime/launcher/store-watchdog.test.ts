import { afterEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStoreWatchdog } from './store-watchdog.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-watchdog-'));
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A store that answers, or does not, and whose main thread has worked for as long as the test says. */
function watched(isAnswering: () => boolean) {
  const socketPath = join(folder, `${ends.length}-${Math.random().toString(36).slice(2)}.sock`);
  const asked: number[] = [];
  const reasons: string[] = [];
  const facts = { used: 0, pid: 7 as number | undefined };
  const server = Bun.listen({
    unix: socketPath,
    socket: {
      data(socket, bytes) {
        asked.push(bytes.length);
        if (isAnswering()) socket.write('an answer');
      },
    },
  });
  const watch = startStoreWatchdog({
    socketPath,
    pid: () => facts.pid,
    usedMs: () => facts.used,
    end: (reason) => void reasons.push(reason),
    askMs: 5,
    stuckMs: 1_000,
  });
  ends.push(() => {
    watch.stop();
    server.stop(true);
  });
  return { asked, reasons, facts };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await Bun.sleep(5);
};

test('a store that answers may work as long as it likes', async () => {
  const { asked, reasons, facts } = watched(() => true);
  for (let seen = 0; seen < 10; seen = asked.length) {
    const before = seen;
    await until(() => asked.length > before);
    // Many times the limit in all, never that much from a question to its answer, however late that is read.
    facts.used += 400;
  }
  expect(reasons).toEqual([]);
}, 60_000);

test('a store that works and answers nobody is ended, and the next one is asked again', async () => {
  let isAnswering = false;
  const { asked, reasons, facts } = watched(() => isAnswering);
  await until(() => asked.length === 1);
  facts.used = 2_000;
  await until(() => reasons.length === 1);
  expect(reasons[0]).toBe('it worked for 2 s and answered nobody');
  isAnswering = true;
  await until(() => asked.length > 3);
  expect(reasons).toHaveLength(1);
}, 60_000);

test('a store that waits for its turn on a busy machine is left alone', async () => {
  const { asked, reasons, facts } = watched(() => false);
  await until(() => asked.length === 1);
  facts.used = 900;
  await Bun.sleep(200);
  expect(reasons).toEqual([]);
}, 60_000);

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
