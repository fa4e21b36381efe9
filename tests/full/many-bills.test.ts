import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { download, runOperation } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { BILLS_DAYS, BILLS_FROM, seedBills } from './bills/seed-bills.ts';
import { personId, phoneOfPerson, seedPeople } from './people/seed-people.ts';

/**
 * Lists of bills with many lines: every filter, both orders, first and late pages, as an operator and as the customer who has
 * a tenth of them. The figures are printed. A question fails when its p95 is over 200 ms in both of two rounds. On a machine that
 * others keep busy the clock tells of them: there one answer must not take `MOST_PROCESSOR_MS` of a core.
 */
setDefaultTimeout(900_000);

/** `WAYPOST_BILLS=1000000` is the long form: what takes it so long are the indexes, two minutes of a core. */
const BILLS = Number(process.env.WAYPOST_BILLS ?? 100_000);
const PEOPLE = 5_000;
const ASKS = 20;
const ROUNDS = 2;
const WANTED_MS = 200;
/** Of store and runtime together; a core that is shared is counted for up to four times what it does alone. */
const MOST_PROCESSOR_MS = 400;
/** Each caller may make 600 calls a minute: several take turns. */
const TURNS = 3;
const isBusy = () => (loadavg()[0] ?? 0) > availableParallelism() * 2;

const dataDir = mkdtempSync(join(tmpdir(), 'waypost-many-bills-'));
let product: Product;
let operators: Api[];
let customer: Api;
let large: string;
beforeAll(async () => {
  product = await startProduct({ dataDir });
  const made: Awaited<ReturnType<typeof createAccount>>[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    made.push(await createAccount(product, { account: `operator.${turn}.many`, role: 'administrator' }));
  operators = await Promise.all(made.map((one) => signIn(product.origin, one)));
  const person = await createAccount(product, { account: 'large.customer', role: 'customer' });
  customer = await signIn(product.origin, person);
  large = (await customer.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
  const started = performance.now();
  await withStore(product, async (database) => {
    await seedPeople(database, PEOPLE, { agents: [] });
    await seedBills(database, BILLS, { people: PEOPLE, large });
  });
  console.info(`${BILLS} bills in ${Math.round((performance.now() - started) / 1_000)} s`);
}, 900_000);
afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const day = (number: number) => new Date(BILLS_FROM + number * 86_400_000).toISOString();
const aDay = { time_from: day(400), time_to: day(401) };
const half = { time_from: day(0), time_to: day(BILLS_DAYS / 2) };
const oldest = { sort_field: 'time', sort_order: 'asc' };
const FREQUENT = { type: ['wallet.deposit'] };
const RARE = { type: ['wallet.refund'] };
const MIXED = {
  type: ['wallet.refund', 'system.balance_edit', 'wallet.withdrawal_returned', 'wallet.order'],
};

/** What a list can be asked for, whoever's it is. */
const OWN: Readonly<Record<string, object>> = {
  'first page': {},
  'a page of two hundred': { page_size: 200 },
  'page 500': { page: 500 },
  'page far behind the end': { page: 1_000_000 },
  'oldest first': oldest,
  'page 500, oldest first': { ...oldest, page: 500 },
  'a frequent kind': FREQUENT,
  'a frequent kind, page 400': { ...FREQUENT, page: 400 },
  'a rare kind': RARE,
  'a rare kind, oldest first': { ...RARE, ...oldest },
  'several kinds': MIXED,
  'several kinds, page 90': { ...MIXED, page: 90 },
  'several kinds, oldest first, page 90': { ...MIXED, ...oldest, page: 90 },
  'a day': aDay,
  'half of the time': half,
  'half of the time, page 500': { ...half, page: 500 },
  'a rare kind on a day': { ...RARE, ...aDay },
  'several kinds in half of the time, page 90': { ...MIXED, ...half, page: 90 },
};
const whose = (owner: string): Record<string, object> =>
  Object.fromEntries(
    Object.entries(OWN).map(([name, body]) => [`${name}, one person’s`, { ...body, owner }]),
  );
const SEARCHES: Readonly<Record<string, object>> = {
  'an account': { search: 'person.432' },
  'a phone': { search: phoneOfPerson(4321) },
  'an account by its beginning, ten people': { search: 'person.499' },
  'an account by its beginning, ten people, several kinds, page 2': {
    search: 'person.499',
    ...MIXED,
    page: 2,
  },
  'the large one, several kinds, page 90': { search: 'large.customer', ...MIXED, page: 90 },
  'nobody at all': { search: 'zzzz' },
};

interface Figure {
  p50: number;
  p95: number;
  /** Milliseconds of a core for one answer. */
  processor: number;
  count: string;
}

async function ask(callers: readonly Api[], call: string, body: object): Promise<Figure> {
  const times: number[] = [];
  let count = '';
  const before = processorTime();
  for (let turn = 0; turn < ASKS; turn += 1) {
    const started = performance.now();
    const caller = callers[turn % callers.length] as Api;
    const { content, status } = await caller.call<{ count: number; is_at_least?: boolean }>(call, body);
    times.push(performance.now() - started);
    expect(status).toBe(200);
    count = `${content.count}${content.is_at_least ? '+' : ''}`;
  }
  const sorted = times.toSorted((left, right) => left - right);
  const processor = (processorTime() - before) / ASKS;
  return { count, processor, p50: sorted[ASKS >> 1] ?? 0, p95: sorted[Math.floor(ASKS * 0.95)] ?? 0 };
}

const MS_PER_TICK = 10;

/** Milliseconds that store and runtime have had so far. */
function processorTime(): number {
  const { store, runtime } = product.childPids();
  return [store, runtime].reduce<number>((sum, pid) => {
    if (pid === undefined) return sum;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  }, 0);
}

/** The better of two rounds; the second is not asked for where the first is good. */
async function askAll(callers: readonly Api[], call: string, questions: Readonly<Record<string, object>>) {
  const slow: string[] = [];
  for (const [name, body] of Object.entries(questions)) {
    let best: Figure | undefined;
    for (let round = 0; round < ROUNDS && (best?.p95 ?? WANTED_MS + 1) > WANTED_MS; round += 1) {
      const figure = await ask(callers, call, body);
      if (best === undefined || figure.p95 < best.p95) best = figure;
    }
    if (best === undefined) continue;
    const { p50, p95, processor, count } = best;
    console.info(
      `${call}, ${name}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${processor.toFixed(0)} ms of a core, ${count}`,
    );
    if (p95 > WANTED_MS && (!isBusy() || processor > MOST_PROCESSOR_MS)) slow.push(name);
  }
  expect(slow).toEqual([]);
}

test('bills of everybody, as operators see them', () =>
  askAll(operators, 'bill/inquire', { ...OWN, ...SEARCHES }));
test('bills of the person who has most', () => askAll(operators, 'bill/inquire', whose(large)));
test('bills of somebody', () => askAll(operators, 'bill/inquire', whose(personId(17))));
test('balance bills', () =>
  askAll(operators, 'bill_credit/inquire', {
    'first page': {},
    'page 100': { page: 100 },
    'page 100, oldest first': { ...oldest, page: 100 },
    'a day': aDay,
    'half of the time, page 100': { ...half, page: 100 },
    'ten people': { search: 'person.499' },
    'the large one, page 100': { owner: large, page: 100 },
  }));
test('the own bill of the customer who has most', async () => {
  const { 'page far behind the end': _, ...some } = OWN;
  await askAll([customer], 'bill/user_inquire', some);
});

test('a statement of that customer’s two years has every line', async () => {
  const started = performance.now();
  const [first_day, last_day] = [day(366).slice(0, 10), day(BILLS_DAYS).slice(0, 10)];
  const body = { period: 'range', first_day, last_day, format: 'csv' };
  const { status, id } = await runOperation(customer, 'bill/statement', body, 600_000);
  expect(status).toBe(2);
  const lines = (await (await download(product.origin, customer.token, id)).text()).trim().split('\r\n');
  console.info(
    `a statement of ${lines.length - 1} lines: ${((performance.now() - started) / 1_000).toFixed(1)} s`,
  );
  expect(lines.length).toBeGreaterThan(BILLS / 25);
});

test('a day is closed while people look at their bills', async () => {
  const [started, before] = [performance.now(), processorTime()];
  const { status, content } = await (operators[0] as Api).call<{ faults: string[] }>('bill_closing/close', {
    day: day(400).slice(0, 10),
  });
  const core = (processorTime() - before) / 1_000;
  console.info(
    `a closing: ${((performance.now() - started) / 1_000).toFixed(1)} s, ${core.toFixed(1)} s of a core`,
  );
  // Bills alone were written: neither the journal nor the chain has what they tell.
  expect([status, content.faults]).toEqual([200, ['deposits', 'bills']]);
});
