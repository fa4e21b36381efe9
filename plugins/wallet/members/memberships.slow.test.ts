import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { defineError } from '@waypost/contract';
import { ENTITLEMENTS, type Entitlements } from '@waypost/sdk';
import type { TestPlugin, TestPluginOptions } from '@waypost/sdk/testing';
import { type Limits, NO_LIMITS } from '../plans/values.ts';
import { orderResource } from '../screens/order/resource.ts';
import { planResource } from '../screens/vip_combo/resource.ts';
import { startWallet } from '../testing/start-wallet.ts';
import { takeOverLimits } from './limits-without-plan.ts';
import { noticeOf, TEND } from './tend-memberships.ts';
import { tended } from './tended.ts';

setDefaultTimeout(60_000);
const DAY = 86_400_000;
let t: TestPlugin;
let isOver = true;
afterEach(async () => {
  if (!isOver) await t.dispose();
  isOver = true;
});

async function start(
  settings: Record<string, unknown> = {},
  options: Pick<TestPluginOptions, 'now' | 'timeZone'> = {},
) {
  const set = { grace_days: 7, reminder_days: 7, ...settings };
  const started = await startWallet({ ...options, settings: set });
  t = started.t;
  isOver = false;
  return { ...started, ada: await t.person('ada.lovelace') };
}
const plan = (days = 30) =>
  t.rows(planResource).add({ name: 'Small', price: '10000000', days, codes: 5, state: 'on' } as never);
const buy = (plan: string, as: { id: string; account: string }, kind = 'purchase') =>
  t.call(
    'buy_vip_combo/buy',
    { plan, kind, price: '10000000', pay_type: 2, key: crypto.randomUUID() },
    { as },
  );
const setWithoutPlan = (limits: Partial<Limits>) => takeOverLimits(t.context, { ...NO_LIMITS, ...limits });
const day = async (days: number) => {
  t.clock.set(new Date(t.clock.now() + days * DAY));
  await t.jobs.run(TEND);
};

test('a member is reminded twice, told of the end, and the codes are paused after the days of grace, each once', async () => {
  const { ada, give, told, paused } = await start({ grace_days: 1, reminder_days: 2 });
  await give(ada.id, '30000000');
  const small = await plan(3);
  await buy(String(small._id), ada);
  const words = () => told.map(({ words }) => words.slice('wallet.notice.'.length));
  await day(0.9);
  expect(words()).toEqual([]);
  await day(0.2);
  await day(0.1);
  expect(words()).toEqual(['soon']);
  await day(1);
  expect(words()).toEqual(['soon', 'last_day']);
  await day(0.9);
  expect(words()).toEqual(['soon', 'last_day', 'ended']);
  await day(0.8);
  expect([...paused]).toEqual([]);
  await day(0.3);
  await day(0.2);
  expect(words()).toEqual(['soon', 'last_day', 'ended', 'over']);
  expect([...paused]).toEqual([ada.id]);
  // Buying again lets them answer at once, without the job.
  await buy(String(small._id), ada);
  expect([...paused]).toEqual([]);
});

test('an operator who sets another end on the page of the person brings the codes back too', async () => {
  const { ada, know, paused, pausedForwards } = await start();
  await know(ada.id, { until: new Date(t.clock.now() - 100 * DAY) });
  // Nobody is paused without a word: the end is told first, and the days of grace begin with that.
  await day(0);
  expect([...paused]).toEqual([]);
  await day(7);
  expect([...paused, ...pausedForwards]).toEqual([ada.id, ada.id]);
  // As where the plugin of the domains was off at that moment.
  pausedForwards.clear();
  await day(0);
  expect([...pausedForwards]).toEqual([ada.id]);
  await know(ada.id, { until: new Date(t.clock.now() + DAY) });
  await day(0);
  expect([...paused, ...pausedForwards]).toEqual([]);
});

test('what people may have is their plan, in grace too, then what everybody has; operators are not bounded', async () => {
  const { ada, give, know } = await start();
  await setWithoutPlan({ codes: 1 });
  const entitlements = t.context.require<Entitlements>(ENTITLEMENTS, '^1');
  const codes = async () => (await entitlements?.limitsOf(ada.id))?.codes;
  expect(await codes()).toBe(1);
  await give(ada.id, '10000000');
  await buy(String((await plan())._id), ada);
  expect(await codes()).toBe(5);
  t.clock.set(new Date(t.clock.now() + 36 * DAY));
  expect(await codes()).toBe(5);
  t.clock.set(new Date(t.clock.now() + DAY));
  expect(await codes()).toBe(1);
  // Given by hand, without a plan.
  const ben = await t.person('ben.okri');
  await know(ben.id, { until: new Date(t.clock.now() + DAY) });
  expect((await entitlements?.limitsOf(ben.id))?.codes).toBeNull();
});

test('without the plugin nobody is bounded', async () => {
  const { ada } = await start();
  await setWithoutPlan({ codes: 0 });
  const entitlements = t.context.require<Entitlements>(ENTITLEMENTS, '^1');
  expect((await entitlements?.limitsOf(ada.id))?.codes).toBe(0);
  await t.dispose();
  isOver = true;
  expect((await entitlements?.limitsOf(ada.id))?.codes).toBeNull();
});

test('days that an operator gives are added once, and told by nobody but the log', async () => {
  const { ada, memberships } = await start();
  const root = await t.person('root.person', { role: 'administrator' });
  const key = crypto.randomUUID();
  const give = (more: object = {}, as = root) =>
    t.call('membership/give', { account: ada.id, days: 10, remark: 'sorry', key, ...more }, { as });
  const until = new Date(t.clock.now() + 10 * DAY).toISOString();
  expect(await give()).toEqual({ until });
  expect(await give()).toEqual({ until });
  await expect(give({ days: 11 })).rejects.toMatchObject({ code: 'wallet.key_used' });
  expect(await memberships.until(ada.id)).toBe(until);
  await give({ key: crypto.randomUUID(), days: 5 });
  expect(await memberships.until(ada.id)).toBe(new Date(t.clock.now() + 15 * DAY).toISOString());
  await expect(give({}, ada as never)).rejects.toMatchObject({ status: 403 });
  for (const days of [0, -1, 1.5, 367, '10'])
    await expect(give({ days, key: crypto.randomUUID() })).rejects.toMatchObject({ status: 422 });
  expect((await t.audit()).filter(({ type }) => type === 'wallet.membership.give')).toHaveLength(2);
});

test('days that were given before something was bought are not lost by buying another plan', async () => {
  const { ada, give, know, memberships } = await start();
  await give(ada.id, '30000000');
  const begun = t.clock.now();
  await know(ada.id, { until: new Date(begun + 30 * DAY) });
  await buy(String((await plan())._id), ada);
  expect(await memberships.until(ada.id)).toBe(new Date(begun + 60 * DAY).toISOString());
  await day(4);
  const large = await t
    .rows(planResource)
    .add({ name: 'Large', price: '20000000', days: 30, codes: 9, state: 'on' } as never);
  // Nothing of what was bought is used up yet: all of it is taken off.
  const wish = { plan: String(large._id), kind: 'change', price: '10000000', pay_type: 2 };
  await t.call('buy_vip_combo/buy', { ...wish, key: crypto.randomUUID() }, { as: ada });
  expect(await memberships.until(ada.id)).toBe(new Date(begun + (4 + 30 + 26) * DAY).toISOString());
});

test('the day that people are told of is the one where they are, not that of Greenwich', async () => {
  const { ada, know, told } = await start({}, { now: '2026-03-01T12:00:00Z', timeZone: 'Asia/Shanghai' });
  await know(ada.id, { until: new Date('2026-03-04T20:00:00Z') });
  await day(0);
  expect(told).toMatchObject([{ words: 'wallet.notice.soon', params: { day: '2026-03-05' } }]);
});

test('an order that nobody paid in time is over', async () => {
  const { ada } = await start();
  const row = await t.rows(orderResource).add(
    {
      number: '20260115-0123456789',
      kind: 'purchase',
      plan: 'a'.repeat(24),
      plan_name: 'Small',
      days: 30,
      list_price: '5',
      price: '5',
      pay_type: 1,
      key: 'k',
      expires_time: new Date(t.clock.now() + DAY),
    } as never,
    { owner: ada.id },
  );
  await day(0.9);
  await t.jobs.run('watch_chain');
  expect(await t.rows(orderResource).find(row._id)).toMatchObject({ settlement: 'waiting' });
  await day(0.2);
  await t.jobs.run('watch_chain');
  expect(await t.rows(orderResource).find(row._id)).toMatchObject({ status: 1, settlement: 'expired' });
});

test('whoever cannot be told or paused holds up nobody else, and is tried again', async () => {
  const { know, told, paused } = await start({ grace_days: 1 });
  const people = await Promise.all(['first', 'other', 'third'].map((name) => t.person(`${name}.person`)));
  for (const [at, { id }] of people.entries())
    await know(id, { until: new Date(t.clock.now() - (10 - at) * DAY) });
  await day(0);
  expect(told.map(({ words }) => words)).toEqual(Array(3).fill('wallet.notice.ended'));
  const { add } = paused;
  paused.add = (account) => {
    if (account === people[0]?.id) throw new Error('the codes are away');
    return add.call(paused, account);
  };
  await day(1.1);
  expect([...paused].sort()).toEqual(
    people
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  );
  paused.add = add;
  await day(0);
  expect(paused.size).toBe(3);
});

test.each([
  ['lately', 1],
  ['long ago', 100],
])(
  'of many whose membership ended %s inboxes take as many as they do, and each is told once',
  async (_when, days) => {
    const { know, told } = await start();
    const people = await Promise.all(['first', 'other', 'third'].map((name) => t.person(`${name}.person`)));
    for (const [at, { id }] of people.entries())
      await know(id, { until: new Date(t.clock.now() - days * DAY + at * 1_000) });
    const tooMany = defineError({ code: 'site_messages_too_many', status: 429 });
    const { push } = told;
    let asked = 0;
    told.push = (message) => {
      asked += 1;
      if (told.length > 0) throw tooMany.create();
      return push.call(told, message);
    };
    await day(0);
    // Who comes behind one that is not taken is not tried, and nothing is wrong with anybody.
    expect([told.length, asked]).toEqual([1, 2]);
    expect(t.log().filter(({ level }) => level === 'error')).toEqual([]);
    told.push = push;
    await day(0);
    await day(0);
    expect(told.map(({ to }) => to)).toEqual(people.map(({ id }) => ({ accounts: [id] })));
  },
);

test('those whose membership ended long ago and who know it are not all read in each minute', async () => {
  const { know, memberships, told } = await start({ grace_days: 0 });
  const long = Array.from({ length: 1_300 }, (_, at) => ({
    id: at.toString(16).padStart(6, '0').padStart(24, 'a'),
    until: new Date(t.clock.now() - 100 * DAY + at * 1_000),
  }));
  for (const { id, until } of long) await know(id, { until });
  // All of them know it but the last one, whose end somebody has just typed.
  const rest = { ended_of: '', ended_time: null, is_paused: false };
  for (const { id, until } of long.slice(0, -1))
    await tended(t.context).create([{ _id: id, told: `ended ${until.toISOString()}`, ...rest }]);
  const { ending } = memberships;
  let read = 0;
  memberships.ending = async (span) => {
    const rows = await ending(span);
    read += rows.length;
    return rows;
  };
  const last = long.at(-1)?.id ?? '';
  const isTold = () => told.some(({ to }) => 'accounts' in to && to.accounts.includes(last));
  let runs = 0;
  for (; runs < 10 && !isTold(); runs += 1) {
    read = 0;
    await day(0);
    expect(read).toBeLessThanOrEqual(500);
  }
  expect(runs).toBe(3);
});

test.each([
  [-8, undefined, undefined],
  [-7, undefined, 'soon'],
  [-1, undefined, 'last_day'],
  [0, undefined, 'ended'],
  [90, undefined, 'ended'],
  [6.9, 0, 'ended'],
  [7, 0, 'over'],
  [94, 90, 'ended'],
  [97, 90, 'over'],
])('%p days from the end, told on day %p, the notice is %p', (days, told, notice) => {
  const settings = { grace_days: 7, reminder_days: 7 };
  const endedTold = told === undefined ? undefined : told * DAY;
  expect(noticeOf({ until: 0, endedTold, now: days * DAY, ...settings })).toBe(notice as never);
});
