import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { orderResource } from '../screens/order/resource.ts';
import { planResource } from '../screens/vip_combo/resource.ts';
import { startWallet } from '../testing/start-wallet.ts';

setDefaultTimeout(60_000);
const DAY = 86_400_000;
let t: TestPlugin;
afterEach(() => t?.dispose());

async function start() {
  const started = await startWallet();
  t = started.t;
  const ada = await t.person('ada.lovelace');
  const ben = await t.person('ben.agent');
  const root = await t.person('root.person', { role: 'administrator' });
  return { ...started, ada, ben, root };
}
const plan = (fields: Record<string, unknown> = {}) =>
  t
    .rows(planResource)
    .add({ name: 'Small', price: '10000000', days: 30, codes: 5, state: 'on', ...fields } as never);
const press = () => ({ key: crypto.randomUUID(), pay_type: 2, kind: 'purchase', price: '10000000' });
const buy = (as: Person, body: Record<string, unknown>) =>
  t.call<{ id: string; status: number }>('buy_vip_combo/buy', { ...press(), ...body }, { as });
const balance = async ({ id }: Person) => (await t.context.ledger.balances([id]))[0]?.available;

describe('a plan bought from the balance', () => {
  test('is paid, gives its time and limits, and the agent right above earns the share', async () => {
    const { ada, ben, give, know, memberships } = await start();
    await know(ada.id, { superior: ben.id });
    await know(ben.id, { share_ratio: 12.34 });
    await give(ada.id, '15000000');
    const small = await plan();
    const { id, status } = await buy(ada, { plan: small._id });
    expect(status).toBe(2);
    expect(await balance(ada)).toBe('5000000');
    expect(await balance(ben)).toBe('1234000');
    const until = t.clock.now() + 30 * DAY;
    expect(await memberships.until(ada.id)).toBe(new Date(until).toISOString());
    expect(await t.rows(orderResource).find(id)).toMatchObject({
      status: 2,
      settlement: 'settled',
      kind: 'purchase',
      price: '10000000',
      codes: 5,
      domains: null,
      agent: ben.id,
      share: '1234000',
      share_points: 1234,
    });
    const shop = await t.call<{ membership: object }>('buy_vip_combo/inquire', {}, { as: ada });
    expect(shop.membership).toMatchObject({ standing: 'member', plan_name: 'Small', limits: { codes: 5 } });
  });

  test('is refused without the money, and nothing of it stays', async () => {
    const { ada, give, memberships } = await start();
    await give(ada.id, '9999999');
    const small = await plan();
    await expect(buy(ada, { plan: small._id })).rejects.toMatchObject({
      code: 'ledger_insufficient',
      status: 409,
    });
    expect(await t.rows(orderResource).count()).toBe(0);
    expect(await memberships.until(ada.id)).toBeNull();
    expect(await balance(ada)).toBe('9999999');
  });

  test('pressed twice it is bought once, also at once; another plan under the key is refused', async () => {
    const { ada, give } = await start();
    await give(ada.id, '50000000');
    const small = await plan();
    const key = crypto.randomUUID();
    const [one, two] = await Promise.all([1, 2].map(() => buy(ada, { plan: small._id, key })));
    expect(two).toEqual(one as never);
    expect(await buy(ada, { plan: small._id, key })).toEqual(one as never);
    expect(await balance(ada)).toBe('40000000');
    const other = await plan({ name: 'Other' });
    await expect(buy(ada, { plan: other._id, key })).rejects.toMatchObject({ code: 'wallet.key_used' });
  });

  test('costs what was shown, or is refused: a plan that was changed, taken off sale or bought meanwhile', async () => {
    const { ada, give, root } = await start();
    await give(ada.id, '50000000');
    const small = await plan();
    await t.call(
      'vip_combo/update',
      { id: small._id, version: small.version, price: '11000000' },
      { as: root },
    );
    const changed = { code: 'wallet.offer_changed', status: 409 };
    await expect(buy(ada, { plan: small._id })).rejects.toMatchObject(changed);
    await buy(ada, { plan: small._id, price: '11000000' });
    // A renewal now, not what this tab shows.
    await expect(buy(ada, { plan: small._id, price: '11000000' })).rejects.toMatchObject(changed);
    expect(await balance(ada)).toBe('39000000');
  });

  test('an order keeps the terms that it was made with', async () => {
    const { ada, give, root } = await start();
    await give(ada.id, '50000000');
    const small = await plan();
    const { id } = await buy(ada, { plan: small._id });
    await t.call(
      'vip_combo/update',
      { id: small._id, version: small.version, codes: 1, price: '1', name: 'Tiny' },
      { as: root },
    );
    expect(await t.rows(orderResource).find(id)).toMatchObject({
      codes: 5,
      price: '10000000',
      plan_name: 'Small',
    });
    const { membership } = await t.call<{ membership: object }>('buy_vip_combo/inquire', {}, { as: ada });
    expect(membership).toMatchObject({ plan_name: 'Small', limits: { codes: 5 } });
  });

  test('a larger plan takes off what is left; a smaller one is refused while more is left', async () => {
    const { ada, give, memberships } = await start();
    await give(ada.id, '50000000');
    const small = await plan({ days: 3 });
    const large = await plan({ name: 'Large', price: '30000000', codes: 50 });
    await buy(ada, { plan: small._id });
    t.clock.set(new Date(t.clock.now() + DAY));
    const { offers } = await t.call<{ offers: Record<string, unknown>[] }>(
      'buy_vip_combo/inquire',
      {},
      { as: ada },
    );
    const offer = offers.find(({ name }) => name === 'Large');
    expect(offer).toMatchObject({ kind: 'change', credit: '6666666', is_rounded: true, price: '23333334' });
    await buy(ada, { plan: large._id, kind: 'change', price: '23333334' });
    expect(await balance(ada)).toBe('16666666');
    expect(await memberships.until(ada.id)).toBe(new Date(t.clock.now() + 30 * DAY).toISOString());
    const { offers: later } = await t.call<{ offers: Record<string, unknown>[] }>(
      'buy_vip_combo/inquire',
      {},
      { as: ada },
    );
    expect(later.find(({ name }) => name === 'Small')).toMatchObject({ is_open: false });
  });

  test('a superior without a share, and one who is nobody any more, earn nothing and hinder nothing', async () => {
    const { ada, give, know } = await start();
    await know(ada.id, { superior: 'f'.repeat(24) });
    await know('f'.repeat(24), { share_ratio: 50 });
    await give(ada.id, '10000000');
    const { id } = await buy(ada, { plan: (await plan())._id });
    expect(await t.rows(orderResource).find(id)).toMatchObject({ status: 2, share: '0' });
  });

  test.each(['-10000000', '+10000000', '1e7', '1234567890123456789', '0', '10000000.5', 10_000_000])(
    'a price of %p is no price',
    async (price) => {
      const { ada } = await start();
      await expect(buy(ada, { plan: (await plan())._id, price })).rejects.toMatchObject({ status: 422 });
    },
  );

  test('by a transfer it is not offered before an operator has set that up', async () => {
    const { ada } = await start();
    const { pay_types } = await t.call<{ pay_types: number[] }>('buy_vip_combo/inquire', {}, { as: ada });
    expect(pay_types).toEqual([2]);
    await expect(buy(ada, { plan: (await plan())._id, pay_type: 1 })).rejects.toMatchObject({
      code: 'wallet.transfer_off',
    });
  });
});

describe('orders', () => {
  test('are seen by who bought, by the agent right above and by operators, and by nobody else', async () => {
    const { ada, ben, root, give, know } = await start();
    const cleo = await t.person('cleo.other');
    const agent = await t.person('ben.seller', {
      permissions: ['wallet.customer_order:read', 'wallet.order:read'],
    });
    await know(ada.id, { superior: agent.id });
    await know(agent.id, { share_ratio: 10 });
    await give(ada.id, '10000000');
    const { id } = await buy(ada, { plan: (await plan())._id });
    const listed = async (call: string, as: Person) =>
      (await t.call<{ content: Record<string, unknown>[] }>(call, {}, { as })).content;
    expect(await listed('order/user_inquire', ada)).toMatchObject([{ id, earned: '0', agent_account: '' }]);
    expect(await listed('order_customer/inquire', agent)).toMatchObject([{ id, earned: '1000000' }]);
    expect(await listed('order/inquire', root)).toMatchObject([
      { id, earned: '1000000', agent_account: `account of ${agent.id}` },
    ]);
    expect(await listed('order/user_inquire', cleo)).toEqual([]);
    await expect(t.call('order/details', { id }, { as: cleo })).rejects.toMatchObject({ status: 404 });
    const other = await t.person('dan.seller', { permissions: ['wallet.customer_order:read'] });
    await expect(t.call('order_customer/details', { id }, { as: other })).rejects.toMatchObject({
      status: 404,
    });
    await expect(t.call('order_customer/inquire', {}, { as: ada })).rejects.toMatchObject({ status: 403 });
    expect(ben.id).not.toBe(agent.id);
  });
});
