import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { cancelCall, refundCall, refundOffer } from '../../screens/order/calls.ts';
import { orderResource } from '../../screens/order/resource.ts';
import { planResource } from '../../screens/vip_combo/resource.ts';
import { startWallet } from '../../testing/start-wallet.ts';
import type { RefundPart } from '../values.ts';

setDefaultTimeout(60_000);
const DAY = 86_400_000;
let t: TestPlugin;
afterEach(() => t?.dispose());

/** Ada buys, Ben earns a tenth of it, Root runs the place. */
async function start() {
  const started = await startWallet();
  t = started.t;
  const ada = await t.person('ada.lovelace');
  const ben = await t.person('ben.agent', { permissions: ['wallet.customer_order:read'] });
  const root = await t.person('root.person', { role: 'administrator' });
  await started.know(ada.id, { superior: ben.id });
  await started.know(ben.id, { share_ratio: 10 });
  await started.give(ada.id, '100000000');
  return { ...started, ada, ben, root };
}
const plan = async (fields: Record<string, unknown> = {}) =>
  String(
    (
      await t
        .rows(planResource)
        .add({ name: 'Small', price: '30000000', days: 3, codes: 5, state: 'on', ...fields } as never)
    )._id,
  );
async function buy(as: Person, plan: string, fields: Record<string, unknown> = {}): Promise<string> {
  const body = {
    plan,
    pay_type: 2,
    kind: 'purchase',
    price: '30000000',
    key: crypto.randomUUID(),
    ...fields,
  };
  return (await t.call<{ id: string }>('buy_vip_combo/buy', body, { as })).id;
}
async function refund(as: Person, id: string, part: RefundPart = 'whole') {
  const { parts } = await t.call(refundOffer, { id }, { as });
  const sum = parts.find((one) => one.part === part);
  const body = { id, part, refund: sum?.refund ?? '0', reason: 'They asked for it' };
  return t.call(refundCall, body, { as });
}
const balance = async ({ id }: Person) => (await t.context.ledger.balances([id]))[0]?.available;
const spend = ({ id }: Person, amount: string) =>
  t.context.ledger.transfer({
    key: crypto.randomUUID(),
    type: 'wallet.withdrawal',
    postings: [
      { account: id, amount: `-${amount}` },
      { account: 'wallet.payouts', amount },
    ],
  });
const later = (days: number) => t.clock.set(new Date(t.clock.now() + days * DAY));

describe('a refund', () => {
  test('says both sums first; the whole one gives the money back, takes the share and ends the membership, once', async () => {
    const { ada, ben, root, memberships, told } = await start();
    const id = await buy(ada, await plan());
    expect([await balance(ada), await balance(ben)]).toEqual(['70000000', '3000000']);
    later(1);
    const now = new Date(t.clock.now()).toISOString();
    expect(await t.call(refundOffer, { id }, { as: root })).toMatchObject({
      price: '30000000',
      parts: [
        { part: 'whole', refund: '30000000', share_return: '3000000', until: now, plan_name: 'Small' },
        { part: 'rest', refund: '20000000', share_return: '2000000', until: now, plan_name: 'Small' },
      ],
    });
    expect(await refund(root, id)).toEqual({ refund: '30000000', share_return: '3000000', owed: '0' });
    expect([await balance(ada), await balance(ben)]).toEqual(['100000000', '0']);
    expect(await memberships.until(ada.id)).toBe(now);
    expect(await t.rows(orderResource).find(id)).toMatchObject({
      status: 2,
      settlement: 'refunded',
      refund: '30000000',
      share_return: '3000000',
      refund_reason: 'They asked for it',
    });
    expect(told.filter(({ words }) => !words.includes('ended')).map(({ words, to }) => [words, to])).toEqual([
      ['wallet.notice.refunded', { accounts: [ada.id] }],
      ['wallet.notice.share_returned', { accounts: [ben.id] }],
    ]);
    await expect(refund(root, id)).rejects.toMatchObject({ code: 'wallet.order_refunded' });
    expect(await balance(ada)).toBe('100000000');
    expect((await t.audit()).at(-1)).toMatchObject({
      type: 'wallet.order.refund',
      account: 'root.person',
      target: id,
      after: { part: 'whole', refund: '30000000', remark: 'They asked for it' },
    });
    const earned = await t.call<{ content: object[] }>('order_customer/inquire', {}, { as: ben });
    expect(earned.content).toMatchObject([{ earned: '0', returned: '3000000', owed: '0' }]);
  });

  test('of the days that are left gives their part, to the hour that has begun', async () => {
    const { ada, ben, root } = await start();
    const id = await buy(ada, await plan());
    later(1.002);
    expect(await refund(root, id, 'rest')).toEqual({
      refund: '20000000',
      share_return: '2000000',
      owed: '0',
    });
    expect([await balance(ada), await balance(ben)]).toEqual(['90000000', '1000000']);
  });

  test('what the agent has spent is owed, and comes out of the next shares; nobody is below nothing', async () => {
    const { ada, ben, root, know, give, told } = await start();
    const [small, cora] = [await plan(), await t.person('cora.other')];
    await know(cora.id, { superior: ben.id });
    await give(cora.id, '90000000');
    const id = await buy(ada, small);
    await spend(ben, '2500000');
    expect(await refund(root, id)).toMatchObject({ share_return: '3000000', owed: '2500000' });
    expect(await balance(ben)).toBe('0');
    expect(told.map(({ words }) => words)).toContain('wallet.notice.share_owed');
    const shown = () => t.call<object>('order/details', { id }, { as: root });
    expect(await shown()).toMatchObject({ earned: '0', returned: '500000', owed: '2500000' });
    const cheap = await plan({ name: 'Tiny', price: '10000000' });
    await buy(cora, cheap, { price: '10000000' });
    expect(await balance(ben)).toBe('0');
    expect(await shown()).toMatchObject({ returned: '1500000', owed: '1500000' });
    await buy(cora, cheap, { kind: 'renewal', price: '10000000' });
    await buy(cora, cheap, { kind: 'renewal', price: '10000000' });
    expect(await balance(ben)).toBe('500000');
    expect(await shown()).toMatchObject({ returned: '3000000', owed: '0' });
    const { content } = await t.context.ledger.bill({ account: ben.id, page: 1, page_size: 20 });
    expect(content.every(({ after }) => BigInt(after) >= 0n)).toBe(true);
  });

  test('not while a later order stands on the membership; from the last one back, each', async () => {
    const { ada, root, memberships } = await start();
    const [small, large] = [
      await plan(),
      await plan({ name: 'Large', price: '60000000', codes: 50, days: 6 }),
    ];
    const begun = t.clock.now();
    const first = await buy(ada, small);
    later(1.5);
    const second = await buy(ada, large, { kind: 'change', price: '45000000' });
    const stands = { code: 'wallet.refund_later', message: expect.stringMatching(/\d{8}-/) };
    await expect(refund(root, first)).rejects.toMatchObject(stands);
    later(0.2);
    await refund(root, second);
    const held = async () =>
      (await t.call<{ membership: object }>('buy_vip_combo/inquire', {}, { as: ada })).membership;
    expect(await held()).toMatchObject({ plan_name: 'Small', limits: { codes: 5 }, standing: 'member' });
    expect(await memberships.until(ada.id)).toBe(new Date(begun + 3 * DAY).toISOString());
    await refund(root, first, 'rest');
    expect(await balance(ada)).toBe('83333333');
    expect(await held()).toMatchObject({ standing: 'grace' });
  });

  test('what is not paid, what put money onto the balance, and another sum than was shown are refused', async () => {
    const { ada, root } = await start();
    const id = await buy(ada, await plan());
    const body = { id, part: 'rest', refund: '30000000', reason: 'They asked' } as const;
    later(0.1);
    await expect(t.call(refundCall, body, { as: root })).rejects.toMatchObject({
      code: 'wallet.refund_changed',
      status: 409,
      content: { parts: [{ part: 'whole' }, { part: 'rest', refund: '29166666' }] },
    });
    for (const fields of [{ status: 1 }, { plan: null, kind: 'top_up' }]) {
      const row = (await t.rows(orderResource).find(id)) as unknown as Record<string, unknown>;
      const { _id, version, ...copy } = row;
      const other = await t
        .rows(orderResource)
        .add({ ...copy, number: crypto.randomUUID(), key: crypto.randomUUID(), ...fields } as never, {
          owner: ada.id,
        });
      await expect(refund(root, String(other._id))).rejects.toMatchObject({ code: 'wallet.not_refundable' });
    }
    later(4);
    await expect(t.call(refundCall, body, { as: root })).rejects.toMatchObject({
      code: 'wallet.refund_nothing',
    });
    // Its time is over: the whole price can still be given back.
    expect(await refund(root, id)).toMatchObject({ refund: '30000000' });
    await expect(refund(ada, id)).rejects.toMatchObject({ status: 403 });
  });

  test('of ten presses at once one gives it back', async () => {
    const { ada, ben, root } = await start();
    const id = await buy(ada, await plan());
    const body = { id, part: 'whole', refund: '30000000', reason: 'They asked' } as const;
    const ends = await Promise.allSettled(
      Array.from({ length: 10 }, () => t.call(refundCall, body, { as: root })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await balance(ada), await balance(ben)]).toEqual(['100000000', '0']);
  });
});

describe('an order that its owner cancels', () => {
  const unpaid = (owner: string, fields: Record<string, unknown> = {}) =>
    t.rows(orderResource).add(
      {
        number: crypto.randomUUID(),
        kind: 'purchase',
        plan: 'a'.repeat(24),
        plan_name: 'Small',
        days: 30,
        list_price: '5',
        price: '5',
        pay_type: 1,
        key: crypto.randomUUID(),
        settlement: 'waiting',
        expires_time: new Date(t.clock.now() + DAY),
        ...fields,
      } as never,
      { owner },
    );

  test('is over; what is paid or over is not cancelled, nor is anybody else’s', async () => {
    const { ada, root } = await start();
    const { _id } = await unpaid(ada.id);
    const id = String(_id);
    const ben = await t.person('ben.other');
    for (const as of [ben, root])
      await expect(t.call(cancelCall, { id }, { as })).rejects.toMatchObject({
        status: as === ben ? 404 : 403,
      });
    await t.call(cancelCall, { id }, { as: ada });
    expect(await t.rows(orderResource).find(id)).toMatchObject({ status: 1, settlement: 'cancelled' });
    const over = { code: 'wallet.not_cancellable', status: 409 };
    await expect(t.call(cancelCall, { id }, { as: ada })).rejects.toMatchObject(over);
    const paid = await buy(ada, await plan());
    await expect(t.call(cancelCall, { id: paid }, { as: ada })).rejects.toMatchObject(over);
    const expired = await unpaid(ada.id, { settlement: 'expired' });
    await expect(t.call(cancelCall, { id: String(expired._id) }, { as: ada })).rejects.toMatchObject(over);
  });
});
