import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Resolver } from 'node:dns/promises';
import { connect, createServer, type Server } from 'node:net';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { freePort, type Product, startProduct } from '../product.ts';
import { NOBODY, writeDomain } from '../reserve-rows.ts';
import { withStore } from '../security/world.ts';
import { until } from '../until.ts';
import { startZones, type Zones } from '../zones.ts';

// The DNS of the entry domain breaks while visitors scan: its codes answer on the spare within two checks, no visit is lost or
// counted twice, and a person takes them back. The name server is Knot, visitors ask it, and so does the product.
setDefaultTimeout(600_000);
/** Counts as public here: where names lead, and where something answers. */
const PUBLIC = '127.0.0.77';
const TARGET = 'https://target.example/';
const [GO, SHOP, SPARE] = ['go.example.com', 'shop.example.com', 'spare.example.com'] as const;
const CODES = 60;
const VISITORS = 4;
const PAUSE_MS = 15;
/** Two looks count a minute apart. */
const APART_MS = 62_000;

let zones: Zones;
let product: Product;
let relay: Server | undefined;
/** Where the web is, in the place of port 80, which only root may have. */
let webPort = 0;
let root: Api;
let owner: Api;
const ids: Record<string, string> = {};
let codes: { id: string; short_code: string }[] = [];

/** The zone has these names leading here. */
const lead = (names: readonly string[]) => zones.put('example.com', records(names));
const records = (names: readonly string[]) => names.map((name) => `${name}. A ${PUBLIC}`).join('\n');

/** What stands before the product where names lead, as a proxy does. */
async function startRelay(from: number, to: number): Promise<Server> {
  const server = createServer((visitor) => {
    const ours = connect(to, '127.0.0.1');
    visitor.pipe(ours).pipe(visitor);
    for (const socket of [visitor, ours])
      socket.on('error', () => {
        visitor.destroy();
        ours.destroy();
      });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(from, PUBLIC, () => resolve(server));
  });
}

beforeAll(async () => {
  webPort = await freePort();
  zones = await startZones({ 'example.com': records([GO, SHOP, SPARE]) }, { address: PUBLIC, ttl: 1 });
  product = await startProduct({
    env: {
      ...zones.env,
      OUTGOING_TEST_WEB_PORTS: `${webPort},${webPort}`,
      PUBLIC_URL: 'http://qr.example.net',
    },
  });
  relay = await startRelay(webPort, product.port);
  root = await signIn(product.origin, product.administrator);
  const customer = await createAccount(product, { account: 'fay.failover', role: 'customer' });
  owner = await signIn(product.origin, customer);
  const { user_info } = (await owner.call<{ user_info: { id: string } }>('administrator/profile')).content;
  await withStore(product, async (database) => {
    const make = async (name: string, whose: string, type: 1 | 3) => {
      ids[name] = await writeDomain(database, { name, owner: whose, is_platform: true, type });
    };
    await make(GO, user_info.id, 3);
    await make(SHOP, user_info.id, 1);
    await make(SPARE, NOBODY, 1);
  });
  await root.call('hold_domain/add', { id: ids[SPARE] });
  codes = await Promise.all(
    Array.from({ length: CODES }, async (_, at) => {
      const body = { name: `Table ${at}`, targets: [{ url: TARGET }], jump_type: 6, entry_domain: SHOP };
      // Some are printed with the entry domain itself, most with a short one before it.
      const short = at % 4 === 0 ? {} : { short_domain: GO };
      return (await owner.call<{ id: string; short_code: string }>('qr_code_list/add', { ...body, ...short }))
        .content;
    }),
  );
}, 240_000);
afterAll(async () => {
  relay?.close();
  await product?.stop();
  await zones?.knot.stop();
});

interface Load {
  /** Visits that were led to the target: each is to be counted, once. */
  reached: number;
  /** Visits that a name which is not in the DNS ended. */
  unresolved: number;
  /** Whatever else happened; nothing may. */
  faults: string[];
  /** When a visit last passed, by the hosts that it passed. */
  last: Map<string, number>;
}

/** One visitor, from an address on: asks the name server for each name that the way leads to. */
async function follow(start: string, visitor: number, passed: (host: string) => void): Promise<string> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${zones.knot.port}`]);
  let address = new URL(start);
  for (let hop = 0; hop < 6; hop += 1) {
    const [to] = await resolver.resolve4(address.hostname).catch(() => []);
    if (to === undefined) return 'unresolved';
    const answer = await fetch(`http://${to}:${webPort}${address.pathname}${address.search}`, {
      redirect: 'manual',
      headers: {
        host: address.host,
        'user-agent': 'Mozilla/5.0 (iPhone)',
        'x-forwarded-for': `203.0.113.${visitor + 1}`,
      },
    });
    await answer.arrayBuffer();
    passed(address.hostname);
    const next = answer.headers.get('location');
    if (next === null) return `${address.href}: ${answer.status}`;
    if (next.startsWith(TARGET)) return 'target';
    address = new URL(next);
  }
  return `${start}: no end`;
}

/** Visitors who scan one code after the other, until the signal. */
function visitUnder(signal: AbortSignal): { load: Load; done: Promise<unknown> } {
  const load: Load = { reached: 0, unresolved: 0, faults: [], last: new Map() };
  const passed = (host: string) => load.last.set(host, Date.now());
  const visitor = async (_: unknown, number: number) => {
    for (let at = number; !signal.aborted; at += VISITORS) {
      const { short_code } = codes[at % codes.length] as (typeof codes)[0];
      const start = `http://${at % 4 === 0 ? SHOP : GO}/${short_code}`;
      const end = await follow(start, number, passed).catch(String);
      if (end === 'target') load.reached += 1;
      else if (end === 'unresolved') load.unresolved += 1;
      else load.faults.push(end);
      await Bun.sleep(PAUSE_MS);
    }
  };
  return { load, done: Promise.all(Array.from({ length: VISITORS }, visitor)) };
}

interface Watch {
  _id: string;
  votes: Record<string, { at: number }[]>;
  checked_time: Date;
}
interface TakeOver {
  id: string;
  state: string;
  codes: number;
  returned: number;
  begin_time: string;
  works_time: string | null;
}
const takeOvers = async () =>
  (await root.call<{ content: TakeOver[] }>('take_over/inquire', {})).content.content;

const check = (name: string) => root.call('domain_monitor/check', { id: ids[name] });
/** Looks at a domain that found the DNS in a state. */
const looksOf = (name: string, finding: 'good' | 'bad') =>
  withStore(product, async (database) => {
    const days = await database.collection('domain_watch_day').find({ watch: ids[name] }).toArray();
    return days.reduce((sum, day) => sum + Number(day[`dns_${finding}`] ?? 0), 0);
  });
/** The looks at a domain so far lie a minute further back, and the next one is due: what waiting that long would leave. */
const aMinuteOn = (name: string) =>
  withStore(product, async (database) => {
    const watches = database.collection<Watch>('domain_watches');
    const row = await watches.findOne({ _id: ids[name] ?? '' });
    if (row === null) throw new Error(`nobody watches ${name}`);
    const votes = Object.entries(row.votes).map(([facet, all]) => [
      facet,
      all.map((vote) => ({ ...vote, at: vote.at - APART_MS })),
    ]);
    const change = {
      votes: Object.fromEntries(votes),
      checked_time: new Date(row.checked_time.getTime() - APART_MS),
      next_check_time: new Date(),
    };
    // One that was looked at meanwhile is left as that look left it.
    await watches.updateOne({ _id: row._id, checked_time: row.checked_time }, { $set: change });
  });
const views = async () => {
  const rows = await Promise.all(
    codes.map(({ id }) => owner.call<{ view_number: number }>('qr_code_list/details', { id })),
  );
  return rows.reduce((sum, { content }) => sum + content.view_number, 0);
};
const standOn = async (host: string) =>
  (await owner.call<{ count: number }>('qr_code_list/user_inquire', { host })).content.count;

test('under load: over to the spare within two checks, and back, with every visit counted once', async () => {
  const end = new AbortController();
  const { load, done } = visitUnder(end.signal);
  await until('visits', async () => load.reached > 100, { withinMs: 30_000 });
  expect([load.faults, load.unresolved]).toEqual([[], 0]);

  // The record of the entry domain goes.
  await lead([GO, SPARE]);
  await Bun.sleep(1_500);
  await check(SHOP);
  // One look is believed by nobody, whoever made it.
  if ((await looksOf(SHOP, 'bad')) < 2) expect(await takeOvers()).toEqual([]);
  await aMinuteOn(SHOP);
  const [moved] = await until(
    'the take-over',
    async () => {
      const rows = await takeOvers();
      return rows[0]?.state === 'moved' && rows;
    },
    { everyMs: 250 },
  );
  expect(moved).toMatchObject({ codes: CODES });
  expect(await looksOf(SHOP, 'bad')).toBeLessThanOrEqual(2);
  expect([await standOn(SHOP), await standOn(SPARE)]).toEqual([0, CODES]);
  expect(load.unresolved).toBeGreaterThan(0);
  // Whoever scans by the short domain arrives again, by way of the spare.
  const before = load.reached;
  await until('visits by the spare', async () => load.reached > before + 100 && load.last.has(SPARE), {
    withinMs: 30_000,
  });
  expect(load.faults).toEqual([]);

  // It works again: nothing goes back by itself, a person says so.
  await lead([GO, SHOP, SPARE]);
  const works = await until(
    'that it works again',
    async () => {
      await check(SHOP);
      await aMinuteOn(SHOP);
      return (await takeOvers()).find(({ works_time }) => works_time !== null);
    },
    { withinMs: 4 * 60_000, everyMs: 250 },
  );
  expect([works.state, await standOn(SPARE)]).toEqual(['moved', CODES]);
  const plan = await root.call<{ codes: number; is_failing: boolean }>('take_over/plan_back', {
    id: works.id,
  });
  expect(plan.content).toMatchObject({ codes: CODES, is_failing: false });
  expect((await root.call('take_over/back', { id: works.id })).status).toBe(202);
  await until('the way back', async () => (await takeOvers())[0]?.state === 'back', { withinMs: 60_000 });
  expect([await standOn(SHOP), await standOn(SPARE)]).toEqual([CODES, 0]);
  const after = load.reached;
  await until('visits by the entry domain', async () => load.reached > after + 100, { withinMs: 30_000 });

  end.abort();
  await done;
  expect(load.faults).toEqual([]);
  // What was printed with the spare meanwhile goes on answering, and so does whatever was copied of a way by it.
  for (const code of codes.slice(0, 2))
    expect(await follow(`http://${SPARE}/${code.short_code}`, 0, () => {})).toBe('target');
  const answered = load.reached + 2;
  await until('the count', async () => (await views()) >= answered, { withinMs: 60_000 });
  await Bun.sleep(2_000);
  expect(await views()).toBe(answered);
  expect(await takeOvers()).toHaveLength(1);
  console.info(
    `${answered} visits were answered and counted, ${load.unresolved} met a name without a record`,
  );
});
