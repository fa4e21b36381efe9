import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type PluginContext, SITE_MESSAGES, type SiteMessage } from '@waypost/sdk';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { lookAtPools } from '../../pools/watch-pools.ts';
import { startCodes } from '../../testing/start-codes.ts';
import { poolResource } from './resource.ts';

interface Row {
  id: string;
  version: number;
  name: string;
  level: string;
  owner: string;
  item_number: number;
  open_number: number;
  room_number: number | null;
  taken_number: number;
  code_number: number;
  position: number;
  status: string;
  targets: object[];
}
/** One pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let anna: Person;
let ben: Person;
const told: SiteMessage[] = [];

beforeAll(async () => {
  const tell = async (message: SiteMessage) => told.push(message);
  t = await startCodes({ services: { [SITE_MESSAGES]: { version: '1.0.0', service: { tell } } } });
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());
beforeEach(() => void told.splice(0));

const call = <T = Row>(as: Person, name: string, body: object = {}) =>
  t.call<T>(name, body, { as, locale: 'en-US' });
let count = 0;
const pool = async (body: object = {}, as = anna) =>
  (await call(as, 'internal_code_grouping/add', { name: `P${++count}`, ...body })).id;
const item = async (of: string, body: object = {}, as = anna) =>
  (
    await call(as, 'pool_item/add', {
      pool: of,
      name: `I${++count}`,
      target: { url: 'https://a.example/' },
      ...body,
    })
  ).id;
const code = async (of: string, as = anna) =>
  (await call(as, 'qr_code_list/add', { name: 'C', targets: [{ pool: of }] })).id;
const details = (id: string, as = anna) => call(as, 'internal_code_grouping/details', { id });
const itemsIn = async (of: string, as = anna) =>
  (await call<{ content: Row[] }>(as, 'pool_item/user_inquire', { pool: of })).content;
async function refused(as: Person, name: string, body: object): Promise<CallRefused> {
  const error = await call(as, name, body).catch((caught: unknown) => caught);
  if (error instanceof CallRefused) return error;
  throw new Error(`${name} was not refused`, { cause: error });
}
/** The job, as if the items of each pool had had so many visitors. */
const look = (taken: Readonly<Record<string, number>>) => {
  const poolCounts = async (pools: { id: string; items: string[] }[]) =>
    Object.fromEntries(
      pools.map(({ id, items }) => [
        id,
        Object.fromEntries(items.map((name) => [name, taken[name.split('.')[0] ?? ''] ?? 0])),
      ]),
    );
  const visits = { value: Object.create(t.context.visits, { poolCounts: { value: poolCounts } }) };
  return lookAtPools(Object.create(t.context, { visits }) as PluginContext, { aborted: false });
};

describe('what stands in a pool', () => {
  test('keeps the order in which it was made, until it is moved', async () => {
    const id = await pool();
    const ids = [await item(id), await item(id), await item(id)];
    const order = async () => (await itemsIn(id)).map((row) => ids.indexOf(row.id));
    expect(await order()).toEqual([0, 1, 2]);
    expect(await call<unknown>(anna, 'pool_item/move', { id: ids[2], to: 'up' })).toEqual({ position: 2 });
    expect(await order()).toEqual([0, 2, 1]);
    await call(anna, 'pool_item/move', { id: ids[1], to: 'first' });
    expect(await order()).toEqual([1, 0, 2]);
    await call(anna, 'pool_item/move', { id: ids[1], to: 'last' });
    await call(anna, 'pool_item/move', { id: ids[2], to: 'up' });
    expect(await order()).toEqual([2, 0, 1]);
    await call(anna, 'pool_item/move', { id: ids[2], to: 'up' });
    expect((await itemsIn(id)).map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  test('says what it does with the next visitor, and the pool how much is left', async () => {
    const id = await pool();
    expect(await details(id)).toMatchObject({
      level: 'empty',
      item_number: 0,
      open_number: 0,
      room_number: 0,
    });
    const past = new Date(t.clock.now() - 1).toISOString();
    await item(id, { capacity: 200 });
    await item(id, { capacity: 50, state: 'off' });
    await item(id, { capacity: 50, expires_at: past });
    // Of each weekday only a minute that has just been.
    const from = (t.clock.date().getUTCHours() * 60 + 720) % 1440;
    await item(id, { capacity: 30, hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from, to: from + 1 }] });
    const statuses = (await itemsIn(id)).map(({ status }) => status);
    expect(statuses.slice(0, 3)).toEqual(['open', 'off', 'over']);
    expect(await details(id)).toMatchObject({ level: 'fine', item_number: 4, room_number: 230 });
    await item(id, { capacity: null });
    expect(await details(id)).toMatchObject({ room_number: null });
  });

  test('is refused where it is nothing, and nothing is written then', async () => {
    const id = await pool();
    const bad: [object, string][] = [
      [{ target: {} }, 'target.url'],
      [{ target: { url: 'javascript:alert(1)' } }, 'target.url'],
      [{ target: { url: 'https://a.example/', contact: { name: 'A' } } }, 'target.url'],
      [{ target: { picture: '../../etc/passwd' } }, 'target.picture'],
      [{ capacity: 0 }, 'capacity'],
      [{ capacity: 1.5 }, 'capacity'],
      [{ hours: [{ days: [], from: 0, to: 60 }] }, 'hours.0.days'],
      [{ hours: [{ days: [8], from: 0, to: 60 }] }, 'hours.0.days.0'],
      [{ hours: [{ days: [1], from: -1, to: 1440 }] }, 'hours.0.from'],
      [{ hours: Array(15).fill({ days: [1], from: 0, to: 60 }) }, 'hours'],
      [{ name: ' ' }, 'name'],
    ];
    for (const [body, path] of bad) {
      const { status, errors } = await refused(anna, 'pool_item/add', {
        pool: id,
        name: 'Bad',
        target: { url: 'https://a.example/' },
        ...body,
      });
      expect([status, errors.map((one) => one.path)]).toEqual([422, expect.arrayContaining([path])]);
    }
    // A picture that nobody kept.
    const unknown = { pool: id, name: 'Bad', target: { picture: 'A'.repeat(43) } };
    expect(await refused(anna, 'pool_item/add', unknown)).toMatchObject({ status: 422 });
    expect(await details(id)).toMatchObject({ item_number: 0 });
  });

  test('is a picture that its owner, and who sees the pool, can look at', async () => {
    const id = await pool();
    const { picture } = await call<{ picture: string }>(anna, 'qr_code_list/target_picture', {
      data: PICTURE,
    });
    await item(id, { target: { picture } });
    for (const as of [anna, operator])
      expect((await call<{ data: string }>(as, 'qr_code_list/kept_picture', { picture, id })).data).not.toBe(
        '',
      );
    expect(await refused(ben, 'qr_code_list/kept_picture', { picture, id })).toMatchObject({ status: 404 });
  });

  test('has no more than a hundred', async () => {
    const id = await pool();
    await item(id);
    // As if the others had been put in, one after the other.
    await t.context
      .model(poolResource)
      .updateOne({ _id: id } as never, { $set: { item_number: 99 } } as never);
    const [last, more] = await Promise.allSettled([item(id), item(id)]);
    expect([last.status, more.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const { errors, status } = await refused(anna, 'pool_item/add', {
      pool: id,
      name: 'One more',
      target: { url: 'https://a.example/' },
    });
    expect([status, errors[0]?.path]).toEqual([422, 'pool']);
    const [first] = await itemsIn(id);
    await call(anna, 'pool_item/remove', { id: first?.id });
    expect(await details(id)).toMatchObject({ item_number: 99 });
    await item(id);
  });
});

describe('codes that lead to pools', () => {
  test('are counted, found by the pool, and keep it from being removed', async () => {
    const id = await pool();
    await item(id);
    const leading = await code(id);
    expect(await details(id)).toMatchObject({ code_number: 1 });
    const found = await call<{ content: Row[] }>(anna, 'qr_code_list/user_inquire', { pool: id });
    expect(found.content.map((row) => row.id)).toEqual([leading]);
    expect(await refused(anna, 'internal_code_grouping/remove', { id })).toMatchObject({
      status: 409,
      code: 'qr.pool_in_use',
    });
    expect(await itemsIn(id)).toHaveLength(1);
    const { version } = await call(anna, 'qr_code_list/details', { id: leading });
    await call(anna, 'qr_code_list/update', {
      id: leading,
      version,
      targets: [{ url: 'https://b.example/' }],
    });
    await call(anna, 'internal_code_grouping/remove', { id });
    expect(await itemsIn(id)).toEqual([]);
  });

  test('lead to pools of their own owner only, however it is asked for', async () => {
    const bens = await pool({}, ben);
    const annas = await pool();
    const id = await code(annas);
    const { version } = await call(anna, 'qr_code_list/details', { id });
    const targets = [{ pool: bens }];
    for (const [as, name, body] of [
      [anna, 'qr_code_list/add', { name: 'C', targets }],
      [anna, 'qr_code_list/update', { id, version, targets }],
      [anna, 'qr_code_list/update_url', { id, targets }],
      [anna, 'qr_code_list/batch_update', { ids: [id], targets }],
      [operator, 'qr_code_list/update_url', { id, targets }],
    ] as const)
      expect([name, await refused(as, name, body)]).toMatchObject([
        name,
        { status: 422, errors: [{ path: 'targets.0.pool' }] },
      ]);
    const given = { ids: [id], owner: ben.id };
    expect(await refused(operator, 'qr_code_list/change_owner', given)).toMatchObject({
      status: 409,
      code: 'qr.pool_stays',
    });
    expect(await call(anna, 'qr_code_list/details', { id })).toMatchObject({ targets: [{ pool: annas }] });
  });

  test('are removed or begin to lead there: of the two at one moment one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await pool();
      const [made, removed] = await Promise.allSettled([
        code(id),
        call(anna, 'internal_code_grouping/remove', { id }),
      ]);
      expect([made.status, removed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('whose a pool is', () => {
  test('nobody else sees, changes, fills, moves or exports it; who sees everybody’s puts things in for its owner', async () => {
    const id = await pool();
    const inside = await item(id);
    for (const [name, body] of [
      ['internal_code_grouping/details', { id }],
      ['internal_code_grouping/update', { id, version: 1, name: 'Mine' }],
      ['internal_code_grouping/remove', { id }],
      ['internal_code_grouping/export', { id }],
      ['pool_item/details', { id: inside }],
      ['pool_item/update', { id: inside, version: 1, name: 'Mine' }],
      ['pool_item/move', { id: inside, to: 'up' }],
      ['pool_item/renew', { id: inside }],
      ['pool_item/remove', { id: inside }],
    ] as const)
      expect([name, await refused(ben, name, body)]).toMatchObject([name, { status: 404 }]);
    const foreign = { pool: id, name: 'X', target: { url: 'https://a.example/' } };
    expect(await refused(ben, 'pool_item/add', foreign)).toMatchObject({
      status: 422,
      errors: [{ path: 'pool' }],
    });
    expect(await itemsIn(id, ben)).toEqual([]);
    await item(id, {}, operator);
    expect(await itemsIn(id)).toHaveLength(2);
  });

  test('what was done is in the log', async () => {
    const id = await pool();
    const inside = await item(id);
    await call(anna, 'pool_item/renew', { id: inside });
    await call(anna, 'pool_item/move', { id: inside, to: 'up' });
    const types = (await t.audit()).filter(({ target }) => target === inside).map(({ type }) => type);
    expect(types).toEqual(['qr.pool_item.add', 'qr.pool_item.renew', 'qr.pool_item.move']);
  });
});

describe('the owner is told', () => {
  test('once when a pool runs low, once when it is empty, and again after it was filled', async () => {
    const id = await pool({ alert_room: 5 });
    const inside = await item(id, { capacity: 10 });
    await look({ [inside]: 4 });
    expect(told).toEqual([]);
    await look({ [inside]: 5 });
    await look({ [inside]: 7 });
    expect(told.map(({ words, to, params }) => [words, to, params.room])).toEqual([
      ['qr.notice.pool_low', { accounts: [anna.id] }, '5'],
    ]);
    await look({ [inside]: 12 });
    await look({ [inside]: 12 });
    expect(told.map(({ words }) => words)).toEqual(['qr.notice.pool_low', 'qr.notice.pool_empty']);
    expect(told[1]).toMatchObject({ screen: `internal_code_grouping?id=${id}` });
    const another = await item(id, { capacity: 10 });
    await look({ [inside]: 12, [another]: 10 });
    expect(told.at(-1)?.words).toBe('qr.notice.pool_empty');
    expect(told).toHaveLength(3);
  });

  test('when the last picture is over; not when everything is closed for the night, nor of what the owner switched off', async () => {
    const id = await pool();
    const soon = new Date(t.clock.now() + 60_000).toISOString();
    await item(id, { expires_at: soon });
    const night = await pool();
    const weekday = t.clock.date().getUTCDay() || 7;
    // Two days from now, whatever the time zone.
    await item(night, { hours: [{ days: [((weekday + 1) % 7) + 1], from: 0, to: 1 }] });
    const off = await pool();
    const inside = await item(off);
    const { version } = await call(anna, 'pool_item/details', { id: inside });
    await call(anna, 'pool_item/update', { id: inside, version, state: 'off' });
    await look({});
    expect(told).toEqual([]);
    t.clock.set(new Date(t.clock.now() + 120_000));
    await look({});
    expect(told.map(({ words, screen }) => [words, screen])).toEqual([
      ['qr.notice.pool_empty', `internal_code_grouping?id=${id}`],
    ]);
    expect(await details(off)).toMatchObject({ level: 'empty' });
  });
});
