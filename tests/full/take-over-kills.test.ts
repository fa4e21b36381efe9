import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { endOf } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { NOBODY, writeDomain } from '../reserve-rows.ts';
import { withStore } from '../security/world.ts';

// The process that moves codes to a spare is killed in the middle, over and on the way back: the rest moves when it is there
// again, by itself, and the figures are right.
setDefaultTimeout(400_000);
const [SHOP, SPARE] = ['shop.example.com', 'spare.example.com'] as const;
const CODES = 600;
/** Longest that a busy machine takes for one of these steps; an operation whose process is gone is taken up after 15 s. */
const WITHIN_MS = 180_000;

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
  id: string;
  state: string;
  codes: number;
  returned: number;
  total: number;
}
const takeOver = async () =>
  (await root.call<{ content: TakeOver[] }>('take_over/inquire', {})).content.content[0] as TakeOver;
async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WITHIN_MS;
  // While the process is away nobody answers.
  while (!(await look().catch(() => false))) {
    if (performance.now() > end)
      throw new Error(
        `${what}: not within ${WITHIN_MS / 1_000} s, but ${JSON.stringify(await takeOver().catch(String))}`,
      );
    await Bun.sleep(20);
  }
}
const standOn = async (host: string) =>
  (await owner.call<{ count: number }>('qr_code_list/user_inquire', { host })).content.count;
function kill(): void {
  const { runtime } = product.childPids();
  if (runtime === undefined) throw new Error('the runtime is not there');
  process.kill(runtime, 'SIGKILL');
}

test('codes go over and back, however often whoever moves them is killed', async () => {
  expect(await standOn(SHOP)).toBe(CODES);
  expect((await root.call('take_over/begin', { id: ids[SHOP], spare: ids[SPARE] })).status).toBe(202);
  for (const moved of [1, CODES / 3]) {
    await until('some have moved', async () => (await takeOver()).codes >= moved);
    expect(await takeOver()).toMatchObject({ state: 'moving' });
    kill();
    await until('it is there again', async () => (await fetch(`${product.origin}/readyz`)).ok);
  }
  await until('all have moved', async () => (await takeOver()).state === 'moved');
  expect(await takeOver()).toMatchObject({ codes: CODES, total: CODES });
  expect([await standOn(SHOP), await standOn(SPARE)]).toEqual([0, CODES]);

  expect((await root.call('take_over/back', { id: (await takeOver()).id })).status).toBe(202);
  await until('some are back', async () => (await takeOver()).returned >= 1);
  expect(await takeOver()).toMatchObject({ state: 'moving_back' });
  kill();
  await until('it is there again', async () => (await fetch(`${product.origin}/readyz`)).ok);
  await until('all are back', async () => (await takeOver()).state === 'back');
  expect(await takeOver()).toMatchObject({ returned: CODES });
  expect([await standOn(SHOP), await standOn(SPARE)]).toEqual([CODES, 0]);
});
