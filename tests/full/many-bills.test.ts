import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { download, runOperation } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { BILLS_DAYS, BILLS_FROM, seedBills } from './bills/seed-bills.ts';
import { askLists } from './figures/ask-lists.ts';
import { processorTime } from './figures/processor-time.ts';
import { personId, phoneOfPerson, seedPeople } from './people/seed-people.ts';

/**
 * Lists of bills with many lines: every filter, both orders, first and late pages, as an operator and as the customer who has
 * a tenth of them. The figures are printed, and held to what `askLists` says.
 */
setDefaultTimeout(900_000);

/** `WAYPOST_BILLS=1000000` is the long form: what takes it so long are the indexes, two minutes of a core. */
const BILLS = Number(process.env.WAYPOST_BILLS ?? 100_000);
const PEOPLE = 5_000;
/** Each caller may make 600 calls a minute: several take turns. */
const TURNS = 3;
/** While a day is closed. */
const MOST_LOOKS = 300;
const PAUSE_MS = 50;

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

const askAll = (callers: readonly Api[], call: string, questions: Readonly<Record<string, object>>) =>
  askLists({ product, callers, call }, questions);

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
  const [started, before] = [performance.now(), processorTime(product)];
  let isOver = false;
  const closed = day(400).slice(0, 10);
  const closing = runOperation(operators[0] as Api, 'bill_closing/close', { day: closed }, 600_000).finally(
    () => {
      isOver = true;
    },
  );
  const times: number[] = [];
  while (!isOver && times.length < MOST_LOOKS) {
    const asked = performance.now();
    expect((await customer.call('bill/user_inquire')).status).toBe(200);
    times.push(performance.now() - asked);
    await Bun.sleep(PAUSE_MS);
  }
  const { status } = await closing;
  const { content } = await (operators[0] as Api).call<{ content: { faults: string[] }[] }>(
    'bill_closing/inquire',
    { day_from: closed, day_to: closed },
  );
  const core = (processorTime(product) - before) / 1_000;
  const worst = Math.max(...times).toFixed(0);
  console.info(
    `a closing: ${((performance.now() - started) / 1_000).toFixed(1)} s, ${core.toFixed(1)} s of a core; lists meanwhile took ${worst} ms at most`,
  );
  // Bills alone were written: neither the journal nor the chain has what they tell.
  expect([status, content.content[0]?.faults]).toEqual([2, ['deposits', 'bills']]);
});
