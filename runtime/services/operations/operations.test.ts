import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { errors, OperationStatus } from '@waypost/contract';
import type { OperationDefinition } from '@waypost/sdk';
import { z } from 'zod';
import type { OperationDocument } from './document.ts';
import { counting, endless, input, killedRow, sifting } from './testing/kinds.ts';
import { isOver, LIMIT_MS, OWNER, operationWorkers, request, textOf, until } from './testing/workers.ts';

const { time, rows, pathOf, worker } = operationWorkers();

describe('an operation', () => {
  test(
    'that is asked for without what may be left out gets an input without it, and completes',
    async () => {
      const service = worker();
      const optional = z.strictObject({ rows: z.int(), format: z.string().optional() });
      service.define('qr.optional', { ...counting, input: optional });
      await service.begin();
      const given = { rows: 3, format: undefined };
      const { id } = await service.start('qr.optional', { name: 'Counting', input: given }, request);
      expect(await until(service, id, isOver)).toMatchObject({
        status: OperationStatus.completed,
        error_code: null,
      });
    },
    LIMIT_MS,
  );

  test(
    'runs without the request that started it, and its owner alone gets the file',
    async () => {
      const service = worker();
      service.define('qr.count', counting);
      await service.begin();
      const { id } = await service.start('qr.count', { name: 'Counting', input: { rows: 1000 } }, request);
      const done = await until(service, id, isOver);
      expect(done).toMatchObject({
        status: OperationStatus.completed,
        done: 1000,
        total: 1000,
        account: 'anna',
        name: 'Counting',
        file_name: '计数.txt',
        error_code: null,
        left_out: null,
      });
      const text = await textOf(service, id);
      expect(text.split('\n').length).toBe(1001);
      expect(done.file_size).toBe(Buffer.byteLength(text));
      await expect(service.file('b'.repeat(24), id)).rejects.toMatchObject({ code: 'not_found' });
      expect(await service.find('b'.repeat(24), [id])).toEqual([]);
      expect(await service.recent('b'.repeat(24))).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    'tells how many of what it has done came to nothing; rows of older versions tell of none',
    async () => {
      const service = worker();
      service.define('qr.sift', sifting);
      await service.begin();
      const { id } = await service.start('qr.sift', { name: 'Sifting', input: { rows: 10 } }, request);
      expect(await until(service, id, isOver)).toMatchObject({ done: 10, total: 10, left_out: 3 });
      await rows().updateOne({ _id: id }, { $unset: { left_out: '' } });
      expect((await service.find(OWNER, [id]))[0]?.left_out).toBeNull();
    },
    LIMIT_MS,
  );

  test(
    'stops soon after it is cancelled, and leaves no half result',
    async () => {
      const service = worker();
      service.define('qr.endless', endless);
      await service.begin();
      const { id } = await service.start('qr.endless', { name: 'x', input: { rows: 1 } }, request);
      await until(service, id, ({ done }) => done > 1);
      await service.cancel(id);
      const ended = await until(service, id, isOver);
      expect(ended).toMatchObject({
        status: OperationStatus.abnormal,
        error_code: 'cancelled',
        file_name: null,
      });
      expect(existsSync(pathOf(id))).toBe(false);
      // Once more changes nothing, and it can be started again.
      await service.cancel(id);
      const again = await service.retry(id, request);
      await until(service, again.id, ({ done }) => done > 1);
      await service.cancel(again.id);
      await until(service, again.id, isOver);
    },
    LIMIT_MS,
  );

  test(
    'that fails says by which code, and a fault of ours tells nothing of itself',
    async () => {
      const service = worker();
      const { notFound } = (await import('@waypost/contract')).errors;
      service.define('qr.refused', { input, run: () => Promise.reject(notFound.create()) });
      service.define('qr.broken', { input, run: () => Promise.reject(new Error('secret path')) });
      await service.begin();
      for (const [kind, code] of [
        ['qr.refused', 'not_found'],
        ['qr.broken', 'internal'],
      ] as const) {
        const { id } = await service.start(kind, { name: 'x', input: { rows: 1 } }, request);
        const ended = await until(service, id, isOver);
        expect(ended.error_code).toBe(code);
        expect(JSON.stringify(ended)).not.toContain('secret');
      }
      await expect(
        service.start('qr.refused', { name: 'x', input: { rows: 'many' } }, request),
      ).rejects.toThrow();
    },
    LIMIT_MS,
  );

  test(
    'that will not be done any more tells whoever defined it, after its work has ended and before people are told',
    async () => {
      const service = worker({ losesJobs: true });
      const told: { about: number; isOver: boolean; isRunning: boolean }[] = [];
      const running = new Set<number>();
      const telling = (run: OperationDefinition<typeof input>['run']): OperationDefinition<typeof input> => ({
        input,
        async run(work) {
          running.add(work.input.rows);
          await run(work).finally(async () => {
            // The portion it is at.
            await Bun.sleep(300);
            running.delete(work.input.rows);
          });
        },
        async unfinished({ rows: about }) {
          const row = await rows().findOne({ 'input.rows': about });
          told.push({ about, isOver: row?.end_time !== null, isRunning: running.has(about) });
        },
      });
      service.define('qr.endless', telling(endless.run));
      service.define('qr.count', telling(counting.run));
      service.define(
        'qr.broken',
        telling(() => Promise.reject(new Error('broken'))),
      );
      const start = async (kind: string, about: number) =>
        (await service.start(kind, { name: 'x', input: { rows: about } }, request)).id;
      const untaken = await start('qr.endless', 1);
      await service.cancel(untaken);
      expect(told).toEqual([{ about: 1, isOver: true, isRunning: false }]);
      await killed({ attempts: 3, input: { rows: 2 } });
      await service.begin();
      const cancelled = await start('qr.endless', 3);
      await until(service, cancelled, ({ done }) => done > 1);
      await service.cancel(cancelled);
      for (const id of [cancelled, await start('qr.broken', 4), await start('qr.count', 5)])
        await until(service, id, isOver);
      expect(told.toSorted((one, other) => one.about - other.about)).toEqual([
        { about: 1, isOver: true, isRunning: false },
        { about: 2, isOver: true, isRunning: false },
        { about: 3, isOver: false, isRunning: false },
        { about: 4, isOver: false, isRunning: false },
      ]);
    },
    LIMIT_MS,
  );

  test(
    'is not started while five of the same account go on',
    async () => {
      const service = worker();
      service.define('qr.endless', endless);
      await service.begin();
      const ids: string[] = [];
      for (let one = 0; one < 5; one++)
        ids.push((await service.start('qr.endless', { name: 'x', input: { rows: 1 } }, request)).id);
      await expect(
        service.start('qr.endless', { name: 'x', input: { rows: 1 } }, request),
      ).rejects.toMatchObject({
        code: 'too_many_operations',
        status: 409,
      });
      for (const id of ids) await service.cancel(id);
      for (const id of ids) await until(service, id, isOver);
    },
    LIMIT_MS,
  );
});

async function killed(change: Partial<OperationDocument>): Promise<string> {
  const row = {
    ...killedRow({
      _id: Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex'),
      owner: OWNER,
    }),
    ...change,
  };
  await rows().insertOne(row);
  return row._id;
}

describe('none is stuck', () => {
  test(
    'one whose process was killed is run again by the next; after three kills it is given up',
    async () => {
      const ids = {
        once: await killed({}),
        thrice: await killed({ attempts: 3 }),
        cancelled: await killed({ is_cancelled: true }),
        untaken: await killed({ runner: null, beat: null, start_time: null, attempts: 0 }),
        alive: await killed({ beat: new Date() }),
        off: await killed({ kind: 'gone.kind' }),
      };
      const service = worker({ losesJobs: true });
      service.define('qr.count', counting);
      await service.begin();
      expect(await until(service, ids.once, isOver)).toMatchObject({
        status: OperationStatus.completed,
        done: 10,
      });
      expect(await until(service, ids.untaken, isOver)).toMatchObject({ status: OperationStatus.completed });
      expect(await until(service, ids.thrice, isOver)).toMatchObject({ error_code: 'interrupted' });
      expect(await until(service, ids.cancelled, isOver)).toMatchObject({ error_code: 'cancelled' });
      expect((await service.find(OWNER, [ids.alive]))[0]?.status).toBe(OperationStatus.inProgress);
      time.ahead = 11 * 60_000;
      expect(await until(service, ids.off, isOver)).toMatchObject({ error_code: 'plugin_off' });
    },
    LIMIT_MS,
  );

  test(
    'one that comes further each time is not given up for its kills; one that does not is',
    async () => {
      const further = await killed({ attempts: 2, done: 3 });
      const back = await killed({ attempts: 2, done: 3, furthest: 1_000_000 });
      const service = worker();
      service.define('qr.count', { ...counting, run: endless.run });
      await service.begin();
      const attemptsOf = async (id: string) => (await rows().findOne({ _id: id }))?.attempts;
      for (const id of [further, back]) await until(service, id, ({ done }) => done > 3);
      expect([await attemptsOf(further), await attemptsOf(back)]).toEqual([1, 3]);
      await service.stop();
    },
    LIMIT_MS,
  );

  test(
    'one for which the store was away goes on later, and is given up when it stays so',
    async () => {
      let failures = 1;
      const away = () => Promise.reject(errors.storeUnavailable.create());
      const service = worker({ losesJobs: true });
      service.define('qr.count', {
        ...counting,
        run: (run) => (failures-- > 0 ? away() : counting.run(run)),
      });
      service.define('qr.away', { ...counting, run: away });
      await service.begin();
      const start = async (kind: string) =>
        (await service.start(kind, { name: 'x', input: { rows: 3 } }, request)).id;
      const [once, always] = [await start('qr.count'), await start('qr.away')];
      for (let pass = 1; pass <= 3; pass++) {
        await Bun.sleep(300);
        time.ahead += 5_000;
      }
      expect(await until(service, once, isOver)).toMatchObject({
        status: OperationStatus.completed,
        done: 3,
      });
      expect(await until(service, always, isOver)).toMatchObject({ error_code: 'store_unavailable' });
      time.ahead = 0;
    },
    LIMIT_MS,
  );

  test(
    'a process that stops gives its work back, and the next one finishes it once',
    async () => {
      let isFast = false;
      let runs = 0;
      const patient: OperationDefinition<typeof input> = {
        input,
        async run(run) {
          runs++;
          await (isFast ? counting : endless).run(run);
        },
      };
      const first = worker();
      first.define('qr.patient', patient);
      await first.begin();
      const { id } = await first.start('qr.patient', { name: 'x', input: { rows: 5 } }, request);
      await until(first, id, ({ done }) => done > 1);
      await first.stop();
      expect(await rows().findOne({ _id: id })).toMatchObject({ runner: null, attempts: 0 });
      isFast = true;
      time.ahead = 5_000;
      const [second, third] = [worker(), worker()];
      for (const service of [second, third]) {
        service.define('qr.patient', patient);
        await service.begin();
      }
      expect(await until(second, id, isOver)).toMatchObject({ status: OperationStatus.completed, done: 5 });
      expect(runs).toBe(2);
    },
    LIMIT_MS,
  );

  test(
    'results go after seven days, and files that no row knows',
    async () => {
      const service = worker();
      service.define('qr.count', counting);
      await service.begin();
      const { id } = await service.start('qr.count', { name: 'x', input: { rows: 1 } }, request);
      await until(service, id, isOver);
      const lost = 'f'.repeat(24);
      await Bun.write(pathOf(lost), 'nobody knows me');
      time.ahead = 6 * 24 * 60 * 60 * 1000;
      const early = worker();
      await early.begin();
      await early.stop();
      expect(existsSync(pathOf(lost))).toBe(false);
      expect(existsSync(pathOf(id))).toBe(true);
      time.ahead = 7 * 24 * 60 * 60 * 1000 + 60_000;
      const late = worker();
      await late.begin();
      await late.stop();
      expect((await service.find(OWNER, [id]))[0]).toMatchObject({
        status: OperationStatus.completed,
        file_name: null,
      });
      await expect(service.file(OWNER, id)).rejects.toMatchObject({
        code: 'operation_file_gone',
        status: 410,
      });
    },
    LIMIT_MS,
  );
});
