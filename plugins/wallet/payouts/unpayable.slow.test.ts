import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { NoProvider } from '../chain/providers/fault.ts';
import type { ProviderPool } from '../chain/providers/provider-pool.ts';
import { openRun } from '../collection/open-run.ts';
import { collectionLines, findOpenRun } from '../collection/run.ts';
import { withdrawalReject } from '../screens/withdrawal_list/calls.ts';
import { startSending } from '../testing/sending/sending-place.ts';
import { payRound } from './pay-round.ts';

// What cannot be paid now must not use up what the providers allow, nor end what else is sent.
setDefaultTimeout(240_000);
const MUCH = '9000000000000';
let it: Awaited<ReturnType<typeof startSending>>;
beforeAll(async () => {
  it = await startSending();
  await it.configure({ withdraw_daily: MUCH, withdraw_two_people: MUCH });
});
afterAll(() => it?.stop());

/** One round. @returns pieces of work that a provider was asked for */
async function round(before?: (done: number) => void): Promise<number> {
  const { sender } = it.processOf(it.t.context);
  let done = 0;
  const work: ProviderPool['work'] = async (...told) => {
    done += 1;
    before?.(done);
    return sender.pool.work(...told);
  };
  await payRound({ ...sender, pool: { ...sender.pool, work } }, it, { aborted: false });
  return done;
}
const approved = async (amounts: readonly string[]) => {
  const made: string[] = [];
  for (const amount of amounts) {
    made.push(await it.approved(await it.newAgent(amount), amount));
    // Whoever waits longest comes first.
    await it.pass(1_000);
  }
  return made;
};
const waits = async (ids: readonly string[]) => {
  const rows = [];
  for (const id of ids) rows.push((await it.row(id)).waits_for);
  return rows;
};
const reject = async (ids: readonly string[]) => {
  for (const id of ids)
    await it.t.call(withdrawalReject, { id, reason: 'there is not so much' }, { as: it.second });
};

test('an account with too little TRX is asked about once in a run, and every withdrawal says so', async () => {
  // A transfer costs more than the account has.
  await it.node.control('parameters', { getEnergyFee: 1_000_000_000 });
  const [first = ''] = await approved(['10000000']);
  const alone = await round();
  const behind = await approved(['10000000', '10000000', '20000000']);
  expect(await round()).toBe(alone);
  expect(await waits([first, ...behind])).toEqual(['poor', 'poor', 'poor', 'poor']);
  await reject([first, ...behind]);
  await it.node.control('parameters', { getEnergyFee: 100 });
});

test('an amount that there is too little for is asked about once, as are larger ones; a smaller one is paid', async () => {
  const [first = ''] = await approved([MUCH]);
  const alone = await round();
  const behind = await approved([MUCH, MUCH]);
  expect(await round()).toBe(alone);
  expect(await waits([first, ...behind])).toEqual(['short', 'short', 'short']);
  const [small = ''] = await approved(['10000000']);
  await round();
  await it.settled();
  expect((await it.row(small)).phase).toBe('paid');
  await reject([first, ...behind]);
});

test('where nobody can be asked while payouts begin, the rest of the round goes on, and the withdrawal says why it waits', async () => {
  const [first = '', second = ''] = await approved(['10000000', '10000000']);
  const address = await it.newDeposit('5000000');
  await openRun(it.processOf(it.t.context).sender, { id: 'a'.repeat(24), least: '1000000' });
  const run = await findOpenRun(it.t.context);
  await round((done) => {
    if (done === 1) throw new NoProvider('nobody');
  });
  expect(await it.row(first)).toMatchObject({ phase: 'approved', waits_for: 'unreachable' });
  expect(await it.row(second)).toMatchObject({ phase: 'approved', waits_for: '' });
  // A provider can be asked again meanwhile: collecting goes on in the same round.
  const line = await collectionLines(it.t.context)
    .findOne({ run: run?._id ?? '', address })
    .lean();
  expect(line?.state).not.toBe('waiting');
  await it.settled();
  await it.settled();
  for (const id of [first, second]) expect((await it.row(id)).phase).toBe('paid');
});
