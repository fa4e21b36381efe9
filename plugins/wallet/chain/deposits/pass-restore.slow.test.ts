import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Restored } from '@waypost/sdk';
import fc from 'fast-check';
import { PAYER, startChain, TEST_XPUB } from '../../../../tests/chain-place.ts';
import { findCollectable } from '../../collection/find-deposits.ts';
import { rechargeAdd } from '../../screens/balance_recharge/calls.ts';
import { transferResolve } from '../../screens/usdt_transaction_record/calls.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { accountOf, LAST_INDEX } from '../addresses/xpub.ts';
import { counters } from './counters.ts';
import { deposits } from './deposit.ts';
import { indexAfterRestore, WATCHED } from './pass-restore.ts';

// What comes out of a backup knows nothing of the addresses that were given out after it.
setDefaultTimeout(180_000);
const TEN = '10000000';
let place: Awaited<ReturnType<typeof startChain>>;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

let restored: Restored | null;
async function start() {
  restored = null;
  place = await startChain({ restored: () => restored });
  ({ stop } = place);
  const { t } = place;
  const [ada, ben] = [await t.person('adala'), await t.person('benta')];
  const open = (as = ada, amount = TEN) => t.call(rechargeAdd, { amount, key: crypto.randomUUID() }, { as });
  /** What the store had when the backup was made: whatever came after is as if it had never been. */
  const backUp = async () => {
    const kept = await counters(t.context).find({}).lean();
    const orders = new Set((await deposits(t.context).find({}, { _id: 1 }).lean()).map(({ _id }) => _id));
    return async (id: string) => {
      await counters(t.context).deleteMany({});
      await counters(t.context).insertMany(kept);
      await deposits(t.context).deleteMany({ _id: { $nin: [...orders] } });
      restored = { id, time: t.clock.date() };
    };
  };
  const balance = async ({ id }: { id: string }) => (await t.context.ledger.balances([id]))[0]?.available;
  return { ...place, ada, ben, open, backUp, balance };
}
const account = accountOf(TEST_XPUB);
const indexOf = async (address: string) =>
  (await deposits(place.t.context).findOne({ address }).lean())?.index ?? -1;

test('an address that was given out after the backup is nobody else’s after its restore', async () => {
  const it = await start();
  await it.open();
  const restore = await it.backUp();
  const lost = await it.open();
  expect(lost.address).toBe(account.address(2));
  await restore('first');
  const made = await it.open(it.ben);
  expect(made.address).not.toBe(lost.address);
  // Restored once more from the same backup, which knows nothing of the orders in between, nor of the first restore.
  it.t.clock.set(new Date(it.t.clock.now() + 60_000));
  await restore('second');
  const again = await it.open(it.ben);
  expect([lost.address, made.address]).not.toContain(again.address);
  expect(await indexOf(again.address)).toBeGreaterThan(WATCHED);
});

test('what is paid to it late waits for somebody, pays no order, and comes to whoever it is resolved to, then is collected', async () => {
  const it = await start();
  await it.open();
  const restore = await it.backUp();
  const lost = await it.open(it.ada);
  await restore('first');
  const made = await it.open(it.ben);
  await it.node.pay({ from: PAYER, to: lost.address, value: TEN });
  await it.node.settle();
  await it.look();
  expect([await it.balance(it.ada), await it.balance(it.ben)]).toEqual(['0', '0']);
  const [row] = await it.t.rows(transferResource).all({ receiver: lost.address } as never);
  expect(row).toMatchObject({ state: 'unmatched', reason: 'restored', account: null, order: null });
  // Looked at again it is the same one.
  it.t.clock.set(new Date(it.t.clock.now() + 3_600_000));
  await it.look();
  expect(await it.t.rows(transferResource).count({})).toBe(1);
  const boss = await it.t.person('the.boss', { role: 'administrator' });
  const id = String(row?._id);
  await it.t.call(
    transferResolve,
    { id, decision: 'account', account: it.ada.id, reason: 'Named the transaction' },
    { as: boss },
  );
  expect([await it.balance(it.ada), await it.balance(it.ben)]).toEqual([TEN, '0']);
  expect(await deposits(it.t.context).findOne({ order: made.id }).lean()).toMatchObject({
    total: '0',
    settlement: 'waiting',
  });
  const found = await findCollectable(it.t.context, {
    network: 'nile',
    least: 1n,
    keys: { limits: {}, depositKey: () => 'key' } as never,
  });
  expect(found).toMatchObject([{ address: lost.address, amount: BigInt(TEN), index: 2 }]);
});

test('so many addresses behind the last one are watched before anybody orders, and more behind each that was paid', async () => {
  const it = await start();
  await it.open();
  const restore = await it.backUp();
  await restore('first');
  await it.t.jobs.run('watch_chain');
  const lost = async () =>
    (await deposits(it.t.context).find({ is_lost: true }).sort({ index: 1 }).lean()).map(
      ({ index }) => index,
    );
  expect(await lost()).toEqual(Array.from({ length: WATCHED }, (_, at) => at + 2));
  await it.node.pay({ from: PAYER, to: account.address(WATCHED + 1), value: TEN });
  await it.node.settle();
  await deposits(it.t.context).updateOne({ index: WATCHED + 1 }, { $set: { next_look_time: new Date(0) } });
  await it.look();
  expect((await lost()).at(-1)).toBe(2 * WATCHED + 1);
  // Once for each restore: nothing is begun anew.
  const next = (await counters(it.t.context).findOne({}).lean())?.next;
  await it.t.jobs.run('watch_chain');
  expect((await counters(it.t.context).findOne({}).lean())?.next).toBe(next);
});

test.each([true, false])(
  'orders at once behind a restore, and the job beside them, pass it once; a key that is known: %p',
  async (isKnown) => {
    const it = await start();
    if (isKnown) await it.open();
    const restore = await it.backUp();
    await restore('first');
    const [, ...made] = await Promise.all([
      it.t.jobs.run('watch_chain'),
      ...[it.ada, it.ben, it.ada, it.ben].map((who) => it.open(who)),
    ]);
    const indexes = await Promise.all(made.map(({ address }) => indexOf(address)));
    const first = Math.min(...indexes);
    expect(indexes.sort((one, other) => one - other)).toEqual([0, 1, 2, 3].map((at) => first + at));
    expect(first).toBeGreaterThan(1_000_000);
    expect(await deposits(it.t.context).countDocuments({ is_lost: true })).toBe(WATCHED);
  },
);

test('of a key that the backup has nothing of the first address is watched, too: a release before gave it to an order', async () => {
  const it = await start();
  const restore = await it.backUp();
  await restore('first');
  await it.open(it.ben);
  await it.node.pay({ from: PAYER, to: account.address(0), value: TEN });
  await it.node.settle();
  await it.look();
  const rows = await it.t.rows(transferResource).all({ receiver: account.address(0) } as never);
  expect(rows).toMatchObject([{ state: 'unmatched', account: null }]);
  expect(await it.balance(it.ben)).toBe('0');
});

test('whatever was known, where addresses go on lies behind it and behind all that is watched, and is an index', () => {
  const time = fc.date({ min: new Date('1990-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: LAST_INDEX - WATCHED - 1 }),
      time,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (known, moment, chance) => {
        const index = indexAfterRestore(known, moment, chance);
        expect(Number.isInteger(index)).toBe(true);
        expect(index).toBeGreaterThanOrEqual(known + WATCHED);
        expect(index).toBeLessThan(LAST_INDEX);
      },
    ),
  );
});

test('less than one address a second from each restore to the next never meets what was given out before', () => {
  const START = Date.UTC(2026, 5, 1);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000 }),
      fc.array(
        fc.record({
          seconds: fc.integer({ min: 1, max: 1e6 }),
          share: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      (known, eras) => {
        // Each time from the same backup.
        let now = START;
        let most = known;
        for (const { seconds, share } of eras) {
          const first = indexAfterRestore(known, new Date(now), 0.5);
          expect(first).toBeGreaterThanOrEqual(most);
          most = first + Math.floor(seconds * share);
          now += seconds * 1_000;
        }
      },
    ),
  );
});
