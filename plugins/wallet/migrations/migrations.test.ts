import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type Deposit, deposits } from '../chain/deposits/deposit.ts';
import { readLimitsWithoutPlan } from '../members/limits-without-plan.ts';
import { members } from '../members/member.ts';
import { membershipSteps } from '../members/membership-steps.ts';
import { startWallet } from '../testing/start-wallet.ts';

// What an older release has left must not be money that lies somewhere unseen, nor days that are lost.
setDefaultTimeout(120_000);
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});
async function start() {
  const { t } = await startWallet();
  stop = () => t.dispose();
  return t;
}
const id = (letter: string) => letter.repeat(24);
const time = new Date('2026-02-03T10:00:00Z');

test('an address of an older release has what came to it, whatever was counted for its order', async () => {
  const t = await start();
  const deposit = (letter: string, fields: Partial<Deposit>) => ({
    _id: `nile/${letter}`,
    network: 'nile',
    address: letter,
    order: id(letter),
    account: letter,
    index: 1,
    total: '10',
    is_shared: false,
    ...fields,
  });
  const transfer = (letter: string, receiver: string, fields: object) => ({
    _id: id(letter),
    network: 'nile',
    transaction: letter.repeat(64),
    log_index: 0,
    receiver,
    state: 'credited',
    amount: '7',
    received: '7',
    create_time: time,
    ...fields,
  });
  await t.migrate({
    from: 1,
    documents: {
      wallet_deposit_address: [deposit('a', {}), deposit('b', {}), deposit('c', { arrived: '3' })],
      wallet_transfer: [
        transfer('1', 'a', {}),
        transfer('2', 'a', { state: 'unmatched', received: '5' }),
        transfer('3', 'a', { state: 'wrong_token', received: '0' }),
        transfer('4', 'a', { network: 'mainnet', received: '100' }),
      ],
    },
  });
  const rows = await deposits(t.context).find({}).sort({ _id: 1 }).lean();
  expect(rows.map(({ arrived }) => arrived)).toEqual(['12', '0', '3']);
});

test('bought time of an older release begins behind the days that were given, also where it can be gone back to', async () => {
  const t = await start();
  const [paid, begun, end] = [time, new Date(time.getTime() + 5e8), new Date(time.getTime() + 9e8)];
  const member = (letter: string, fields: object = {}) => ({
    _id: id(letter),
    plan: id('d'),
    plan_name: 'Small',
    limits: {},
    value: '1',
    seq: 1,
    value_from: paid,
    value_until: end,
    order: id(letter),
    update_time: time,
    ...fields,
  });
  const order = (letter: string, kind: string) => ({
    _id: id(letter),
    number: letter,
    owner: id('e'),
    kind,
    key: letter,
    from_time: begun,
    create_time: time,
    update_time: time,
  });
  const late = new Date(begun.getTime() + 1);
  await t.migrate({
    from: 2,
    documents: {
      wallet_order: [order('1', 'purchase'), order('2', 'renewal'), order('3', 'purchase')],
      wallet_member: [member('1'), member('2'), member('3', { value_from: late })],
      wallet_membership_step: [
        { _id: id('4'), account: id('1'), member: member('1'), time },
        { _id: id('5'), account: id('2'), member: null, time },
      ],
    },
  });
  const rows = await members(t.context).find({}).sort({ _id: 1 }).lean();
  expect(rows.map(({ value_from }) => value_from)).toEqual([begun, paid, late]);
  const steps = await membershipSteps(t.context).find({}).sort({ _id: 1 }).lean();
  expect(steps.map((step) => step.member?.value_from)).toEqual([begun, undefined]);
});

test('what an operator has given customers without a plan is not lifted by an upgrade', async () => {
  const t = await start();
  const values = { free_codes: 3, free_visits: 0, grace_days: 9 };
  await t.migrate({
    from: 3,
    documents: { plugin_settings: [{ _id: 'wallet', values, secrets: {}, version: 4, update_time: time }] },
  });
  expect(await readLimitsWithoutPlan(t.context)).toEqual({
    version: 1,
    limits: { codes: 3, domains: null, visits: 0, api_keys: null, kept_visits: null },
  });
});
