import type { Person } from '@waypost/sdk/testing';
import { startChain } from '../../../tests/chain-place.ts';
import { readPayConfig, writePayConfig } from '../chain/config/pay-config.ts';
import { withdrawalAdd, withdrawalFacts } from '../screens/acting_withdrawal_list/calls.ts';
import type { PayConfigValues } from '../screens/pay_config/calls.ts';
import { withdrawalApprove, withdrawalPay, withdrawalTakeOn } from '../screens/withdrawal_list/calls.ts';
import { payoutAddresses } from '../withdrawals/payout-address.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';

/** Addresses of people: of keys that everybody knows. */
export const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
export const OTHER_PAYOUT = 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA';
/** The wallet that the operator pays with. */
export const HOUSE = 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6';
export const TEN = '10000000';
/** What tests begin with. */
export const TEST_LIMITS: Partial<PayConfigValues> = {
  withdraw_switch: 1 as const,
  withdraw_minimum: '1000000',
  withdraw_fee: '0',
  withdraw_daily: '10000000000',
  withdraw_two_people: '1000000000',
};

/** The plugin beside a chain of its own, with people who ask for withdrawals, and three who decide. */
export async function startWithdrawals({ providers = 1 }: { providers?: number } = {}) {
  const place = await startChain({ providers });
  const { t, give, node } = place;
  let people = 0;
  const pass = async (ms: number) => {
    t.clock.set(new Date(t.clock.now() + ms));
    // A block is at most a minute younger than the one before.
    await node.control('skew', { ms: t.clock.now() - Date.now() });
    await node.control('mine', { blocks: Math.ceil(ms / 60_000) + 1 });
  };
  const newAgent = async (money = '100000000', address = PAYOUT): Promise<Person> => {
    people += 1;
    const agent = await t.person(`agent.${people}.${crypto.randomUUID().slice(0, 8)}`, {
      permissions: ['wallet.own_withdrawal:read', 'wallet.withdrawal:read', 'wallet.own_withdrawal:ask'],
    });
    if (money !== '0') await give(agent.id, money);
    // As if it had been entered the day before.
    if (address !== '')
      await payoutAddresses(t.context).create([
        {
          _id: agent.id,
          address,
          since: t.clock.date(),
          next_address: '',
          next_time: null,
          version: 1,
          is_told: true,
        },
      ]);
    return agent;
  };
  const [boss, second, third] = [
    await t.person('boss.first', { role: 'administrator' }),
    await t.person('boss.second', { role: 'administrator' }),
    await t.person('boss.third', { role: 'administrator' }),
  ];
  const ask = (as: Person, amount = TEN, key: string = crypto.randomUUID()) =>
    t.call(withdrawalAdd, { amount, key }, { as });
  const approve = (id: string, as = boss) => t.call(withdrawalApprove, { id }, { as });
  /** Enters a transaction as whoever has taken the withdrawal on, which is done before where nobody has. */
  const pay = async (id: string, transaction: string, as = boss) => {
    const found = await t.rows(withdrawalResource).find(id);
    if (found?.phase === 'approved') await t.call(withdrawalTakeOn, { id }, { as });
    return t.call(withdrawalPay, { id, transaction }, { as });
  };
  return {
    ...place,
    boss,
    second,
    third,
    newAgent,
    pass,
    ask,
    approve,
    pay,
    facts: (as: Person) => t.call(withdrawalFacts, {}, { as }),
    /** One that is asked for and approved. */
    approved: async (agent: Person, amount = TEN) => {
      const { id } = await ask(agent, amount);
      await approve(id);
      return id;
    },
    /** Looks for entered transactions as if their time had come. */
    verify: async (ms = 6_000) => {
      await pass(ms);
      await t.jobs.run('verify_payouts');
    },
    money: async ({ id }: Person) => {
      const [balance] = await t.context.ledger.balances([id]);
      return { available: balance?.available, held: balance?.held };
    },
    row: async (id: string) => {
      const found = await t.rows(withdrawalResource).find(id);
      if (found === undefined || found === null) throw new Error(`there is no withdrawal ${id}`);
      return found;
    },
    configure: async (change: Partial<PayConfigValues>) => {
      const { version, ...config } = await readPayConfig(t.context);
      await t.context.transaction((session) =>
        writePayConfig(t.context, version, { ...config, ...change }, session),
      );
    },
  };
}
