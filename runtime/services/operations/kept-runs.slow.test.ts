import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { OperationStatus } from '@waypost/contract';
import type { OperationDefinition } from '@waypost/sdk';
import type { OperationService } from './operations.ts';
import { createResultFiles } from './result-files.ts';
import { input } from './testing/kinds.ts';
import { isOver, OWNER, operationWorkers, request, requestOf, textOf, until } from './testing/workers.ts';

/** What a run has kept is gone on from: no line twice, none missing, and nobody is offered half of a file. */
setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
const stranger = requestOf('b'.repeat(24), 'root');
const { time, clock, rows, pathOf, worker: openWorker } = operationWorkers();

const LINES = 400;
const EXPECTED = Array.from({ length: LINES }, (_, line) => `line ${line}\n`).join('');

/** Writes lines and keeps them every twenty; `begun`: the line that each run began with. */
function keeping(begun: number[]): OperationDefinition<typeof input> {
  return {
    input,
    async run({ createFile, kept, progress, signal }) {
      const first = kept === undefined ? 0 : (kept as { line: number }).line;
      begun.push(first);
      const file = await createFile({ name: 'lines.txt', type: 'text/plain' });
      for (let line = first; line < LINES; line += 1) {
        signal.throwIfAborted();
        await file.write(`line ${line}\n`);
        progress(line + 1, LINES);
        if (line % 20 === 19) {
          await file.keep({ line: line + 1 });
          await Bun.sleep(5);
        }
      }
    },
  };
}

function worker(definition: OperationDefinition<typeof input>): OperationService {
  const service = openWorker();
  service.define('qr.keep', definition);
  return service;
}

const start = (service: OperationService) =>
  service.start('qr.keep', { name: 'Lines', input: { rows: LINES } }, request);

test('what was cancelled is no file, and started again it goes on as itself, for its owner, whoever starts it', async () => {
  const begun: number[] = [];
  const service = worker(keeping(begun));
  await service.begin();
  const { id } = await start(service);
  await until(service, id, ({ kept_size: size }) => (size ?? 0) > 0);
  await service.cancel(id);
  const cancelled = await until(service, id, isOver);
  expect(cancelled).toMatchObject({ error_code: 'cancelled', file_name: null });
  expect(cancelled.kept_size).toBeGreaterThan(0);
  expect(service.file(OWNER, id)).rejects.toMatchObject({ code: 'operation_file_gone' });
  expect(await service.retry(id, stranger)).toEqual({ id });
  // Twice at once is once.
  expect(service.retry(id, request)).rejects.toMatchObject({ code: 'not_found' });
  const done = await until(service, id, isOver);
  expect(done).toMatchObject({
    status: OperationStatus.completed,
    done: LINES,
    kept_size: null,
    account: 'anna',
  });
  expect(begun).toHaveLength(2);
  expect(begun[1]).toBeGreaterThan(0);
  expect(await textOf(service, id)).toBe(EXPECTED);
});

test('a process that stops hands over what it has, as often as it must', async () => {
  const begun: number[] = [];
  let service = worker(keeping(begun));
  await service.begin();
  const { id } = await start(service);
  for (let stops = 1; stops <= 2; stops += 1) {
    const before = (await service.find(OWNER, [id]))[0]?.kept_size ?? 0;
    await until(service, id, (one) => (one.kept_size ?? 0) > before || isOver(one));
    await service.stop();
    service = worker(keeping(begun));
    await service.begin();
  }
  expect(await until(service, id, isOver)).toMatchObject({ status: OperationStatus.completed, done: LINES });
  expect(begun).toEqual([...begun].sort((left, right) => left - right));
  expect(await textOf(service, id)).toBe(EXPECTED);
});

test('what was written behind the last keeping, by a run that nobody hears of, is cut off', async () => {
  const begun: number[] = [];
  const stuck: OperationDefinition<typeof input> = {
    input,
    async run({ createFile }) {
      const file = await createFile({ name: 'lines.txt', type: 'text/plain' });
      for (let line = 0; line < 40; line += 1) await file.write(`line ${line}\n`);
      await file.keep({ line: 40 });
      await file.write('never kept\n'.repeat(20_000));
      await new Promise(() => {});
    },
  };
  const dead = worker(stuck);
  await dead.begin();
  const { id } = await start(dead);
  await until(dead, id, ({ kept_size: size }) => (size ?? 0) > 0);
  // It was killed: no beat, and another process takes it for dead.
  await rows().updateOne({ _id: id }, { $set: { beat: new Date(clock.now() - 60_000), runner: 'killed' } });
  const service = worker(keeping(begun));
  await service.begin();
  expect(await until(service, id, isOver)).toMatchObject({ status: OperationStatus.completed });
  expect(begun).toEqual([40]);
  expect(await textOf(service, id)).toBe(EXPECTED);
});

test("on another machine it begins anew, and back on the first one what that has is not taken for the other one's", async () => {
  const begun: number[] = [];
  const keptMore = (service: OperationService, id: string, size: number) =>
    until(service, id, (one) => (one.kept_size ?? 0) > size);
  const first = worker(keeping(begun));
  await first.begin();
  const { id } = await start(first);
  await keptMore(first, id, 0);
  await first.stop();
  const kept = (await rows().findOne({ _id: id }))?.kept?.size ?? 0;
  const other = openWorker({ machine: 'other' });
  other.define('qr.keep', keeping(begun));
  await other.begin();
  await until(other, id, () => begun.length === 2);
  await until(other, id, (one) => one.kept_size !== kept);
  await other.stop();
  expect((await rows().findOne({ _id: id }))?.kept?.machine).toBe(pathOf('other'));
  const again = worker(keeping(begun));
  await again.begin();
  await until(again, id, isOver);
  expect([begun[1], begun[2]]).toEqual([0, 0]);
  expect(await textOf(again, id)).toBe(EXPECTED);
});

test('kept work whose file is gone begins anew; kept work that nobody takes up is cleared away', async () => {
  const begun: number[] = [];
  const service = worker(keeping(begun));
  await service.begin();
  const { id } = await start(service);
  await until(service, id, ({ kept_size: size }) => (size ?? 0) > 0);
  await service.cancel(id);
  await until(service, id, isOver);
  rmSync(pathOf(id));
  await service.retry(id, request);
  await until(service, id, isOver);
  expect(begun).toEqual([0, 0]);
  expect(await textOf(service, id)).toBe(EXPECTED);

  const other = await start(service);
  await until(service, other.id, ({ kept_size: size }) => (size ?? 0) > 0);
  await service.cancel(other.id);
  await until(service, other.id, isOver);
  expect(existsSync(pathOf(other.id))).toBe(true);
  await service.stop();
  time.ahead = 2 * DAY_MS;
  const later = worker(keeping(begun));
  await later.begin();
  await until(later, other.id, ({ kept_size: size }) => size === null);
  expect(existsSync(pathOf(other.id))).toBe(false);
});

test('a full disk ends it with a sentence, and nothing of the file is left or offered', async () => {
  const full: OperationDefinition<typeof input> = {
    input,
    async run({ createFile }) {
      // Of a device that is always full, the operating system's own refusal.
      const id = String((await rows().findOne({}))?._id);
      mkdirSync(pathOf(), { recursive: true });
      symlinkSync('/dev/full', pathOf(id));
      const file = await createFile({ name: 'lines.txt', type: 'text/plain' });
      await file.write('x'.repeat(200_000));
    },
  };
  const service = worker(full);
  await service.begin();
  const { id } = await start(service);
  expect(await until(service, id, isOver)).toMatchObject({
    status: OperationStatus.abnormal,
    error_code: 'disk_full',
    file_name: null,
    kept_size: null,
  });
  expect(existsSync(pathOf(id))).toBe(false);
  expect(service.file(OWNER, id)).rejects.toMatchObject({ code: 'operation_file_gone' });
  // Before it is full some of it is left to those who must write.
  const all = createResultFiles(pathOf(), { reserve: () => Number.MAX_SAFE_INTEGER });
  expect(all.create('c'.repeat(24))).rejects.toMatchObject({ code: 'disk_full' });
});
