import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { newRow } from '@waypost/sdk';
import { pushResource } from '../screens/shield_push/resource.ts';
import { type ShieldPlace, startShield } from '../testing/start-shield.ts';
import { sendDue } from './deliver.ts';
import { freshDeliveries } from './deliveries.ts';

// More blocks and webhooks than a round takes: what a platform would lose is that some people are never told.

setDefaultTimeout(120_000);
const SECOND_MS = 1_000;

let place: ShieldPlace;
beforeEach(async () => {
  place = await startShield();
});
afterEach(() => place?.t.dispose());

const sentTo = (name: string) => place.sent.filter(({ to }) => to === name);

/** So many blocks that stand open, each with those to tell whom the policy names. */
async function openBlocks(count: number, more: object = {}): Promise<void> {
  const { context } = place.t;
  const config = await place.t.call<Parameters<typeof freshDeliveries>[1]['config']>(
    'shield_push/config',
    {},
    { as: place.operator },
  );
  const holder = place.customer.id;
  const rows = Array.from({ length: count }, (_, at) => {
    const name = `shop${at}.example`;
    const deliveries = freshDeliveries(context, { kind: 'blocked', config, holder });
    const domain = (0xe000 + at).toString(16).padStart(24, '0');
    const fields = { shown: name, name, domain, holder, blocked_time: context.clock.date(), deliveries };
    return newRow(context, pushResource, { ...fields, has_due: deliveries.length > 0, ...more });
  });
  await context.model(pushResource).insertMany(rows as never);
}

test('of more than a page of blocks each has its codes frozen, and lifted', async () => {
  const BLOCKS = 210;
  await openBlocks(BLOCKS, { codes: 'freeze', reason: 'Blocked' });
  for (let at = 0; at < BLOCKS; at += 1)
    place.codes.set(`code${at}`, { host: `shop${at}.example`, frozenFor: '' });
  const frozen = () => [...place.codes.values()].filter(({ frozenFor }) => frozenFor !== '').length;
  await place.t.jobs.run('follow_blocks');
  expect(frozen()).toBe(BLOCKS);
  const closed = { $set: { is_open: false, is_thawing: true } };
  await place.t.context.model(pushResource).updateMany({}, closed as never);
  await place.t.jobs.run('follow_blocks');
  expect(frozen()).toBe(0);
});

test('people hear of a block before codes are frozen, and of the blocks the newest are frozen first, for a while in a run', async () => {
  await openBlocks(12, { codes: 'freeze', reason: 'Blocked' });
  const rows = (await place.t.rows(pushResource).all()) as unknown as { _id: string; name: string }[];
  const newest = rows
    .sort((one, other) => (String(one._id) < String(other._id) ? 1 : -1))
    .map(({ name }) => name);
  const frozen: string[] = [];
  const toldBefore: number[] = [];
  place.meanwhile.freeze = (host) => {
    frozen.push(host);
    toldBefore.push(place.told.length);
    place.t.clock.set(new Date(place.t.clock.now() + 5 * SECOND_MS));
  };
  await place.t.jobs.run('follow_blocks');
  expect(toldBefore[0]).toBe(place.told.length);
  expect(place.told.length).toBeGreaterThanOrEqual(12);
  expect(frozen).toEqual(newest.slice(0, 4));
  for (const _time of [2, 3]) await place.t.jobs.run('follow_blocks');
  expect(new Set(frozen).size).toBe(12);
  // All have been seen to: it goes round, and what is new does not wait for its turn.
  const isNew = newest[5] ?? '';
  const unseen = { $set: { settled_time: null } };
  await place.t.context.model(pushResource).updateOne({ name: isNew } as never, unseen as never);
  await place.t.jobs.run('follow_blocks');
  expect(frozen.slice(12)).toEqual([isNew, ...newest.slice(0, 3)]);
});

describe('webhooks', () => {
  const HANGS_SECONDS = 8;
  beforeEach(() =>
    place.setPolicy({ tell_owner: true, tell_operators: false, webhook_url: 'https://hook.example/in' }),
  );
  /** The webhook lets everybody wait, and takes nothing. */
  const hang = (asked: () => void) => {
    place.says.hook = () => {
      asked();
      place.t.clock.set(new Date(place.t.clock.now() + HANGS_SECONDS * SECOND_MS));
      return new Response('', { status: 503 });
    };
  };
  const run = () => place.t.jobs.run('follow_blocks');
  const idsSent = () => sentTo('hook').map(({ body }) => (JSON.parse(body) as { id: string }).id);

  test('that hang keep nobody from being told, and are asked for a minute in a run, those that nobody has asked first', async () => {
    const BLOCKS = 130;
    await openBlocks(BLOCKS);
    const toldBefore: number[] = [];
    hang(() => toldBefore.push(place.told.length));
    await run();
    expect(place.told).toHaveLength(BLOCKS);
    expect(toldBefore[0]).toBe(BLOCKS);
    const aRun = Math.ceil(60 / HANGS_SECONDS);
    expect(idsSent()).toHaveLength(aRun);
    for (const _time of [2, 3, 4]) await run();
    expect(new Set(idsSent()).size).toBe(4 * aRun);
  });

  test('that wait for their next try stand before none whose time has come', async () => {
    await openBlocks(130);
    place.says.hook = () => new Response('', { status: 503 });
    await run();
    expect(idsSent()).toHaveLength(130);
    await place.t.context.model(pushResource).updateMany({}, { $set: { is_open: false } } as never);
    await openBlocks(1);
    await run();
    expect(idsSent()).toHaveLength(131);
    expect(place.told).toHaveLength(131);
  });

  test('are sent so many in a run, and all in the end', async () => {
    await openBlocks(210);
    await run();
    expect(idsSent()).toHaveLength(200);
    await run();
    expect(new Set(idsSent()).size).toBe(210);
  });

  test('are sent once by two runs at once', async () => {
    await openBlocks(1);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    place.says.hook = async () => {
      await held;
      return new Response('');
    };
    const first = run();
    while (sentTo('hook').length === 0) await Bun.sleep(5);
    const second = sendDue(place.t.context, new AbortController().signal);
    await Bun.sleep(50);
    release();
    await Promise.all([first, second]);
    expect(sentTo('hook')).toHaveLength(1);
  });
});
