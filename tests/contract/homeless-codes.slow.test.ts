import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { domainResource } from '../../plugins/domain/screens/domain_list/resource.ts';
import { codeResource } from '../../plugins/qr/screens/qr_code_list/resource.ts';
import { until } from '../until.ts';
import { startHomelessPlace } from './homeless-place.ts';

/** Codes without a working domain: which they are, why, and their move in one action. */
setDefaultTimeout(60_000);
type Place = Awaited<ReturnType<typeof startHomelessPlace>>;
let place: Place;
afterEach(() => place?.t.dispose());
const start = async (options?: Parameters<typeof startHomelessPlace>[0]) => {
  place = await startHomelessPlace(options);
  await place.settle();
  return place;
};
const reasons = ({ content }: { content: { name: string; reason: string }[] }) =>
  content.map(({ name, reason }) => [name, reason]);

describe('a code is listed', () => {
  test('while its domain does not work, with the reason and since when, and no longer', async () => {
    const { ada, ben, root, held, fail, mend, code, listed, t } = await start();
    const id = await held('shop.example.com', ada);
    await held('fine.example.com', ada);
    const menu = await code(ada, { short_domain: 'shop.example.com' });
    await code(ada, { short_domain: 'fine.example.com', name: 'Fine' });
    await code(ada, { name: 'Platform' });
    expect(await listed(ada)).toMatchObject({
      content: [],
      count: 0,
      is_available: true,
      is_counting: false,
    });
    const since = t.clock.date().toISOString();
    await fail(id);
    const { content, count } = await listed(ada);
    expect(count).toBe(1);
    expect(content[0]).toMatchObject({
      code: menu,
      name: 'Menu',
      host: 'shop.example.com',
      domain_id: id,
      type: 3,
      since,
      reason: 'failing',
      fault: 'points_elsewhere',
      print: 'keeps',
      owner: ada.id,
      is_binned: false,
      short_url: expect.stringContaining('://shop.example.com/'),
    });
    expect((await listed(ben)).content).toEqual([]);
    expect(await listed(root)).toMatchObject({
      count: 1,
      content: [{ owner_account: `account of ${ada.id}` }],
    });
    await mend(id);
    expect((await listed(ada)).content).toEqual([]);
  });

  test('while a policy of others blocks its domain, from when that is told until it is lifted', async () => {
    const { ada, held, code, listed, t } = await start();
    await held('shop.example.com', ada);
    await code(ada, { short_domain: 'shop.example.com' });
    const told = (name: 'failing' | 'working') =>
      t.events.emit(`domain.${name}`, {
        host: 'shop.example.com',
        owner: ada.id,
        is_platform: false,
        facet: 'policy',
        policy: true,
        since: t.clock.date().toISOString(),
      });
    const since = t.clock.date().toISOString();
    await told('failing');
    expect((await listed(ada)).content).toMatchObject([{ reason: 'blocked', fault: '', since }]);
    await told('working');
    expect((await listed(ada)).content).toEqual([]);
  });

  test('for each of the reasons', async () => {
    const { ada, ben, held, believe, facts, code, listed, nextDay, t } = await start();
    const names = ['held', 'over', 'cert', 'lost', 'given', 'gone'] as const;
    const ids: Record<string, string> = {};
    for (const name of names) ids[name] = await held(`${name}.example.com`, ada);
    for (const name of names) await code(ada, { short_domain: `${name}.example.com`, name });
    const registration = (fault: string) => ({ registration: 'bad', facets: { registration: facts(fault) } });
    await believe(ids.held ?? '', registration('registration_held'));
    await believe(ids.over ?? '', registration('registration_over'));
    await believe(ids.cert ?? '', { https: 'bad', certificate: 'bad', facets: { https: facts('expired') } });
    const rows = t.context.model(domainResource);
    const change = (name: string, set: object) =>
      rows.updateOne({ _id: ids[name] } as never, { $set: set } as never);
    await change('lost', { state: 'lost', lost_time: t.clock.date() });
    await change('given', { owner: ben.id });
    await change('gone', { state: 'released', is_there: false, ended_time: t.clock.date() });
    // Whatever changed while nobody was told is found by the walk of each day.
    await nextDay();
    const found = await listed(ada, { sort_field: 'domain', sort_order: 'asc' });
    expect(reasons(found)).toEqual([
      ['cert', 'expired'],
      ['given', 'foreign'],
      ['gone', 'missing'],
      ['held', 'blocked'],
      ['lost', 'unproved'],
      ['over', 'expired'],
    ]);
    expect(found.content.map(({ print }) => print)).toEqual([
      'keeps',
      'keeps',
      'stops',
      'keeps',
      'keeps',
      'keeps',
    ]);
    expect(reasons(await listed(ada, { reason: ['blocked', 'missing'], sort_field: 'domain' }))).toEqual([
      ['held', 'blocked'],
      ['gone', 'missing'],
    ]);
    expect(reasons(await listed(ada, { search: 'OVE' }))).toEqual([['over', 'expired']]);
    expect((await listed(ada, { type: [1, 2] })).content).toEqual([]);
    // Nobody else's are told by naming them.
    expect((await listed(ben, { owner: ada.id })).count).toBe(0);
  });

  test('twice where two of its domains fail, and by what stands in front what is printed goes on', async () => {
    const { ada, held, fail, code, listed } = await start();
    const [first, second] = [await held('s.example.com', ada), await held('e.example.com', ada, 1)];
    await code(ada, { short_domain: 's.example.com', entry_domain: 'e.example.com' });
    await fail(second);
    expect((await listed(ada)).content).toMatchObject([{ host: 'e.example.com', print: 'same' }]);
    await fail(first);
    const { content } = await listed(ada, { sort_field: 'domain' });
    expect(content.map(({ host, print }) => [host, print])).toEqual([
      ['s.example.com', 'keeps'],
      ['e.example.com', 'same'],
    ]);
  });

  test('at once when it is made, and gone at once when it is moved by other means, binned or purged', async () => {
    const { ada, ben, root, held, fail, code, listed, t } = await start();
    const id = await held('shop.example.com', ada);
    await held('fine.example.com', ada);
    await fail(id);
    const [one, two, three] = [
      await code(ada, { short_domain: 'shop.example.com', name: 'One' }),
      await code(ada, { short_domain: 'shop.example.com', name: 'Two' }),
      await code(ada, { short_domain: 'shop.example.com', name: 'Three' }),
    ];
    expect(await listed(ada)).toMatchObject({ count: 3 });
    await t.call(
      'qr_code_list/change_domain_name',
      { ids: [one], short_domain: 'fine.example.com' },
      { as: ada },
    );
    expect(await listed(ada)).toMatchObject({ count: 2 });
    await t.call('qr_code_list/update_remove', { id: two, remove: 2 }, { as: ada });
    expect((await listed(ada)).content.find(({ code: id }) => id === two)?.is_binned).toBe(true);
    await t.call('qr_code_list/batch_purge', { ids: [two] }, { as: ada });
    expect(await listed(ada)).toMatchObject({ count: 1 });
    await t.call('qr_code_list/change_owner', { ids: [three], owner: ben.id }, { as: root });
    expect(await listed(ada)).toMatchObject({ count: 0 });
    expect(await listed(ben)).toMatchObject({ count: 1, content: [{ code: three, reason: 'foreign' }] });
  });

  test('page by page, each once, in any order', async () => {
    const { ada, ben, root, held, fail, code, listed } = await start();
    const made: string[] = [];
    for (const [at, as] of [ada, ben, ada, ben, ada].entries()) {
      const id = await held(`d${at}.example.com`, as);
      for (let number = 0; number < 3 + at; number += 1)
        made.push(await code(as, { short_domain: `d${at}.example.com` }));
      await fail(id);
    }
    for (const query of [{}, { sort_field: 'domain', sort_order: 'asc' }, { sort_field: 'reason' }]) {
      const seen: string[] = [];
      for (let page = 1; page <= 4; page += 1) {
        const { content, count } = await listed(root, { ...query, page, page_size: 7 });
        expect(count).toBe(25);
        seen.push(...content.map((row) => row.code));
      }
      expect(seen).toHaveLength(25);
      expect(new Set(seen)).toEqual(new Set(made));
    }
    expect(await listed(root, { owner: ben.id, page_size: 3, page: 4 })).toMatchObject({
      count: 10,
      content: [{ owner: ben.id }],
    });
  });
});

describe('moving', () => {
  const moved = (id: string, domain: string) =>
    until('it has come to that', async () => (await place.t.rows(codeResource).find(id))?.domain === domain);

  test('says first what it comes to, then moves those that are chosen', async () => {
    const { ada, held, fail, code, listed, t } = await start();
    const id = await held('shop.example.com', ada);
    await held('new.example.com', ada);
    const [one, two] = [
      await code(ada, { short_domain: 'shop.example.com', short_code: 'menu' }),
      await code(ada, { short_domain: 'shop.example.com' }),
    ];
    await code(ada, { short_domain: 'new.example.com', short_code: 'menu' });
    await fail(id);
    const rows = [one, two].map((code) => ({ id: code, host: 'shop.example.com' }));
    const [first] = rows;
    expect(await t.call('nodomain/targets', { rows: [first] }, { as: ada })).toMatchObject({
      is_available: true,
      codes: 1,
      is_one_owner: true,
      targets: [
        { host: 'new.example.com', is_working: true },
        { host: 'shop.example.com', is_working: false },
      ],
    });
    const to = 'new.example.com';
    const none = { keeps: 0, stops: 0, same: 0, stays: 0, refused: 0 };
    expect(await t.call('nodomain/try_move', { rows, to }, { as: ada })).toEqual({
      ...none,
      codes: 2,
      tried: 2,
      is_whole: true,
      keeps: 1,
      stays: 1,
    });
    expect(await listed(ada)).toMatchObject({ count: 2 });
    const started = await t.call<{ id: string }>('nodomain/move', { rows, to }, { as: ada });
    expect(started.id).toBeString();
    await moved(two, to);
    await until('it has come to that', async () => (await listed(ada)).count === 1);
    expect((await t.rows(codeResource).find(two))?.printed_domains).toEqual(['shop.example.com']);
    expect((await t.rows(codeResource).find(one))?.domain).toBe('shop.example.com');
    expect((await t.audit()).map(({ type }) => type)).toContain('domain.homeless.move');
  });

  test('all that a filter finds, of everybody: only to where each owner may', async () => {
    const { ada, ben, root, held, fail, code, listed, refused, t } = await start();
    const broken = [await held('a.example.com', ada), await held('b.example.com', ben)];
    await held('new.example.com', ada);
    const adas = await code(ada, { short_domain: 'a.example.com' });
    const bens = await code(ben, { short_domain: 'b.example.com' });
    for (const id of broken) await fail(id);
    const wish = { filter: { reason: ['failing'] } };
    const targets = await t.call('nodomain/targets', wish, { as: root });
    expect(targets).toMatchObject({ codes: 2, is_one_owner: false, targets: [] });
    expect(await t.call('nodomain/try_move', { ...wish, to: 'new.example.com' }, { as: root })).toMatchObject(
      { codes: 2, keeps: 1, refused: 1 },
    );
    expect(await refused(root, 'nodomain/move', { ...wish, to: 'nobodys.example.com' })).toMatchObject({
      code: 'domain.target_unknown',
      status: 422,
    });
    await t.call('nodomain/move', { ...wish, to: 'new.example.com' }, { as: root });
    await moved(adas, 'new.example.com');
    expect((await t.rows(codeResource).find(bens))?.domain).toBe('b.example.com');
    await until('it has come to that', async () => (await listed(root)).count === 1);
    await t.call('nodomain/move', { filter: {}, to: '' }, { as: root });
    await moved(bens, '');
    await until('it has come to that', async () => (await listed(root)).count === 0);
    expect(await refused(root, 'nodomain/move', { filter: {}, to: '' })).toMatchObject({
      code: 'domain.nothing_homeless',
      status: 409,
    });
  });

  test('of a domain that nobody has: printed pictures stop, and its short codes are free for whoever has it next', async () => {
    const { ada, held, code, listed, nextDay, t } = await start();
    const id = await held('gone.example.com', ada);
    const made = await code(ada, { short_domain: 'gone.example.com' });
    await t.context
      .model(domainResource)
      .updateOne({ _id: id } as never, { $set: { state: 'released', is_there: false } } as never);
    await nextDay();
    expect(await t.call('nodomain/try_move', { filter: {}, to: '' }, { as: ada })).toMatchObject({
      stops: 1,
      keeps: 0,
    });
    await t.call('nodomain/move', { filter: {}, to: '' }, { as: ada });
    await moved(made, '');
    expect((await t.rows(codeResource).find(made))?.printed_domains).toEqual([]);
    await until('it has come to that', async () => (await listed(ada)).count === 0);
  });

  test('nobody moves, or hears of, what is not theirs', async () => {
    const { ada, ben, held, fail, code, refused, t } = await start();
    const id = await held('a.example.com', ada);
    const adas = await code(ada, { short_domain: 'a.example.com' });
    await fail(id);
    const rows = [{ id: adas, host: 'a.example.com' }];
    for (const wish of [{ rows }, { filter: { owner: ada.id } }]) {
      expect(await t.call('nodomain/try_move', { ...wish, to: '' }, { as: ben })).toMatchObject({ tried: 0 });
      expect(await t.call('nodomain/targets', { filter: {}, ...wish }, { as: ben })).toMatchObject({
        targets: [],
      });
      expect(await refused(ben, 'nodomain/move', { ...wish, to: '' })).toMatchObject({
        code: 'domain.nothing_homeless',
      });
    }
    expect(await refused(ben, 'nodomain/inquire', {})).toMatchObject({ status: 403 });
    expect((await t.rows(codeResource).find(adas))?.domain).toBe('a.example.com');
  });
});

test('without the plugin of the codes it is said that nobody can say', async () => {
  const { ada, listed, refused } = await start({ isQrOn: false });
  expect(await listed(ada)).toMatchObject({ is_available: false, content: [], count: 0 });
  expect(await refused(ada, 'nodomain/move', { filter: {}, to: '' })).toMatchObject({
    code: 'domain.codes_away',
  });
});
