import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { PluginContext } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import fc from 'fast-check';
import { asking, outcome } from '../testing/called-directly.ts';
import { failingContext } from '../testing/failing-context.ts';
import { startWithdrawals } from '../testing/withdrawal-place.ts';
import { askWithdrawal } from '../withdrawals/ask-withdrawal.ts';
import { approveWithdrawal, cancelWithdrawal, rejectWithdrawal } from '../withdrawals/decide.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';

// The two properties of money that is asked for, each by its name. A crash at each step of a withdrawal: withdrawal-model.test.ts.
setDefaultTimeout(300_000);
const MONEY = '30000000';
let it: Awaited<ReturnType<typeof startWithdrawals>>;
beforeAll(async () => {
  it = await startWithdrawals();
  await it.configure({ withdraw_minimum: '1000000', withdraw_two_people: '100000000' });
});
afterAll(() => it?.stop());

/** Does something in a process that ends at a step of it, and again in the next one. @returns what was answered last */
async function twice(at: number, work: (context: PluginContext) => Promise<unknown>): Promise<string> {
  const gone = failingContext(it.t.context, at);
  let said = await outcome(work(gone.context), gone);
  if (gone.isGone()) said = await outcome(work(it.t.context));
  return said;
}

const steps = fc.option(fc.nat(12), { nil: -1 });
const REFUSED = ['ledger_insufficient', 'wallet.withdrawal_open'];

test('5: of fifty withdrawals of the whole balance at once one is held', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 50, maxLength: 50 }), async (crashes) => {
      const agent = await it.newAgent(MONEY);
      const said = await Promise.all(
        crashes.map((at) => {
          const key = crypto.randomUUID();
          return twice(at, (context) => askWithdrawal(context, { amount: MONEY, key }, asking(agent)));
        }),
      );
      expect(said.filter((one) => one === 'done')).toHaveLength(1);
      expect(new Set(said).difference(new Set(['done', ...REFUSED]))).toEqual(new Set());
      expect(await it.money(agent)).toEqual({ available: '0', held: MONEY });
      expect(await it.t.rows(withdrawalResource).count({ owner: agent.id } as never)).toBe(1);
    }),
    { numRuns: 1, endOnFailure: true },
  );
  expect((await it.t.ledger()).faults).toEqual([]);
});

test('6: approved, rejected and taken back at once: one of them wins, and the money follows', async () => {
  const decision = fc.record({
    kind: fc.constantFrom('approve', 'reject', 'cancel'),
    by: fc.nat(1),
    at: steps,
  });
  const decisions = fc
    .array(decision, { minLength: 1, maxLength: 4 })
    .map((more) => [{ kind: 'approve', by: 0, at: -1 }, { kind: 'reject', by: 1, at: -1 }, ...more]);
  await fc.assert(
    fc.asyncProperty(decisions, async (pressed) => {
      const agent = await it.newAgent(MONEY);
      const { id } = await it.ask(agent, MONEY);
      const bosses = [it.boss, it.second];
      await Promise.all(
        pressed.map(({ kind, by, at }) =>
          twice(at, (context) => {
            const boss = asking(bosses[by] as Person);
            if (kind === 'approve') return approveWithdrawal(context, { id }, boss);
            if (kind === 'cancel') return cancelWithdrawal(context, id, asking(agent));
            return rejectWithdrawal(context, { id, reason: 'not now' }, boss);
          }),
        ),
      );
      const { phase } = await it.row(id);
      const isHeld = phase === 'approved';
      // What was approved may be given back by somebody who comes later; what is over stays so.
      expect(['approved', 'rejected', 'cancelled', 'failed']).toContain(phase);
      expect(await it.money(agent)).toEqual(
        isHeld ? { available: '0', held: MONEY } : { available: MONEY, held: '0' },
      );
      const types = (await it.t.ledger()).entries
        .filter(({ postings }) => postings.some(({ account }) => account === agent.id))
        .map(({ type }) => type);
      expect(types.filter((type) => type === 'wallet.withdrawal_returned')).toHaveLength(isHeld ? 0 : 1);
    }),
    { numRuns: 6, endOnFailure: true },
  );
  expect((await it.t.ledger()).faults).toEqual([]);
});
