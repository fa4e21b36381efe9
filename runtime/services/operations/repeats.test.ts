import { describe, expect, test } from 'bun:test';
import { OperationStatus } from '@waypost/contract';
import type { Demands, SignedRequest } from '@waypost/sdk';
import type { OperationService } from './operations.ts';
import { createRequireSame } from './require-same.ts';
import { counting } from './testing/kinds.ts';
import { CODE } from './testing/open-worker.ts';
import { isOver, LIMIT_MS, OWNER, operationWorkers, request, until } from './testing/workers.ts';

const { rows, worker: openWorker } = operationWorkers();

const COUNT = 'qr.number:count';
const RETRY = 'system.operation:retry';
const ALL = 'qr.number:read_all';

/** A call of the owner's, with these rights, that asks for one of them. */
function asking(
  permissions: readonly string[],
  permission?: string,
  demands: Partial<Demands> = {},
): SignedRequest {
  const caller = { ...request.caller, permissions: new Set(permissions), isSuper: false };
  const asks = { ...(permission === undefined ? {} : { permission }), hasCode: false, isPersonal: false };
  return { ...request, caller, asks: { ...asks, ...demands } };
}
const asSuper = (asked: SignedRequest): SignedRequest => ({
  ...asked,
  caller: { ...asked.caller, isSuper: true },
});

function worker(guarded: string[] = []): OperationService {
  const service = openWorker({ losesJobs: true, guarded });
  service.define('qr.count', counting);
  return service;
}

/** One that such a call began, and that did not come to its end. */
async function stopped(service: OperationService, began = asking([COUNT], COUNT)): Promise<string> {
  const work = { name: 'Counting', input: { rows: 3 } };
  const { id } = await service.start('qr.count', work, began);
  await service.cancel(id);
  return id;
}

/** What goes on as itself when it is repeated, and not anew. */
async function keeps(id: string): Promise<string> {
  const kept = { size: 0, machine: '', state: {}, done: 0, total: null, left_out: null };
  await rows().updateOne({ _id: id }, { $set: { kept } });
  return id;
}

const refused = (permission: string) => ({ code: 'forbidden', params: { permission } });

describe('What is started again', () => {
  test(
    'takes the right that beginning it took: who lost that gets nothing by it, and who repeats a repetition neither',
    async () => {
      const service = worker();
      const id = await stopped(service);
      await expect(service.retry(id, asking([RETRY], RETRY))).rejects.toMatchObject(refused(COUNT));
      expect(await rows().countDocuments()).toBe(1);
      const again = await service.retry(id, asking([RETRY, COUNT], RETRY));
      await service.cancel(again.id);
      await expect(service.retry(again.id, asking([RETRY], RETRY))).rejects.toMatchObject(refused(COUNT));
      const last = await service.retry(again.id, asSuper(asking([], RETRY)));
      await service.begin();
      expect((await until(service, last.id, isOver)).status).toBe(OperationStatus.completed);
    },
    LIMIT_MS,
  );

  test(
    'has no reach that whoever repeats it has lost: it may say that it is about everybody',
    async () => {
      const service = worker();
      const own = asking([RETRY, COUNT], RETRY);
      const reaching = asking([RETRY, COUNT, ALL], RETRY);
      const began = () => stopped(service, asking([COUNT, ALL], COUNT));
      const id = await began();
      for (const one of [id, await keeps(await began())])
        await expect(service.retry(one, own)).rejects.toMatchObject(refused(ALL));
      const again = await service.retry(id, reaching);
      await service.cancel(again.id);
      await expect(service.retry(again.id, own)).rejects.toMatchObject(refused(ALL));
      const supers = await stopped(service, asSuper(asking([], COUNT)));
      await expect(service.retry(supers, reaching)).rejects.toMatchObject(refused('*'));
      await service.retry(supers, asSuper(own));
    },
    LIMIT_MS,
  );

  test(
    'has the reach of whoever repeats it where its input is made anew, and nobody else’s later',
    async () => {
      const service = worker();
      const renew = { 'qr.count': async (input: unknown) => input };
      const own = asking([RETRY, COUNT], RETRY);
      const id = await stopped(service, asking([COUNT, ALL], COUNT));
      const again = await service.retry(id, own, renew);
      await service.cancel(again.id);
      await keeps(again.id);
      expect(await service.retry(again.id, own, renew)).toEqual(again);
      const kept = await keeps(await stopped(service, asking([COUNT, ALL], COUNT)));
      await expect(service.retry(kept, own, renew)).rejects.toMatchObject(refused(ALL));
    },
    LIMIT_MS,
  );

  test(
    'takes the code that beginning it took, once, of whoever has a second factor',
    async () => {
      const guarded = worker([OWNER]);
      const mayBoth = asking([RETRY, COUNT], RETRY);
      const withCode = () => stopped(guarded, asking([COUNT], COUNT, { hasCode: true }));
      const id = await withCode();
      for (const one of [id, await keeps(await withCode())]) {
        const needsCode = { code: 'second_factor_required', status: 403 };
        await expect(guarded.retry(one, mayBoth)).rejects.toMatchObject(needsCode);
        const wrong = { ...mayBoth, secondFactor: '654321' };
        await expect(guarded.retry(one, wrong)).rejects.toMatchObject({ code: 'second_factor_wrong' });
      }
      // Whoever lacks the right uses no code up.
      const lacking = { ...asking([RETRY], RETRY), secondFactor: CODE };
      await expect(guarded.retry(id, lacking)).rejects.toMatchObject(refused(COUNT));
      await guarded.retry(id, { ...mayBoth, secondFactor: CODE });
      await guarded.retry(await stopped(guarded), mayBoth);
      const open = worker();
      await open.retry(await stopped(open, asking([COUNT], COUNT, { hasCode: true })), mayBoth);
    },
    LIMIT_MS,
  );

  test('takes one code of a request, also where its transaction is tried again', async () => {
    let taken = 0;
    const requireSame = createRequireSame({
      requireSecondFactor: async () => {
        taken += 1;
      },
    });
    const { asks } = asking([COUNT], COUNT, { hasCode: true });
    const row = { asks: { ...(asks as Demands), reach: { isSuper: false, nodes: [] } } };
    for (const again of [asking([COUNT], RETRY), asking([COUNT], RETRY)])
      for (let tries = 0; tries < 2; tries++) await requireSame(row, again, { isRenewed: false });
    expect(taken).toBe(2);
  });

  test(
    'is the person’s alone where beginning it was, also where that took no right',
    async () => {
      const service = worker();
      const id = await stopped(service, asking([], undefined, { isPersonal: true }));
      const own = asking([RETRY], RETRY);
      const acting = { ...own, caller: { ...own.caller, actor: { id: 'b'.repeat(24), account: 'olga' } } };
      await expect(service.retry(id, acting)).rejects.toMatchObject({ code: 'acting_refused' });
      await service.retry(id, own);
    },
    LIMIT_MS,
  );

  test(
    'by a release before this one, which did not write down what it took, is a super administrator’s',
    async () => {
      const service = worker();
      const unknown = async () => {
        const id = await stopped(service);
        await rows().updateOne({ _id: id }, { $unset: { asks: 1 } });
        return id;
      };
      const mayBoth = asking([RETRY, COUNT, ALL], RETRY);
      const id = await unknown();
      await expect(service.retry(id, mayBoth)).rejects.toMatchObject(refused('*'));
      const again = await service.retry(id, asSuper(mayBoth));
      await service.cancel(again.id);
      await expect(service.retry(again.id, mayBoth)).rejects.toMatchObject(refused('*'));
      // Nothing was asked of whom no call began it for.
      const free = await stopped(service);
      await rows().updateOne({ _id: free }, { $set: { asks: null } });
      await service.retry(free, asking([RETRY], RETRY));
    },
    LIMIT_MS,
  );
});
