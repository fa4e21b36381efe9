import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { addDays, OperationStatus } from '@waypost/contract';
import type { AuditActor, PluginContext } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import fc from 'fast-check';
import { TRANSFER_STATES, type TransferState } from '../chain/values.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { startWallet } from '../testing/start-wallet.ts';
import { closeDay, type StoredClosing } from './close-day.ts';
import { closeDays } from './mount-closing.ts';
import { closingResource } from './resource.ts';

// A day that is said to add up and does not is money that is missing and that nobody looks for.
setDefaultTimeout(240_000);
let it: Awaited<ReturnType<typeof startWallet>>;
let ada: Person;
beforeAll(async () => {
  it = await startWallet({ now: '2026-03-01T04:00:00.000Z' });
  ada = await it.t.person('ada.lovelace', { role: 'customer' });
});
afterAll(() => it?.t.dispose());

/** Sessions end while the clock goes on by months. */
const operator = () => it.t.person(`root.person.${++serial}`, { role: 'administrator' });
const NEVER = { aborted: false };
/** Noon of a day, and other moments of it, in the time zone of tests. */
const at = (day: string, hour = 12) => new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000);
let serial = 0;
/** Waits until what was started goes on no longer. */
async function ended(): Promise<void> {
  const operations = it.t.context.model(closingResource).db.collection('system_operation');
  while ((await operations.findOne({ status: OperationStatus.inProgress })) !== null) await Bun.sleep(10);
}

interface Planted {
  state: TransferState;
  amount: number;
  /** Days after the one it was seen on that it was credited; undefined: never. */
  creditedAfter: number | undefined;
}

/** A transfer as the chain's watcher and whoever resolves it leave it, with its deposit in the ledger. */
async function plant(day: string, { state, amount, creditedAfter }: Planted) {
  serial += 1;
  const credited = creditedAfter === undefined ? null : at(addDays(day, creditedAfter), 13);
  it.t.clock.set(at(day, 11));
  const isMoney = state !== 'wrong_token' && state !== 'failed';
  await it.t.rows(transferResource).add({
    transaction: `${serial}`.padStart(64, '0'),
    state,
    amount: `${amount}`,
    block: serial,
    log_index: 0,
    time: at(day),
    sender: 'a',
    receiver: 'b',
    network: 'nile',
    contract: 'c',
    received: isMoney ? `${amount}` : '0',
    credited_time: credited,
  } as never);
  if (credited === null) return;
  it.t.clock.set(credited);
  await deposit(amount);
}

async function deposit(amount: number, type = 'wallet.deposit', counter = 'wallet.deposits') {
  serial += 1;
  await it.t.context.ledger.transfer({
    key: `planted/${serial}`,
    type,
    postings: [
      { account: counter, amount: `${-amount}` },
      { account: ada.id, amount: `${amount}` },
    ],
  });
}

const MONEY: readonly TransferState[] = ['credited', 'gone'];
const planted: fc.Arbitrary<Planted> = fc
  .record({
    state: fc.constantFrom(...TRANSFER_STATES),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    after: fc.nat(1),
    wasCredited: fc.boolean(),
  })
  .map(({ state, amount, after, wasCredited }) => ({
    state,
    amount,
    creditedAfter: MONEY.includes(state) || (state === 'not_ours' && wasCredited) ? after : undefined,
  }));
const moved = fc.record({
  type: fc.constantFrom('wallet.order', 'wallet.share'),
  amount: fc.integer({ min: 1, max: 1_000 }),
});

let day = '2026-04-01';

test('whatever came and was booked, the figures of two days are what a plain model says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(planted, { maxLength: 6 }),
      fc.array(moved, { maxLength: 4 }),
      async (seen, moves) => {
        // Days that no other run has touched.
        day = addDays(day, 5);
        for (const one of seen) await plant(day, one);
        it.t.clock.set(at(day, 14));
        for (const { type, amount } of moves) await deposit(amount, type, 'wallet.counter');
        it.t.clock.set(at(addDays(day, 3)));
        const sum = (of: readonly Planted[]) => of.reduce((total, { amount }) => total + amount, 0);
        const where = (...states: TransferState[]) => seen.filter(({ state }) => states.includes(state));
        const credited = seen.filter(({ creditedAfter }) => creditedAfter !== undefined);
        const dismissed = where('not_ours');
        const gone = sum(where('gone'));
        const first = await closeDay(it.t.context, { day });
        const booked = sum(credited.filter(({ creditedAfter }) => creditedAfter === 0));
        expect(amounts(first)).toEqual({
          received:
            sum(where('credited', 'unmatched')) + sum(dismissed.filter((one) => !credited.includes(one))),
          credited: sum(credited),
          unmatched: sum(where('unmatched')),
          set_aside: sum(dismissed.filter((one) => !credited.includes(one))),
          written_off: sum(dismissed.filter((one) => credited.includes(one))),
          chain_difference: -gone || 0,
          deposited: booked,
          changes: booked + moves.reduce((total, { amount }) => total + amount, 0),
        });
        expect([...first.faults]).toEqual(gone === 0 ? [] : ['chain']);
        const second = await closeDay(it.t.context, { day: addDays(day, 1) });
        expect([second.deposited, second.deposits_difference, second.received]).toEqual([
          ...[String(sum(credited) - booked), '0', '0'],
        ]);
      },
    ),
    { numRuns: 25 },
  );
});

const SHOWN = [
  ...['received', 'credited', 'unmatched', 'set_aside', 'written_off', 'chain_difference'],
  ...['deposited', 'changes'],
] as const;
const amounts = (closing: StoredClosing) =>
  Object.fromEntries(
    SHOWN.map((name) => [name, Number((closing as unknown as Record<string, string>)[name])]),
  );

test('a deposit without a transfer is a difference: operators are told once, and again of another one', async () => {
  day = addDays(day, 5);
  it.t.clock.set(at(day, 14));
  await deposit(77);
  it.t.clock.set(at(addDays(day, 1)));
  const root = await operator();
  const told = () => it.told.filter(({ params }) => params.day === day).length;
  const close = async () => {
    expect(await it.t.call('bill_closing/close', { day }, { as: root })).toEqual({ id: expect.any(String) });
    await ended();
    const found = await it.t.rows(closingResource).all({ day } as never);
    expect(it.t.published().at(-1)).toMatchObject({
      topic: 'wallet.closing',
      data: { day, state: found[0]?.state },
    });
    return { state: found[0]?.state, faults: found[0]?.faults };
  };
  expect(await close()).toMatchObject({ state: 'different', faults: ['deposits'] });
  await close();
  expect(told()).toBe(1);
  expect(it.told.at(-1)?.to).toEqual({ permission: 'wallet.closing:close' });
  it.t.clock.set(at(day, 15));
  await deposit(3);
  it.t.clock.set(at(addDays(day, 1)));
  await close();
  expect(told()).toBe(2);
  const overview = await it.t.context.model(closingResource).countDocuments({ state: 'different' } as never);
  expect(overview).toBeGreaterThan(0);
  it.t.clock.set(at(day, 11));
  // Mended: the record that was missing is there.
  await it.t.rows(transferResource).add({
    transaction: 'late'.padStart(64, '0'),
    state: 'credited',
    amount: '80',
    block: 1,
    log_index: 0,
    time: at(day),
    sender: 'a',
    receiver: 'b',
    network: 'nile',
    contract: 'c',
    received: '80',
    credited_time: at(day, 14),
  } as never);
  it.t.clock.set(at(addDays(day, 1)));
  expect(await close()).toMatchObject({ state: 'balanced', faults: [] });
  const { content } = await it.t.call<{ content: { day: string; checked_by: string }[] }>(
    'bill_closing/inquire',
    { day_from: day, day_to: day },
    { as: root },
  );
  expect(content).toMatchObject([{ day, checked_by: root.account }]);
});

test('days are closed by themselves two hours after midnight, those that were missed as well, and none twice', async () => {
  const days = async () =>
    (
      await it.t.context
        .model(closingResource)
        .find()
        .sort({ day: -1 } as never)
        .lean()
    ).map((one) => (one as unknown as StoredClosing).day);
  // Days between those that were closed before are closed first, some in each run.
  for (let before = -1; before !== (await days()).length; ) {
    before = (await days()).length;
    await closeDays(it.t.context, NEVER);
  }
  const newest = (await days())[0] ?? '';
  const today = addDays(newest, 4);
  it.t.clock.set(at(today, 1.9));
  await closeDays(it.t.context, NEVER);
  expect((await days()).slice(0, 3)).toEqual([addDays(today, -2), addDays(today, -3), newest]);
  it.t.clock.set(at(today, 2));
  await closeDays(it.t.context, NEVER);
  const all = await days();
  expect(all[0]).toBe(addDays(today, -1));
  await closeDays(it.t.context, NEVER);
  expect(await days()).toEqual(all);
});

test('pressed by several at once, and by the job, a day is closed once and each is answered', async () => {
  day = addDays(day, 10);
  it.t.clock.set(at(addDays(day, 1)));
  const closings = await Promise.all(Array.from({ length: 8 }, () => closeDay(it.t.context, { day })));
  expect(new Set(closings.map(({ _id }) => String(_id))).size).toBe(1);
  expect(await it.t.context.model(closingResource).countDocuments({ day } as never)).toBe(1);
});

test('by itself a day is closed from what the one before has summed up; each seventh day, a press and a difference read all', async () => {
  const asked: (object | undefined)[] = [];
  let isWrong = false;
  const { ledger } = it.t.context;
  const standing: typeof ledger.standing = async (query) => {
    asked.push(query?.known);
    const found = await ledger.standing(query);
    return isWrong && query?.known !== undefined ? { ...found, billed: '1' } : found;
  };
  const context: PluginContext = Object.create(it.t.context, {
    ledger: { value: { ...ledger, standing } },
  });
  // The first of seven days that are counted as the closing counts them.
  for (day = addDays(day, 20); (Date.parse(day) / 86_400_000) % 7 !== 0; ) day = addDays(day, 1);
  const close = async (one: string, actor?: AuditActor) => {
    asked.length = 0;
    it.t.clock.set(at(addDays(one, 1), 3));
    const { balances_difference } = await closeDay(context, { day: one, actor });
    expect(balances_difference).toBe('0');
    return asked.map((known) => (known === undefined ? 'all' : known));
  };
  await deposit(5);
  expect(await close(day)).toEqual(['all']);
  const [first] = (await it.t.rows(closingResource).all({ day } as never)) as StoredClosing[];
  await deposit(7);
  const since = { until: at(addDays(day, 1), 0).toISOString(), billed: first?.billed_until };
  expect(await close(addDays(day, 1))).toEqual([since]);
  expect(await close(addDays(day, 1), { id: 'a', account: 'a', via: 'session' })).toEqual(['all']);
  isWrong = true;
  expect(await close(addDays(day, 2))).toEqual([expect.any(Object), 'all']);
  isWrong = false;
  expect(await close(addDays(day, 7))).toEqual(['all']);
});

test('a closing says how far it is, and one that is cancelled writes nothing', async () => {
  day = addDays(day, 20);
  it.t.clock.set(at(addDays(day, 1)));
  const told: number[] = [];
  const stop = new AbortController();
  const closing = closeDay(it.t.context, {
    day,
    run: {
      signal: stop.signal,
      progress: (done) => {
        told.push(done);
        if (done === 2) stop.abort();
      },
    },
  });
  await expect(closing).rejects.toThrow();
  expect(told).toEqual([0, 1, 2]);
  expect(await it.t.rows(closingResource).count({ day } as never)).toBe(0);
});

test('a day that goes on is not closed, and closing is for those who may', async () => {
  const [root, ben] = [await operator(), await it.t.person('ben.customer', { role: 'customer' })];
  const today = addDays(day, 3_000);
  await expect(it.t.call('bill_closing/close', { day: today }, { as: root })).rejects.toMatchObject({
    code: 'wallet.day_not_over',
  });
  for (const call of ['bill_closing/close', 'bill_closing/inquire'])
    await expect(it.t.call(call, { day: '2026-01-01' }, { as: ben })).rejects.toMatchObject({ status: 403 });
});
