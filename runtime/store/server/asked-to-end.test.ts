import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocumentWriter } from '../wire/bytes.ts';
import { encodeOpMsg } from '../wire/message.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-asked-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (name: string, ...further: string[]) => {
  const socket = join(folder, `${name}.sock`);
  const command = [process.execPath, join(import.meta.dir, '../main.ts'), '--data', join(folder, name)];
  const child = Bun.spawn([...command, '--socket', socket, ...further], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return { child, socket };
};

/** Resolves when the store has answered a ping: its loop has turned since the call. */
async function answered(socket: string): Promise<void> {
  const answer = Promise.withResolvers<void>();
  const document = createDocumentWriter();
  document.int32('ping', 1);
  document.string('$db', 'admin');
  const connection = await Bun.connect({
    unix: socket,
    socket: { data: () => answer.resolve(), close: () => answer.reject(new Error('the store went away')) },
  });
  connection.write(encodeOpMsg(1, 0, [document.finish()]));
  await answer.promise;
  connection.end();
}

async function listening(socket: string): Promise<void> {
  for (;;) {
    try {
      return await answered(socket);
    } catch {
      // It is still starting.
      await Bun.sleep(20);
    }
  }
}

test('started by hand it says that it listens and ends at a signal', async () => {
  const { child, socket } = start('by-hand');
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  expect(JSON.parse(new TextDecoder().decode(value))).toEqual({ ready: true, socket });
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
});

test('held by its input it outlives a signal that all processes get, and ends with whoever holds it', async () => {
  const { child, socket } = start('held', '--until-input-ends');
  await listening(socket);
  child.kill('SIGTERM');
  await answered(socket);
  child.kill('SIGINT');
  await answered(socket);
  await answered(socket);
  void child.stdin.end();
  expect(await child.exited).toBe(0);
  expect(await new Response(child.stdout).text()).toBe('');
});
