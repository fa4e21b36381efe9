import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { PluginContext } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import fc from 'fast-check';
import type { SolidTransaction } from '../chain/reading/information.ts';
import { asking, outcome } from '../testing/called-directly.ts';
import { failingContext, ProcessGone } from '../testing/failing-context.ts';
import { PAYOUT, startWithdrawals } from '../testing/withdrawal-place.ts';
import { askWithdrawal } from './ask-withdrawal.ts';
import { findPayout } from './check-payout.ts';
import { approveWithdrawal, cancelWithdrawal, rejectWithdrawal } from './decide.ts';
import { withdrawalResource } from './resource.ts';
import { type StoredWithdrawal, writeStep } from './stored.ts';
import { letGo, takeOn } from './take-on.ts';
import { PAYOUT_FAULTS } from './values.ts';
import { bookPayout } from './verify-payouts.ts';

setDefaultTimeout(400_000);
const START = 100_000_000n;
let it: Awaited<ReturnType<typeof startWithdrawals>>;
beforeAll(async () => {
  it = await startWithdrawals();
  await it.configure({
    withdraw_fee: '250000',
    withdraw_two_people: '20000000',
    withdraw_minimum: '1000000',
  });
});
afterAll(() => it?.stop());

const rowOf = async (id: string) => (await it.row(id)) as unknown as StoredWithdrawal;

let transactions = 0;
/** A solid transaction that pays so much of a withdrawal. */
const solidOf = (row: StoredWithdrawal, id = newTransaction()): SolidTransaction => ({
  id,
  block: 60_000_100,
  time: row.create_time.getTime() + 60_000,
  isFailed: false,
  isRefused: false,
  result: 'SUCCESS',
  fee: 0,
  transfers: [{ index: 0, contract: row.contract, from: PAYOUT, to: row.address, value: BigInt(row.payout) }],
});
function newTransaction(): string {
  transactions += 1;
  return transactions.toString(16).padStart(64, 'a');
}

/** Enters a transaction as `enterPayout` does for one that nobody has seen. */
const enter = (context: PluginContext, id: string, transaction: string) =>
  context.transaction(async (session) => {
    const row = await rowOf(id);
    if (row.phase !== 'approved' && row.phase !== 'paying') return;
    await writeStep(
      context,
      row,
      { phase: 'verifying', transaction, has_transaction: true, entered_time: context.clock.date() },
      session,
    );
  });

/** What is held is what is open; what is gone is what was paid; nobody has less than nothing; bills add up. */
async function requireBooks(agent: Person): Promise<void> {
  const rows = (await it.t.rows(withdrawalResource).all({ owner: agent.id } as never)) as StoredWithdrawal[];
  const sumOf = (phases: readonly string[]) =>
    rows.reduce((sum, { phase, amount }) => (phases.includes(phase) ? sum + BigInt(amount) : sum), 0n);
  const { available, held } = await it.money(agent);
  expect(BigInt(held ?? '0')).toBe(sumOf(['waiting', 'one_approval', 'approved', 'paying', 'verifying']));
  expect(BigInt(available ?? '0') + BigInt(held ?? '0') + sumOf(['paid'])).toBe(START);
  const { content } = await it.t.context.ledger.bill({ account: agent.id, page: 1, page_size: 100 });
  let before = 0n;
  for (const line of content.reverse()) {
    expect(BigInt(line.before)).toBe(before);
    before += BigInt(line.change);
    expect(BigInt(line.after)).toBe(before);
    expect(before >= 0n).toBe(true);
  }
  for (const row of rows) {
    expect(BigInt(row.amount)).toBe(BigInt(row.payout) + BigInt(row.fee));
    expect(new Set(row.approvals).size).toBe(row.approvals.length);
    if (row.decided_time !== null && row.status === 2)
      expect(row.approvals.length).toBe(BigInt(row.amount) > 20_000_000n ? 2 : 1);
    expect(row.approvals).not.toContain(agent.id);
  }
}

test('whatever is asked, approved, rejected, cancelled, paid and repeated: held, gone and left are what there was', async () => {
  const bosses = [it.boss, it.second, it.third];
  const which = fc.nat(5);
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        amount: fc.integer({ min: 1, max: 60_000_000 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('approve' as const), which, by: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reject' as const), which, by: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const), which, isAgain: fc.boolean() }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const agent = await it.newAgent(String(START));
      const { context } = it.t;
      const made: string[] = [];
      let last = newTransaction();
      for (const one of steps) {
        if (one.kind === 'ask') {
          await outcome(
            askWithdrawal(
              context,
              { amount: String(one.amount), key: crypto.randomUUID() },
              asking(agent),
            ).then(({ _id }) => made.push(String(_id))),
          );
          continue;
        }
        const id = made[one.which % Math.max(1, made.length)];
        if (id === undefined) continue;
        if (one.kind === 'cancel') await outcome(cancelWithdrawal(context, id, asking(agent)));
        else if (one.kind === 'pay') {
          const transaction = one.isAgain ? last : newTransaction();
          last = transaction;
          await outcome(enter(context, id, transaction));
          const row = await rowOf(id);
          await outcome(bookPayout(context, row, solidOf(row, transaction)));
          await outcome(bookPayout(context, row, solidOf(row, transaction)));
        } else {
          const by = asking(bosses[one.by] as Person);
          if (one.kind === 'approve') await outcome(approveWithdrawal(context, { id }, by));
          else await outcome(rejectWithdrawal(context, { id, reason: 'by the model' }, by));
        }
      }
      await requireBooks(agent);
      const rows = (await it.t
        .rows(withdrawalResource)
        .all({ owner: agent.id } as never)) as StoredWithdrawal[];
      const paid = rows
        .filter(({ phase }) => phase === 'paid')
        .map(({ transaction, log_index }) => `${transaction}/${log_index}`);
      expect(new Set(paid).size).toBe(paid.length);
    }),
    { numRuns: 25 },
  );
});

interface Way {
  name: string;
  /** Brings a new withdrawal to where the step begins. */
  before(id: string): Promise<void>;
  run(context: PluginContext, given: { agent: Person; id: string; key: string }): Promise<unknown>;
}
const none = async () => undefined;
const TRANSACTION = (id: string) => id.padStart(64, 'd');
const WAYS: readonly Way[] = [
  {
    name: 'asking',
    before: none,
    run: (context, { agent, key }) => askWithdrawal(context, { amount: '30000000', key }, asking(agent)),
  },
  {
    name: 'approving',
    before: none,
    run: (context, { id }) => approveWithdrawal(context, { id }, asking(it.boss)),
  },
  {
    name: 'rejecting',
    before: none,
    run: (context, { id }) => rejectWithdrawal(context, { id, reason: 'any reason' }, asking(it.boss)),
  },
  {
    name: 'cancelling',
    before: none,
    run: (context, { agent, id }) => cancelWithdrawal(context, id, asking(agent)),
  },
  {
    name: 'taking on',
    before: async (id) => {
      for (const by of [it.boss, it.second]) await approveWithdrawal(it.t.context, { id }, asking(by));
    },
    run: (context, { id }) => takeOn(context, { id }, asking(it.third)),
  },
  {
    name: 'letting go',
    before: async (id) => {
      for (const by of [it.boss, it.second]) await approveWithdrawal(it.t.context, { id }, asking(by));
      await takeOn(it.t.context, { id }, asking(it.third));
    },
    run: (context, { id }) => letGo(context, id, asking(it.third)),
  },
  {
    name: 'paying',
    before: async (id) => {
      for (const by of [it.boss, it.second]) await approveWithdrawal(it.t.context, { id }, asking(by));
      await enter(it.t.context, id, TRANSACTION(id));
    },
    run: async (context, { id }) => {
      const row = await rowOf(id);
      return bookPayout(context, row, solidOf(row, TRANSACTION(id)));
    },
  },
];

/** What stands of somebody and a withdrawal, in a form that two runs can be compared by. */
async function stateOf(agent: Person) {
  const rows = (await it.t.rows(withdrawalResource).all({ owner: agent.id } as never)) as StoredWithdrawal[];
  const { content } = await it.t.context.ledger.bill({ account: agent.id, page: 1, page_size: 100 });
  return {
    rows: rows.map(({ phase, status, approvals, is_told, log_index }) => ({
      phase,
      status,
      is_told,
      log_index,
      approvals: approvals.length,
    })),
    money: await it.money(agent),
    bill: content.map(({ change, type }) => ({ change, type })),
  };
}

test.each(WAYS.map((way) => [way.name, way] as const))(
  '%s: the process gone at any step, and the same again: the same end as without',
  async (_name, way) => {
    const { context } = it.t;
    const begin = async () => {
      const agent = await it.newAgent(String(START));
      const { _id } = await askWithdrawal(
        context,
        { amount: '30000000', key: crypto.randomUUID() },
        asking(agent),
      );
      const id = String(_id);
      await way.before(id);
      return { agent, id, key: crypto.randomUUID() };
    };
    const smooth = await begin();
    const untouched = await stateOf(smooth.agent);
    const counted = failingContext(context, -1);
    await way.run(counted.context, smooth);
    const wanted = await stateOf(smooth.agent);
    expect(wanted).not.toEqual(untouched);
    const steps = counted.steps();
    // Taking on moves no money: it finds, writes, tells the log, and commits.
    expect(steps).toBeGreaterThanOrEqual(4);
    for (let at = 0; at < steps; at += 1) {
      const given = await begin();
      await expect(way.run(failingContext(context, at).context, given)).rejects.toThrow(ProcessGone);
      const left = await stateOf(given.agent);
      // All of it, where the commit was before, or nothing.
      expect([untouched, wanted]).toContainEqual(left);
      // Pressed again; what was done is refused or answered as it is, and changes nothing.
      await outcome(way.run(context, given));
      expect(await stateOf(given.agent)).toEqual(wanted);
      await requireBooks(given.agent);
    }
  },
);

test('of any transaction one transfer is found that pays exactly, or one thing is said that is wrong', () => {
  const contracts = ['contract of ours', 'another'];
  const transfer = fc.record({
    contract: fc.constantFrom(...contracts),
    from: fc.constant<string>('house'),
    to: fc.constantFrom<string[]>('the person', 'somebody'),
    value: fc.bigInt({ min: 0n, max: 3n }),
  });
  fc.assert(
    fc.property(
      fc.array(transfer, { maxLength: 6 }),
      fc.boolean(),
      fc.integer({ min: -120_000, max: 120_000 }),
      fc.uniqueArray(fc.nat(5)),
      fc.uniqueArray(fc.nat(5)),
      (moves, isFailed, later, used, ours) => {
        const transfers = moves.map((move, index) => ({ ...move, index }));
        const found = findPayout(
          {
            id: 'x',
            block: 1,
            time: 1_000_000 + later,
            isFailed,
            isRefused: isFailed,
            result: 'SUCCESS',
            fee: 0,
            transfers: isFailed ? [] : transfers,
          },
          {
            address: 'the person',
            contract: 'contract of ours',
            payout: '2',
            create_time: new Date(1_000_000),
          } as never,
          { isUsed: (index) => used.includes(index), isDeposit: (index) => ours.includes(index) },
        );
        const right = transfers.filter(
          ({ index, contract, to, value }) =>
            contract === 'contract of ours' &&
            to === 'the person' &&
            value === 2n &&
            !used.includes(index) &&
            !ours.includes(index),
        );
        if ('fault' in found) {
          expect(PAYOUT_FAULTS).toContain(found.fault);
          expect(isFailed || later < -60_000 || right.length === 0).toBe(true);
        } else expect(right).toContainEqual(found.transfer);
      },
    ),
    { numRuns: 2_000 },
  );
});
