import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { SignedRequest } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { startWallet } from '../../testing/start-wallet.ts';
import type { Wallet } from '../../wallet.ts';
import { customerTopUps, tellTopUps, topUpCustomer } from './top-up.ts';

setDefaultTimeout(240_000);
let t: TestPlugin;
afterEach(() => t?.dispose());

async function start() {
  const started = await startWallet();
  t = started.t;
  const permissions = ['wallet.customer:read', 'wallet.customer:top_up', 'wallet.share:read'];
  const [anna, bert] = [
    await t.person('anna.agent', { permissions }),
    await t.person('bert.agent', { permissions }),
  ];
  const carl = await t.person('carl.buyer');
  await started.know(carl.id, { superior: anna.id });
  await started.give(anna.id, '100000000');
  await started.give(bert.id, '100000000');
  return { ...started, anna, bert, carl };
}
const press = (customer: string, fields: object = {}) => ({
  customer,
  amount: '2500000',
  key: crypto.randomUUID(),
  ...fields,
});
const topUp = (as: Person, body: object) =>
  t.call<{ available: string }>('user_customer/top_up', body as never, { as });
const balance = async ({ id }: Person) => (await t.context.ledger.balances([id]))[0]?.available;

describe('an agent’s own customers', () => {
  test('are found by their agent and by nobody else', async () => {
    const { anna, bert, carl } = await start();
    const listed = await t.call<{ content: object[] }>('user_customer/inquire', {}, { as: anna });
    expect(listed.content).toMatchObject([{ id: carl.id, spent: '0', kept: '0', standing: 'none' }]);
    expect(await t.call('user_customer/details', { id: carl.id }, { as: anna })).toMatchObject({
      id: carl.id,
    });
    expect(await t.call('user_customer/inquire', {}, { as: bert })).toMatchObject({ content: [], count: 0 });
    for (const call of ['details', 'top_up_facts'])
      await expect(
        t.call(`user_customer/${call}`, call === 'details' ? { id: carl.id } : { customer: carl.id }, {
          as: bert,
        }),
      ).rejects.toMatchObject({ status: 404 });
    await expect(t.call('user_customer/inquire', {}, { as: carl })).rejects.toMatchObject({ status: 403 });
  });

  test('come by an address with the agent’s code, and by its picture', async () => {
    const { anna } = await start();
    const invitation = await t.call<{ url: string; picture: { size: number; path: string } }>(
      'user_customer/invitation',
      {},
      { as: anna },
    );
    expect(invitation.url).toEndWith('/#/admin_register?code=abcd2345');
    expect(invitation.picture.size).toBeGreaterThan(20);
    expect(invitation.picture.path).toStartWith('M0 0h1v1h-1z');
  });
});

describe('topping up a customer', () => {
  test('moves the money once, stands in both bills with both names, and the customer is told', async () => {
    const { anna, carl, told } = await start();
    const body = press(carl.id, { remark: 'Welcome' });
    expect(await topUp(anna, body)).toEqual({ available: '97500000' });
    expect(await topUp(anna, body)).toEqual({ available: '97500000' });
    expect([await balance(anna), await balance(carl)]).toEqual(['97500000', '2500000']);
    for (const [{ id }, change] of [
      [anna, '-2500000'],
      [carl, '2500000'],
    ] as const) {
      const { content } = await t.context.ledger.bill({ account: id, page: 1, page_size: 10 });
      expect(content[0]).toMatchObject({
        type: 'wallet.customer_top_up',
        change,
        remark: `account of ${anna.id} → account of ${carl.id}: Welcome`,
      });
    }
    expect(told).toMatchObject([
      {
        to: { accounts: [carl.id] },
        words: 'wallet.notice.topped_up',
        params: { amount: '2.50', remark: 'Welcome' },
      },
    ]);
    const facts = await t.call<{ latest: object[] }>(
      'user_customer/top_up_facts',
      { customer: carl.id },
      { as: anna },
    );
    expect(facts).toMatchObject({
      available: '97500000',
      latest: [{ amount: '2500000', remark: 'Welcome' }],
    });
    await expect(topUp(anna, { ...body, amount: '2600000' })).rejects.toMatchObject({
      code: 'ledger_key_used',
      status: 409,
    });
  });

  test('is refused to who is no own customer: another’s, oneself, nobody; also who was moved away', async () => {
    const { anna, bert, carl, know } = await start();
    for (const id of [carl.id, bert.id, 'f'.repeat(24)])
      await expect(topUp(bert, press(id))).rejects.toMatchObject({ code: 'not_found', status: 404 });
    await know(carl.id, { superior: bert.id });
    await expect(topUp(anna, press(carl.id))).rejects.toMatchObject({ code: 'not_found', status: 404 });
    // Below somebody who is below: not the own one.
    await know(bert.id, { superior: anna.id });
    await expect(topUp(anna, press(carl.id))).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect([await balance(anna), await balance(bert), await balance(carl)]).toEqual([
      ...['100000000', '100000000', '0'],
    ]);
  });

  test.each(['0', '-2500000', '9999', '100000000001', '1e7', '1234567890123456789', '2.5', 2_500_000])(
    'an amount of %p is refused',
    async (amount) => {
      const { anna, carl } = await start();
      await expect(topUp(anna, press(carl.id, { amount }))).rejects.toMatchObject({ status: 422 });
    },
  );

  test('fifty at once of a balance that is enough for three give three times, and no more', async () => {
    const { anna, carl } = await start();
    // Past the gate of rates, which lets fewer through.
    const asking = {
      caller: { id: anna.id, account: anna.account, isSuper: false, permissions: new Set(), via: 'session' },
      address: '203.0.113.7',
      userAgent: 'test',
    } as never as SignedRequest;
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () =>
        topUpCustomer({ context: t.context } as Wallet, press(carl.id, { amount: '30000000' }), asking).then(
          () => 'done',
          (error: { code?: string }) => error.code ?? 'unknown',
        ),
      ),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'ledger_insufficient']));
    expect([await balance(anna), await balance(carl)]).toEqual(['10000000', '90000000']);
    expect(await customerTopUps(t.context).countDocuments({})).toBe(3);
  });

  test('is answered by the money that moved though nobody can be told of it, and is told later', async () => {
    const { anna, carl, told, messages } = await start();
    const { tell } = messages;
    messages.tell = () => Promise.reject(new Error('the inboxes are away'));
    expect(await topUp(anna, press(carl.id))).toEqual({ available: '97500000' });
    await tellTopUps(t.context, { aborted: false });
    messages.tell = tell;
    await tellTopUps(t.context, { aborted: false });
    await tellTopUps(t.context, { aborted: false });
    expect(told).toHaveLength(1);
  });

  test('who could not be told at once is told later, once', async () => {
    const { anna, carl, told } = await start();
    await topUp(anna, press(carl.id));
    await customerTopUps(t.context).updateMany({}, { $set: { is_told: false } });
    told.length = 0;
    await tellTopUps(t.context, { aborted: false });
    await tellTopUps(t.context, { aborted: false });
    expect(told).toHaveLength(1);
  });
});
