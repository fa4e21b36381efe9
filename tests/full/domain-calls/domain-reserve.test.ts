import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test';
import { PLATFORM, SHOP, startReservePlace } from '../../contract/reserve-place.ts';
import { ZONE } from '../../contract/watch-peers.ts';
import { startWatchPeers } from '../../contract/watch-place.ts';

/** Spare domains that take over when a domain fails: with a real name server whose records the test breaks and mends. */
setDefaultTimeout(60_000);
const HOUR = 3_600_000;
const SPARE = `spare.${ZONE}`;
let peers: Awaited<ReturnType<typeof startWatchPeers>>;
let place: Awaited<ReturnType<typeof startReservePlace>>;

beforeAll(async () => {
  peers = await startWatchPeers();
});
afterAll(() => peers?.stop());
beforeEach(async () => {
  place = await startReservePlace(peers);
});
afterEach(() => place?.t.dispose());

/** A lent name of the platform with codes on it, and one in reserve; both are believed to work. */
async function lentWithSpare(count = 7) {
  const [shop, spare] = [
    await place.domain('shop', place.ada, { is_platform: true }),
    await place.domain('spare', null),
  ];
  await place.publish();
  await place.pass(3);
  await place.spare(spare);
  place.codes.add(SHOP, place.ada, count);
  return { shop, spare };
}
const only = async () => {
  const all = await place.takeOvers();
  expect(all).toHaveLength(1);
  return all[0] as NonNullable<(typeof all)[0]>;
};
const call = <T = unknown>(name: string, body: object, as = place.root) =>
  place.t.call<T>(name, body, { as });
const words = () => place.told().map((message) => message.words.replace('domain.reserve.notice.', ''));

describe('a domain whose DNS breaks', () => {
  test('is taken over by the spare within two checks, once; what is printed stays, and people are told', async () => {
    const { shop, spare } = await lentWithSpare(250);
    await place.lead('shop', false);
    await place.pass(8);
    const row = await only();
    expect(row).toMatchObject({
      from_domain: shop,
      to_domain: spare,
      state: 'moved',
      reason: 'dns',
      fault: 'name_unknown',
      begun_by: '',
      total: 250,
      codes: 250,
      left: 0,
      holder: place.ada.id,
    });
    const watch = await place.watch(shop);
    // Believed at the second check that failed, and moved in the same minute.
    expect(row.moved_time?.getTime()).toBeLessThanOrEqual((watch.cause_time?.getTime() ?? 0) + 63_000);
    expect([place.codes.on(SHOP), place.codes.on(SPARE), place.codes.printedOn(SHOP)]).toEqual([0, 250, 250]);
    // Lent like any other one, so that its owner can put codes on it, and nobody else.
    expect(await place.ownerOf(spare)).toBe(place.ada.id);
    expect((await place.usable(place.ada)).map(({ host }) => host)).toContain(SPARE);
    await place.t.events.emit('domain.failing', {
      host: SHOP,
      type: 1,
      owner: place.ada.id,
      facet: 'dns',
      policy: false,
    });
    await place.pass(2);
    await only();
    expect(words()).toEqual(['taken_over', 'taken_over.owner']);
    expect(place.told().map(({ to }) => to)).toEqual([
      { permission: 'domain.take_over:take_over' },
      { accounts: [place.ada.id] },
    ]);
    expect(place.letters.at(-1)).toMatchObject({ subject: expect.stringContaining(SPARE) });
    expect(place.delivered).toMatchObject([
      { host: SHOP, kind: 'failing', facet: 'dns' },
      { host: SHOP, kind: 'taken_over', facet: 'dns', owner: place.ada.id },
    ]);
  });

  test('is gone back to by a person once it works again, and the spare stays its owner’s', async () => {
    const { shop, spare } = await lentWithSpare();
    await place.lead('shop', false);
    await place.pass(8);
    const { _id: id } = await only();
    await expect(call('take_over/back', { id })).rejects.toMatchObject({ code: 'domain.still_failing' });
    await place.lead('shop', true);
    await place.pass(8);
    // Not by itself: the codes are where they were.
    expect(place.codes.on(SPARE)).toBe(7);
    expect((await only()).works_time).not.toBeNull();
    expect(await call('take_over/plan_back', { id })).toEqual({
      is_available: true,
      codes: 7,
      printed: 7,
      is_failing: false,
    });
    await call('take_over/back', { id });
    await place.pass(1);
    expect(await only()).toMatchObject({
      state: 'back',
      returned: 7,
      is_open: false,
      back_by: place.root.id,
    });
    expect([place.codes.on(SHOP), place.codes.printedOn(SPARE)]).toEqual([7, 7]);
    expect(await place.ownerOf(spare)).toBe(place.ada.id);
    expect(words().slice(2)).toEqual(['works_again', 'back', 'back.owner']);
    expect(shop).toBeString();
  });

  test('that fails again soon after is only offered, later it is taken over, by the spare that its owner has', async () => {
    const { spare } = await lentWithSpare();
    const other = await place.domain('other', null);
    await place.publish();
    await place.pass(3);
    await place.spare(other);
    await place.lead('shop', false);
    await place.pass(8);
    await place.lead('shop', true);
    await place.pass(8);
    const first = await only();
    await call('take_over/back', { id: first._id });
    await place.pass(1);
    await place.lead('shop', false);
    await place.pass(8);
    const [, second] = await place.takeOvers();
    expect(second).toMatchObject({ state: 'offered', hint: 'flapping', to_domain: '' });
    expect(words().at(-1)).toBe('offered_flapping');
    await place.lead('shop', true);
    await place.pass(8);
    expect((await place.takeOvers())[1]).toMatchObject({ state: 'recovered', is_open: false });
    place.t.clock.set(new Date(place.t.clock.now() + 25 * HOUR));
    await place.pass(3);
    await place.lead('shop', false);
    await place.pass(8);
    expect((await place.takeOvers())[2]).toMatchObject({ state: 'moved', to_domain: spare });
    expect(await place.ownerOf(other)).toBe(PLATFORM);
  });

  test('without codes, or with a spare of another type only, uses nothing up', async () => {
    const { spare } = await lentWithSpare(0);
    await place.lead('shop', false);
    await place.pass(8);
    expect(await place.takeOvers()).toEqual([]);
    place.codes.add(SHOP, place.ada, 1);
    await call('domain_list/update', { id: spare, version: 1, type: 3 });
    await place.pass(2);
    expect(await only()).toMatchObject({ state: 'waiting', hint: 'no_spare' });
    expect(words()).toEqual(['no_spare']);
    await place.pass(3);
    expect(words()).toEqual(['no_spare']);
    const { version } = await call<{ version: number }>('domain_list/details', { id: spare });
    await call('domain_list/update', { id: spare, version, type: 1 });
    await place.pass(1);
    expect(await only()).toMatchObject({ state: 'moved', to_domain: spare });
  });
});

describe('the fault is our own', () => {
  test('and all names fail at once: no spare is used up', async () => {
    const { spare } = await lentWithSpare();
    // The watched name has been looked at, the spare not yet since.
    await place.t.context
      .model((await import('../../../plugins/domain/screens/domain_monitor/resource.ts')).watchResource)
      .updateOne(
        { _id: spare } as never,
        { $set: { next_check_time: new Date(place.t.clock.now() + HOUR) } } as never,
      );
    place.serve('parked');
    await place.pass(8);
    expect(await only()).toMatchObject({ state: 'waiting', hint: 'no_spare', to_domain: '' });
    expect(await place.ownerOf(spare)).toBe(PLATFORM);
    place.serve('own');
    await place.pass(8);
    expect(await only()).toMatchObject({ state: 'recovered' });
    expect(place.codes.on(SHOP)).toBe(7);
  });
});

describe('a block by a policy', () => {
  const policy = (name: 'failing' | 'working', host = SHOP) =>
    place.t.events.emit(`domain.${name}`, {
      host,
      type: 1,
      owner: place.ada.id,
      facet: 'policy',
      policy: true,
    });

  test('moves nothing by itself, not even when the domain breaks as well; a person decides', async () => {
    const { shop, spare } = await lentWithSpare();
    await policy('failing');
    await policy('failing');
    await place.pass(2);
    expect(await only()).toMatchObject({
      state: 'offered',
      hint: 'policy',
      reason: 'policy',
      is_policy: true,
    });
    await place.lead('shop', false);
    await place.pass(8);
    expect(await only()).toMatchObject({ state: 'offered' });
    expect(place.codes.on(SHOP)).toBe(7);
    expect(words()).toEqual(['offered_policy']);
    const plan = await call<{ spares: object[] }>('take_over/plan', { id: shop });
    expect(plan).toMatchObject({ codes: 7, spares: [{ id: spare, is_own: false }] });
    await call('take_over/begin', { id: shop, spare });
    await place.pass(1);
    expect(await only()).toMatchObject({ state: 'moved', begun_by: place.root.id, codes: 7 });
    expect(words().slice(1)).toEqual(['taken_over_person', 'taken_over_person.owner']);
  });

  test('that a person has put away stays so while it stands, and is over when it is lifted', async () => {
    await lentWithSpare();
    await policy('failing');
    const { _id: id } = await only();
    await call('take_over/cancel', { id });
    await policy('failing');
    await place.lead('shop', false);
    await place.pass(8);
    const rows = await place.takeOvers();
    expect(rows.map(({ state, hint }) => [state, hint])).toEqual([
      ['dismissed', 'policy'],
      ['offered', 'policy'],
    ]);
    await policy('working');
    await place.pass(2);
    // What fails besides is the reserve's again.
    expect((await place.takeOvers()).map(({ state }) => state)).toEqual(['dismissed', 'recovered', 'moved']);
  });

  test('keeps a spare from taking over', async () => {
    await lentWithSpare();
    await policy('failing', SPARE);
    await place.lead('shop', false);
    await place.pass(8);
    expect(await only()).toMatchObject({ state: 'waiting', hint: 'no_spare' });
    const list = await call<{ content: object[] }>('hold_domain/inquire', {});
    expect(list.content).toMatchObject([{ name: SPARE, standing: 'blocked' }]);
  });
});

describe('whatever is killed', () => {
  test('at each step, the rest moves at the next run, and the figures are right', async () => {
    await lentWithSpare(730);
    await place.lead('shop', false);
    let kills = 0;
    place.codes.afterStep = async () => {
      if (kills >= 6) return;
      kills += 1;
      throw new Error('killed');
    };
    await place.pass(16);
    expect(await only()).toMatchObject({ state: 'moved', total: 730, codes: 730 });
    expect([place.codes.on(SPARE), kills]).toEqual([730, 6]);
    expect(words()).toEqual(['taken_over', 'taken_over.owner']);
  });

  test('while several processes look: one take-over for one failure, one spare for it', async () => {
    const { spare } = await lentWithSpare(40);
    const other = await place.domain('other', null);
    await place.publish();
    await place.pass(3);
    await place.spare(other);
    await place.lead('shop', false);
    for (let minute = 0; minute < 8; minute += 1) {
      await place.later(62_000);
      await Promise.all(Array.from({ length: 5 }, () => place.t.jobs.run('keep_reserve')));
    }
    expect(await only()).toMatchObject({ state: 'moved', codes: 40 });
    const owners = [await place.ownerOf(spare), await place.ownerOf(other)];
    expect(owners.filter((owner) => owner === place.ada.id)).toHaveLength(1);
  });

  test('while the codes are away, it waits for them', async () => {
    await lentWithSpare();
    await place.lead('shop', false);
    place.codes.afterStep = async () => {
      place.codes.afterStep = async () => {};
      throw new Error('switched off');
    };
    await place.pass(10);
    expect(await only()).toMatchObject({ state: 'moved', codes: 7 });
  });
});

describe('a spare that is taken back from whoever was lent it', () => {
  test('serves nobody any more', async () => {
    const { spare } = await lentWithSpare();
    await place.lead('shop', false);
    await place.pass(8);
    await call('domain_list/assign', { id: spare, holder: null });
    await place.pass(1);
    const row = await only();
    expect(row).toMatchObject({ is_open: false, holds_spare: false, hint: 'gone' });
    await expect(call('take_over/back', { id: row._id })).rejects.toMatchObject({ status: 409 });
  });
});

describe('a person', () => {
  test('stops what moves, lets it go on, and takes it back', async () => {
    const { shop, spare } = await lentWithSpare(250);
    place.codes.afterStep = async () => {
      place.codes.afterStep = async () => {};
      const { _id: id } = await only();
      await call('take_over/cancel', { id });
    };
    const begun = await call<{ take_over: string }>('take_over/begin', { id: shop, spare });
    await place.pass(2);
    expect(await only()).toMatchObject({ state: 'stopped', reason: 'person' });
    expect(place.codes.on(SPARE)).toBe(100);
    await call('take_over/begin', { id: shop, spare });
    await place.pass(1);
    expect(await only()).toMatchObject({ state: 'moved', codes: 250, total: 250 });
    await expect(call('take_over/begin', { id: shop, spare })).rejects.toMatchObject({
      code: 'domain.take_over_open',
    });
    await call('take_over/back', { id: begun.take_over });
    await place.pass(1);
    expect(await only()).toMatchObject({ state: 'back', returned: 250 });
    await expect(call('take_over/cancel', { id: begun.take_over })).rejects.toMatchObject({
      code: 'domain.take_over_over',
    });
  });

  test('is the only one who lets spares take over where the settings say so', async () => {
    const { shop, spare } = await lentWithSpare();
    await place.t.settings.change({ reserve_by_itself: 'off' });
    await place.lead('shop', false);
    await place.pass(8);
    expect(await only()).toMatchObject({ state: 'offered', hint: 'switched_off' });
    await call('take_over/begin', { id: shop, spare });
    await place.pass(1);
    expect(await only()).toMatchObject({ state: 'moved' });
  });
});
