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
import { MOST_OWN_SPARES } from '../../../plugins/domain/reserve/keep-spares.ts';
import { domainResource } from '../../../plugins/domain/screens/domain_list/resource.ts';
import { forwardResource } from '../../../plugins/domain/screens/forward/resource.ts';
import { spareResource } from '../../../plugins/domain/screens/hold_domain/resource.ts';
import { PLATFORM, SHOP, startReservePlace } from '../../contract/reserve-place.ts';
import { ZONE } from '../../contract/watch-peers.ts';
import { startWatchPeers } from '../../contract/watch-place.ts';

/** Which domains are kept in reserve, for whom, and in which order they take over. */
setDefaultTimeout(60_000);
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

const only = async () => {
  const all = await place.takeOvers();
  expect(all).toHaveLength(1);
  return all[0] as NonNullable<(typeof all)[0]>;
};
const call = <T = unknown>(name: string, body: object, as = place.root) =>
  place.t.call<T>(name, body, { as });

describe('a customer’s own domain', () => {
  test('is taken over by a spare of its owner, and by the platform’s only where an operator allows it', async () => {
    const shop = await place.domain('shop', place.ada);
    const platforms = await place.domain('spare', null);
    const own = await place.domain('own', place.ada);
    await place.publish();
    await place.pass(3);
    await place.spare(platforms);
    place.codes.add(SHOP, place.ada, 3);
    await place.lead('shop', false);
    await place.pass(8);
    expect(await place.takeOvers()).toEqual([]);
    await expect(call('hold_domain/keep', { id: own, is_spare: true }, place.ben)).rejects.toMatchObject({
      status: 404,
    });
    await call('hold_domain/keep', { id: own, is_spare: true }, place.ada);
    await place.pass(1);
    expect(await only()).toMatchObject({ from_domain: shop, to_domain: own, state: 'moved' });
    expect(await place.ownerOf(platforms)).toBe(PLATFORM);
    // The spare breaks, too: nothing is left that may.
    await place.lead('own', false);
    await place.pass(8);
    expect(await place.takeOvers()).toHaveLength(1);
    await place.t.settings.change({ reserve_for: 'all' });
    await place.pass(1);
    expect((await place.takeOvers()).at(-1)).toMatchObject({ from_domain: own, to_domain: platforms });
    expect(place.codes.on(SPARE)).toBe(3);
  });
});

describe('the reserve', () => {
  test('takes names that are checked, work, and have no codes; nobody is lent one meanwhile', async () => {
    const fresh = await place.domain('fresh', null);
    await place.publish();
    await expect(place.spare(fresh)).rejects.toMatchObject({ code: 'domain.spare_unfit' });
    await place.pass(3);
    const offered = await call<{ domains: { id: string }[] }>('hold_domain/candidates', {});
    expect(offered.domains.map(({ id }) => id)).toEqual([fresh]);
    await place.spare(fresh);
    await expect(place.spare(fresh)).rejects.toMatchObject({ code: 'domain.spare_there' });
    expect(await call('hold_domain/candidates', {})).toEqual({ domains: [] });
    await expect(call('domain_list/apply', { type: 1 }, place.ben)).rejects.toMatchObject({
      code: 'domain.none_free',
    });
    await call('hold_domain/remove', { id: fresh });
    await call('domain_list/apply', { type: 1 }, place.ben);
    await expect(place.spare(fresh)).rejects.toMatchObject({ code: 'domain.spare_unfit' });
  });

  test('has room for everybody: one owner keeps so many and no more, which keeps nobody else from it', async () => {
    const own = await place.domain('own', place.ada);
    const bens = await place.domain('bens', place.ben);
    await place.publish();
    await place.pass(3);
    for (let at = 0; at < MOST_OWN_SPARES; at += 1) {
      const name = `kept${at}.${ZONE}`;
      const held = { name, shown: name, state: 'proved', registrable: ZONE } as const;
      const { _id } = await place.t.rows(domainResource).add(held, { owner: place.ada.id });
      await place.t
        .rows(spareResource)
        .add({ name, shown: name, type: 1, position: at }, { _id: String(_id) });
    }
    const keep = (id: string, as: typeof place.ada) => call('hold_domain/keep', { id, is_spare: true }, as);
    await expect(keep(own, place.ada)).rejects.toMatchObject({ code: 'domain.spares_limit' });
    await keep(bens, place.ben);
  });

  test('loses a name at once that is the platform’s no more', async () => {
    const id = await place.domain('spare', null);
    await place.publish();
    await place.pass(3);
    await place.spare(id);
    await call('domain_list/retire', { id });
    expect(await place.spares()).toEqual([]);
  });

  test('brings forwards along that whoever is lent one had made when it was theirs', async () => {
    const shop = await place.domain('shop', place.ada);
    const spare = await place.domain('spare', null);
    await place.publish();
    await place.pass(3);
    await place.spare(spare);
    const past = {
      name: SPARE,
      shown: SPARE,
      state: 'released',
      registrable: ZONE,
      is_there: false,
    } as const;
    const { _id } = await place.t.rows(domainResource).add(past, { owner: place.ada.id });
    const rule = { domain: String(_id), path: '/old', target: 'https://new.example.net/' };
    await place.t.rows(forwardResource).add(rule, { owner: place.ada.id });
    place.codes.add(SHOP, place.ada, 1);
    await call('take_over/begin', { id: shop, spare });
    expect(await place.t.rows(forwardResource).all()).toMatchObject([{ domain: spare }]);
  });

  test('says which one takes over next, and a person changes it', async () => {
    const ids: string[] = [];
    for (const label of ['one', 'two']) ids.push(await place.domain(label, null));
    await place.publish();
    await place.pass(3);
    for (const id of ids) await place.spare(id);
    const next = async () =>
      (await call<{ content: { id: string; standing: string }[] }>('hold_domain/inquire', {})).content.map(
        ({ id, standing }) => [ids.indexOf(id), standing],
      );
    expect(await next()).toEqual([
      [0, 'next'],
      [1, 'ready'],
    ]);
    await call('hold_domain/put_first', { id: ids[1] });
    expect(await next()).toEqual([
      [1, 'next'],
      [0, 'ready'],
    ]);
    for (const name of ['inquire', 'candidates'])
      await expect(call(`hold_domain/${name}`, {}, place.ada)).rejects.toMatchObject({ status: 403 });
    await expect(call('take_over/inquire', {}, place.ada)).rejects.toMatchObject({ status: 403 });
  });
});
