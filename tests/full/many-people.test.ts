import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { askLists } from './figures/ask-lists.ts';
import { processorTime } from './figures/processor-time.ts';
import { MADE_AT, type Places, personId, seedPeople } from './people/seed-people.ts';

/**
 * Lists that lead to people, with many accounts: every filter and every order, of a super administrator and of an agent
 * with half of them below. The figures are printed, and held to what `askLists` says.
 */
setDefaultTimeout(600_000);

/**
 * `WAYPOST_PEOPLE=200000` is the long form. From 50,000 on it tells what decision 0053 says is still slow: pages far behind,
 * half of all by a time, and searches that many people answer to.
 */
const PEOPLE = Number(process.env.WAYPOST_PEOPLE ?? 10_000);
/** The store says 300 of itself; threads of a busy machine are given their memory back later. */
const MOST_STORE_MEGABYTES = 400;
/** Each caller may make 600 calls a minute: several take turns. */
const TURNS = 3;

const dataDir = mkdtempSync(join(tmpdir(), 'waypost-many-people-'));
let product: Product;
let supers: Api[];
let agents: Api[];
beforeAll(async () => {
  product = await startProduct({ dataDir });
  const places = await makePlaces();
  const started = performance.now();
  await withStore(product, (database) => seedPeople(database, PEOPLE, places));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.info(
    `${PEOPLE} accounts in ${seconds} s, ${Math.round(processorTime(product) / 1000)} s of a core`,
  );
}, 600_000);
afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Callers of either kind; half of the people stand below all of the agents. */
async function makePlaces(): Promise<Places> {
  const made = async (role: 'super' | 'agent') => {
    const all: Awaited<ReturnType<typeof createAccount>>[] = [];
    for (let turn = 0; turn < TURNS; turn++)
      all.push(await createAccount(product, { account: `${role}.${turn}.many`, role }));
    return all;
  };
  const [operators, leaders] = [await made('super'), await made('agent')];
  supers = await Promise.all(operators.map((one) => signIn(product.origin, one)));
  agents = await Promise.all(leaders.map((one) => signIn(product.origin, one)));
  return { agents: leaders.map(({ account }) => account) };
}

const day = (number: number) => new Date(MADE_AT + number * 86_400_000).toISOString();
const aDay = { register_time_from: day(100), register_time_to: day(101) };
const ORDERS = ['create_time', 'update_time', 'account', 'member_expiry', 'login_time', 'register_time'];

/** Everything that the list of customers can be asked for, by itself and in pairs. */
const CUSTOMERS: Readonly<Record<string, object>> = {
  'first page': {},
  'a page of a hundred': { page_size: 100 },
  'page 500': { page: 500 },
  'page 500 by account': { page: 500, sort_field: 'account', sort_order: 'asc' },
  'page far behind the end': { page: 1_000_000 },
  ...Object.fromEntries(
    ORDERS.flatMap((sort_field) =>
      (['asc', 'desc'] as const).map((sort_order) => [
        `by ${sort_field} ${sort_order}`,
        { sort_field, sort_order },
      ]),
    ),
  ),
  customers: { kind: 'customer' },
  agents: { kind: 'agent' },
  'agents by account': { kind: 'agent', sort_field: 'account' },
  enabled: { disabled: 1 },
  'disabled, one in a hundred': { disabled: 2 },
  'disabled by last login': { disabled: 2, sort_field: 'login_time', sort_order: 'desc' },
  'disabled agents': { disabled: 2, kind: 'agent' },
  'below somebody with many': { superior: personId(1) },
  'below somebody with many, by account': { superior: personId(1), sort_field: 'account' },
  'below somebody with few': { superior: personId(7) },
  'below somebody with few, by last login': {
    superior: personId(7),
    sort_field: 'login_time',
    sort_order: 'desc',
  },
  'below nobody that there is': { superior: 'f'.repeat(24) },
  'registered on a day': aDay,
  'registered on a day, by account': { ...aDay, sort_field: 'account' },
  'registered on a day, by membership': { ...aDay, sort_field: 'member_expiry' },
  'registered in half of the time': { register_time_from: day(0), register_time_to: day(365) },
  'registered in half of the time, by account': {
    register_time_from: day(0),
    register_time_to: day(365),
    sort_field: 'account',
  },
  'membership ends in a week': { member_expiry_from: day(800), member_expiry_to: day(807) },
  'membership ends in a week, newest first': {
    member_expiry_from: day(800),
    member_expiry_to: day(807),
    sort_field: 'create_time',
    sort_order: 'desc',
  },
  'made in a month': { create_time_from: day(30), create_time_to: day(60) },
  online: { online_status: 2 },
  offline: { online_status: 1 },
  'everything at once': { kind: 'customer', disabled: 1, superior: personId(1), ...aDay },
};

/** What people type. */
const SEARCHES: Readonly<Record<string, object>> = {
  'one letter that all begin with': { search: 'p' },
  'one letter of some names': { search: 'x' },
  'two letters': { search: 'pe' },
  'an account': { search: 'person.4321' },
  'an account by its beginning': { search: 'person.43' },
  'a family name': { search: '王' },
  'a name': { search: '王伟' },
  'a phone by its beginning': { search: '+86 138' },
  'a phone': { search: '138 0000 4321' },
  'nobody at all': { search: 'zzzz' },
  'a text by account': { search: 'person.43', sort_field: 'account' },
  'a text among the disabled': { search: 'p', disabled: 2 },
  'a name registered on a day': { search: '王', ...aDay },
};

const OPERATORS: Readonly<Record<string, object>> = {
  'first page': {},
  'by account': { sort_field: 'account' },
  'by last login': { sort_field: 'login_time', sort_order: 'desc' },
  'by name': { sort_field: 'name' },
  'account has': { account: '1' },
  search: { search: 'operator' },
  'search for what customers are called': { search: 'person' },
  'below somebody': { superior: personId(1) },
  'membership ends in a week': { member_expiry_from: day(800), member_expiry_to: day(807) },
};

/** Those that may be asked by whoever chooses an owner, or presses Ctrl-K. */
const PALETTE = ['p', 'person', 'person.4321', '王', '138', 'zzzz', 'operator'].map((search) => ({ search }));

const askAll = (
  who: string,
  callers: readonly Api[],
  call: string,
  questions: Readonly<Record<string, object>>,
) => askLists({ product, callers, call, who }, questions);

const named = (bodies: readonly { search: string }[]) =>
  Object.fromEntries(bodies.map((body) => [`"${body.search}"`, body]));

test('customers, as a super administrator sees them', () =>
  askAll('super', supers, 'user/inquire', { ...CUSTOMERS, ...SEARCHES }));
test('customers, as an agent with half of them sees them', () =>
  askAll('agent', agents, 'user/inquire', { ...CUSTOMERS, ...SEARCHES }));
test('operators among many customers', () => askAll('super', supers, 'administrator/inquire', OPERATORS));
test('whoever chooses an owner', () =>
  askAll('super', supers, 'account/inquire', {
    all: {},
    'page 500': { page: 500 },
    ...named(PALETTE),
  }));
test('Ctrl-K', async () => {
  await askAll('super', supers, 'palette/inquire', named(PALETTE));
  await askAll('agent', agents, 'palette/inquire', named(PALETTE));
});

test('the runtime and the store stay small', () => {
  const { runtime, store } = product.childPids();
  const megabytes = (pid: number | undefined) =>
    pid === undefined ? 0 : Math.round(Number(/VmRSS:\s+(\d+)/.exec(status(pid))?.[1] ?? 0) / 1024);
  console.info(`runtime ${megabytes(runtime)} MB, store ${megabytes(store)} MB`);
  // The store's own bound; what the runtime keeps grows with links, not with people.
  expect(megabytes(store)).toBeLessThan(MOST_STORE_MEGABYTES);
});

const status = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');
