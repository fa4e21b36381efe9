import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { endOf } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { NOBODY, writeDomain } from '../reserve-rows.ts';
import { withStore } from '../security/world.ts';
import { until } from '../until.ts';

// The process that moves codes to a spare is killed in the middle, over and on the way back: the rest moves when it is there
// again, by itself, and the figures are right.
setDefaultTimeout(900_000);
const [SHOP, SPARE] = ['shop.example.com', 'spare.example.com'] as const;
const CODES = 600;
/** Longest that a busy machine takes for one of these steps; an operation whose process is gone is taken up after 15 s. */
const WITHIN_MS = 180_000;
const PATIENT = { withinMs: WITHIN_MS };
/** Milliseconds that the process runs between two looks at it: much less than one of the steps in which codes move. */
const SLICE_MS = 5;
/** Times that codes go over and back until both ways were cut off: a process that is quick may be through before the first look. */
const ROUNDS = 6;

let product: Product;
let root: Api;
let owner: Api;
const ids: Record<string, string> = {};

beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  owner = await signIn(
    product.origin,
    await createAccount(product, { account: 'kim.kills', role: 'customer' }),
  );
  const { user_info } = (await owner.call<{ user_info: { id: string } }>('administrator/profile')).content;
  await withStore(product, async (database) => {
    ids[SHOP] = await writeDomain(database, { name: SHOP, owner: user_info.id, is_platform: true });
    ids[SPARE] = await writeDomain(database, { name: SPARE, owner: NOBODY, is_platform: true });
  });
  await root.call('hold_domain/add', { id: ids[SPARE] });
  const group = (await owner.call<{ id: string }>('group/add', { name: 'Stickers', entry_domain: SHOP }))
    .content.id;
  const made = await owner.call<{ id: string }>('print_batch/make', { name: 'Stickers', size: CODES, group });
  await endOf(owner, made.content.id);
}, 240_000);
afterAll(() => product?.stop());

interface TakeOver {
  _id: string;
  state: string;
  codes: number;
  returned: number;
  total: number;
}
/** One of the two ways that codes go: what is called for it, what its row says meanwhile and afterwards, where they stand then. */
interface Way {
  begin: () => Promise<{ status: number }>;
  figure: 'codes' | 'returned';
  moving: string;
  done: string;
  stand: [shop: number, spare: number];
}

const standOn = async (host: string) =>
  (await owner.call<{ count: number }>('qr_code_list/user_inquire', { host })).content.count;
const isReady = () =>
  fetch(`${product.origin}/readyz`).then(
    ({ ok }) => ok,
    // While the process is away nobody answers.
    () => false,
  );

/** The take-over as its row is in the store, which answers while the process that moves is away or stands still. */
async function takeOverIn(database: mongo.Db): Promise<TakeOver> {
  const rows = database.collection<TakeOver>('domain_take_over');
  const [newest] = await rows.find().sort({ create_time: -1 }).limit(1).toArray();
  if (newest === undefined) throw new Error('nothing has taken over');
  return newest;
}

/**
 * Ends the process that moves once at least `from` codes have moved, and not all. It stands still while its row is looked at,
 * so that what is killed is what was seen, however quick or slow the machine is.
 * @returns whether it was in the middle; false: all had moved before
 */
async function killInTheMiddle(database: mongo.Db, way: Way, from: number): Promise<boolean> {
  const pid = product.childPids().runtime;
  if (pid === undefined) throw new Error('the runtime is not there');
  const isMiddle = ({ state, [way.figure]: moved }: TakeOver) =>
    state === way.moving && moved >= from && moved < CODES;
  const end = performance.now() + WITHIN_MS;
  for (;;) {
    await Bun.sleep(SLICE_MS);
    process.kill(pid, 'SIGSTOP');
    const seen = await takeOverIn(database);
    if (isMiddle(seen)) break;
    process.kill(pid, 'SIGCONT');
    if (seen.state === way.done) return false;
    if (performance.now() > end) throw new Error(`codes do not move: ${JSON.stringify(seen)}`);
  }
  process.kill(pid, 'SIGKILL');
  await until(
    'another runtime begins',
    async () => ![undefined, pid].includes(product.childPids().runtime),
    PATIENT,
  );
  // What was on its way to the store when it stood still has arrived meanwhile; the next one moves nothing before it is ready.
  return isMiddle(await takeOverIn(database));
}

/** Codes go one way, and are cut off once at each of these figures. @returns whether each kill was in the middle */
async function goes(database: mongo.Db, way: Way, kills: readonly number[]): Promise<boolean> {
  expect((await way.begin()).status).toBe(202);
  let hits = 0;
  for (const from of kills) if (await killInTheMiddle(database, way, from)) hits++;
  await until('all have moved', async () => (await takeOverIn(database)).state === way.done, PATIENT);
  await until('it is there again', isReady, PATIENT);
  expect(await takeOverIn(database)).toMatchObject({ [way.figure]: CODES, total: CODES });
  expect([await standOn(SHOP), await standOn(SPARE)]).toEqual(way.stand);
  return hits === kills.length;
}

test('codes go over and back, however often whoever moves them is killed', async () => {
  expect(await standOn(SHOP)).toBe(CODES);
  await withStore(product, async (database) => {
    const over: Way = {
      begin: () => root.call('take_over/begin', { id: ids[SHOP], spare: ids[SPARE] }),
      figure: 'codes',
      moving: 'moving',
      done: 'moved',
      stand: [0, CODES],
    };
    const back: Way = {
      begin: async () => root.call('take_over/back', { id: (await takeOverIn(database))._id }),
      figure: 'returned',
      moving: 'moving_back',
      done: 'back',
      stand: [CODES, 0],
    };
    const wasCut = { over: false, back: false };
    for (let round = 0; round < ROUNDS && !(wasCut.over && wasCut.back); round++) {
      const isOver = await goes(database, over, wasCut.over ? [] : [1, CODES / 3]);
      const isBack = await goes(database, back, wasCut.back ? [] : [1]);
      wasCut.over ||= isOver;
      wasCut.back ||= isBack;
    }
    expect(wasCut).toEqual({ over: true, back: true });
  });
});
