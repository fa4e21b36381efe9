import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { dayOf, type Session, writeTogether } from '@waypost/sdk';
import fc from 'fast-check';
import type { StoredOrder } from '../orders/stored.ts';
import { shareResource } from '../screens/agent_divided_into/resource.ts';
import { startWallet } from '../testing/start-wallet.ts';
import { bookReturn, bookSale, bookShare } from './book-share.ts';
import { agentCustomers, agentSums, NOTHING } from './sums.ts';

setDefaultTimeout(400_000);
const HOUR = 3_600_000;
let it: Awaited<ReturnType<typeof startWallet>>;
beforeAll(async () => {
  it = await startWallet();
});
afterAll(() => it?.t.dispose());

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
const FIGURES = ['orders', 'turnover', 'refunded', 'earned', 'returned'] as const;
type Figures = Record<(typeof FIGURES)[number], bigint>;
/** As the store hands them over, whatever kind of number that is. */
const figuresOf = (row: Record<string, unknown>): Figures =>
  Object.fromEntries(FIGURES.map((name) => [name, BigInt(String(row[name]))])) as Figures;

function add(to: Map<string, Figures>, key: string, what: Partial<Figures>): void {
  const before = to.get(key) ?? (Object.fromEntries(FIGURES.map((name) => [name, 0n])) as Figures);
  to.set(
    key,
    Object.fromEntries(FIGURES.map((name) => [name, before[name] + (what[name] ?? 0n)])) as Figures,
  );
}
const inTransaction = (work: (session: Session) => Promise<void>) => it.t.context.transaction(work);

test('whatever is paid and given back, sums by day, month and customer are those of a plain count', async () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 16n });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('sale' as const),
      customer: fc.nat(2),
      price: amount,
      points: fc.integer({ min: 0, max: 10_000 }),
      hours: fc.nat(900),
    }),
    fc.record({ kind: fc.constant('return' as const), which: fc.nat(9), hours: fc.nat(900) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const agent = newId();
      const customers = [newId(), newId(), newId()];
      const open: StoredOrder[] = [];
      const days = new Map<string, Figures>();
      const people = new Map<string, Figures>();
      const firsts = new Map<string, string>();
      let sold = 0;
      for (const one of steps) {
        it.t.clock.set(new Date(it.t.clock.now() + one.hours * HOUR));
        const day = dayOf(it.t.context.platform.timeZone, it.t.clock.now());
        if (one.kind === 'sale') {
          const customer = customers[one.customer] ?? '';
          const share = (one.price * BigInt(one.points)) / 10_000n;
          const order = {
            _id: newId(),
            number: `n-${newId()}`,
            owner: customer,
            plan: newId(),
            plan_name: 'Plan',
            price: String(one.price),
            agent,
            share: String(share),
            share_points: one.points,
            paid_time: it.t.context.clock.date(),
          } as unknown as StoredOrder & { paid_time: Date };
          await inTransaction(async (session) => {
            const writes = writeTogether();
            await bookSale(it.t, order, { session, writes });
            await writes.send(session);
          });
          open.push(order);
          sold += 1;
          if (!firsts.has(customer)) firsts.set(customer, day);
          const booked = { orders: 1n, turnover: one.price, earned: share };
          add(days, day, booked);
          add(people, customer, booked);
          continue;
        }
        const [order] = open.splice(one.which % Math.max(1, open.length), 1);
        if (order === undefined) continue;
        const { price: refunded, share: returned } = order;
        await inTransaction((session) => bookReturn(it.t, { order, refunded, returned }, session));
        const booked = { refunded: BigInt(refunded), returned: BigInt(returned) };
        add(days, day, booked);
        add(people, String(order.owner), booked);
        const row = await it.t.context
          .model(shareResource)
          .findOne({ order: order._id } as never)
          .lean();
        expect(row).toMatchObject({ earned: returned, returned });
      }
      const months = new Map<string, Figures>();
      for (const [day, figures] of days) add(months, day.slice(0, 7), figures);
      const stored = await agentSums(it.t.context).find({ agent }).lean();
      const storedOf = (kind: string) =>
        new Map(stored.filter((row) => row.kind === kind).map((row) => [row.period, figuresOf({ ...row })]));
      expect(storedOf('day')).toEqual(days);
      expect(storedOf('month')).toEqual(months);
      const newcomers = (period: string) =>
        [...firsts.values()].filter((day) => day.startsWith(period)).length;
      for (const { period, customers: count } of stored) expect(count).toBe(newcomers(period));
      const rows = await agentCustomers(it.t.context).find({ agent }).lean();
      expect(new Map(rows.map((row) => [row.customer, figuresOf({ ...row })]))).toEqual(people);
      expect(await it.t.context.model(shareResource).countDocuments({ agent } as never)).toBe(sold);
    }),
    { numRuns: 15 },
  );
});

test('fifty who buy of one agent at the same moment are all counted, also the first of a day', async () => {
  const agent = newId();
  const time = it.t.context.clock.date();
  await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      inTransaction((session) =>
        bookShare(it.t, { agent, customer: `${at % 5}`.repeat(24), time, orders: 1, turnover: 3n }, session),
      ),
    ),
  );
  const [day] = await agentSums(it.t.context).find({ agent, kind: 'day' }).lean();
  expect(day).toMatchObject({ orders: 50, customers: 5 });
  expect(figuresOf({ ...day })).toMatchObject({ turnover: 150n, earned: NOTHING.earned });
});

test('what is not paid after all leaves no sum', async () => {
  const agent = newId();
  const gone = inTransaction(async (session) => {
    await bookShare(it.t, { agent, customer: newId(), time: new Date(), orders: 1 }, session);
    throw new Error('the rest failed');
  });
  await expect(gone).rejects.toThrow('the rest failed');
  expect(await agentSums(it.t.context).countDocuments({ agent })).toBe(0);
});
