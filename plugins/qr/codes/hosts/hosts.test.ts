import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import type { GivenName } from '../../testing/domain-names.ts';
import {
  type OnHosts,
  type HostedRow as Row,
  startOnHosts,
  HOSTED_TARGETS as TARGETS,
} from '../../testing/start-on-hosts.ts';
import type { StoredCode } from '../link.ts';

setDefaultTimeout(60_000);
let on: OnHosts;
let t: TestPlugin;
let names: OnHosts['names'];
let operator: Person;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  on = await startOnHosts();
  ({ t, names, operator, anna, ben } = on);
});
afterAll(() => t?.dispose());

const call: OnHosts['call'] = (...given) => on.call(...given);
const add: OnHosts['add'] = (...given) => on.add(...given);
const details: OnHosts['details'] = (...given) => on.details(...given);
const move: OnHosts['move'] = (...given) => on.move(...given);
const placesOf: OnHosts['placesOf'] = (...given) => on.placesOf(...given);
const refused: OnHosts['refused'] = (...given) => on.refused(...given);
const shortCode = () => on.shortCode();

describe('a new code', () => {
  test('stands on the hosts that are chosen, in the order of a visit; the first is its address', async () => {
    const id = await add({
      short_domain: 's1.example',
      entry_domain: 'e.example',
      landing_domain: 'l.example',
    });
    const code = await details(id);
    expect(code).toMatchObject({ domain: 's1.example', printed_domains: [] });
    expect(code.short_url).toBe(`https://s1.example/${code.short_code}`);
    expect(await placesOf(id)).toEqual({
      host: 's1.example',
      chain: ['e.example', 'l.example'],
      printed: [],
    });
    expect(await placesOf(await add({ landing_domain: 'l.example' }))).toMatchObject({
      host: 'l.example',
      chain: [],
    });
    expect(await placesOf(await add())).toEqual({ host: '', chain: [], printed: [] });
  });

  test('has an everyday word for its short code, and on an own domain whatever is not served there', async () => {
    for (const short_code of ['menu', 'Order', 'home', 'bill', 'pay', 'about', 'plan'])
      expect((await details(await add({ short_code }))).short_code).toBe(short_code);
    for (const short_code of ['menu', 'qr_code_list', 'customer', 'file', 'api', 'index'])
      expect((await details(await add({ short_code, domain: 'own.example' }))).short_code).toBe(short_code);
    for (const [short_code, domain] of [
      ['admin_login', ''],
      ['Share_Access', ''],
      ['report_abuse', ''],
      ['qr_code_list', ''],
      ['metrics', 'own.example'],
      ['Realtime', 'own.example'],
    ])
      expect(
        await refused(anna, 'qr_code_list/add', { name: 'C', targets: TARGETS, short_code, domain }),
      ).toMatchObject({ status: 422, code: 'qr.code_reserved' });
  });

  test('with one domain alone stands where its kind belongs', async () => {
    expect(await details(await add({ domain: 'e.example' }))).toMatchObject({
      domain: 'e.example',
      short_domain: '',
      entry_domain: 'e.example',
    });
  });

  test('of the type for healthy domains stands on one of the own that works, and where none does on the platform’s', async () => {
    const owner = await t.person('carla');
    const owners = [owner.id];
    const place = async (body: object = {}) => {
      const id = await add({ generation_type: 11, ...body }, owner);
      expect(await details(id, owner)).toMatchObject({ generation_type: 11 });
      return (await details(id, owner)).domain;
    };
    expect(await place()).toBe('');
    names.push({ host: 'c1.example', type: 3, owners, is_working: false });
    expect(await place()).toBe('');
    names.push({ host: 'c-entry.example', type: 1, owners });
    expect(await place()).toBe('c-entry.example');
    names.push({ host: 'c2.example', type: 3, owners });
    expect(await place()).toBe('c2.example');
    expect(await place({ short_domain: 'c1.example' })).toBe('c1.example');
    const group = (await call(owner, 'group/add', { name: 'G', short_domain: 'c1.example' })).id;
    expect(await place({ group })).toBe('c2.example');
    expect(await details(await add({ generation_type: 3, group }, owner), owner)).toMatchObject({
      domain: 'c1.example',
    });
  });

  test('is refused at the field: another one’s, a wrong kind, twice the same', async () => {
    const fault = async (body: object) => {
      const { status, code, errors } = await refused(anna, 'qr_code_list/add', {
        name: 'C',
        targets: TARGETS,
        ...body,
      });
      return [status, code, errors?.[0]?.path];
    };
    expect(await fault({ short_domain: 'bens.example' })).toEqual([422, 'qr.domain_unknown', 'short_domain']);
    expect(await fault({ domain: 'nobody.example' })).toEqual([422, 'qr.domain_unknown', 'domain']);
    expect(await fault({ short_domain: 'e.example' })).toEqual([422, 'qr.domain_unfit', 'short_domain']);
    expect(await fault({ short_domain: 's1.example', entry_domain: 's1.example' })).toEqual([
      422,
      'qr.domain_twice',
      'entry_domain',
    ]);
  });

  test('shares no place with another one, and the draft says so before', async () => {
    const short_code = shortCode();
    await add({ short_domain: 'all.example', short_code });
    const again = { name: 'C', targets: TARGETS, short_domain: 'all.example', short_code };
    expect(await refused(ben, 'qr_code_list/add', again)).toMatchObject({ code: 'qr.code_taken' });
    const wish = { short_code, short_domain: 'all.example' };
    expect(await refused(ben, 'qr_code_list/draft', wish)).toMatchObject({ code: 'qr.code_taken' });
    expect(await call(ben, 'qr_code_list/draft', { short_code, short_domain: 'bens.example' })).toMatchObject(
      { short_url: `https://bens.example/${short_code}` },
    );
    await add({ short_code }, ben);
  });
});

describe('moving', () => {
  test('says first what becomes of what is printed, then keeps it answering', async () => {
    const id = await add({ short_domain: 's1.example' });
    const told = { changed: 1, keeps: 1, stops: 0, refused: 0 };
    expect(await move([id], { short_domain: 's2.example', is_trial: true })).toEqual(told);
    expect((await details(id)).domain).toBe('s1.example');
    expect(await move([id], { short_domain: 's2.example' })).toEqual(told);
    expect(await details(id)).toMatchObject({ domain: 's2.example', printed_domains: ['s1.example'] });
    expect(await placesOf(id)).toEqual({ host: 's2.example', chain: [], printed: ['s1.example'] });
    // Back, and on to the platform's own address.
    await move([id], { short_domain: 's1.example' });
    expect(await placesOf(id)).toEqual({ host: 's1.example', chain: [], printed: ['s2.example'] });
    await move([id], { short_domain: '' });
    expect(await placesOf(id)).toEqual({ host: '', chain: [], printed: ['s2.example', 's1.example'] });
    const { content } = await call<{ content: { fields: { field: string }[] }[] }>(
      anna,
      'qr_code_list/changes',
      { id },
    );
    expect(content[0]?.fields).toEqual([{ field: 'short_domain', before: 's1.example', after: '' }] as never);
  });

  test('a printed host that is in the chain by then is not published twice, and comes back when it leaves', async () => {
    names.push({ host: 'both.example', type: 3, owners: [anna.id] });
    const id = await add({ short_domain: 'both.example' });
    const name = names.find(({ host }) => host === 'both.example') as GivenName;
    name.type = 1;
    await move([id], { short_domain: 's1.example', entry_domain: 'both.example' });
    expect(await placesOf(id)).toEqual({ host: 's1.example', chain: ['both.example'], printed: [] });
    await move([id], { entry_domain: '' });
    expect(await placesOf(id)).toEqual({ host: 's1.example', chain: [], printed: ['both.example'] });
  });

  test('what is printed stops where its host is not the owner’s any more', async () => {
    names.push({ host: 'lost.example', type: 3, owners: [anna.id] });
    const id = await add({ short_domain: 'lost.example' });
    const at = names.findIndex(({ host }) => host === 'lost.example');
    names.splice(at, 1);
    expect(await move([id], { short_domain: 's1.example', is_trial: true })).toMatchObject({
      keeps: 0,
      stops: 1,
    });
    await move([id], { short_domain: 's1.example' });
    expect(await placesOf(id)).toEqual({ host: 's1.example', chain: [], printed: [] });
  });

  test('is all or none, and an operator chooses of the owner’s names', async () => {
    const short_code = shortCode();
    const [one, two] = [
      await add({ short_domain: 's1.example', short_code }),
      await add({ short_domain: 's2.example', short_code }),
    ];
    const both = { ids: [one, two], short_domain: 's3.example' };
    expect(await move(both.ids, { short_domain: 's3.example', is_trial: true })).toMatchObject({
      changed: 1,
      refused: 1,
    });
    expect(await refused(anna, 'qr_code_list/change_domain_name', both)).toMatchObject({
      status: 409,
      code: 'qr.code_taken',
      errors: [{ path: 'short_domain' }],
    });
    expect((await details(one)).domain).toBe('s1.example');
    expect(
      await refused(operator, 'qr_code_list/change_domain_name', {
        ids: [one],
        short_domain: 'bens.example',
      }),
    ).toMatchObject({ code: 'qr.domain_unknown' });
    expect(await move([one], { short_domain: 's3.example' }, operator)).toMatchObject({ changed: 1 });
    expect(await refused(ben, 'qr_code_list/change_domain_name', both)).toMatchObject({ status: 404 });
  });

  test('through the form of a code keeps what is printed as well, and asks nothing of what stays', async () => {
    const id = await add({ short_domain: 's1.example' });
    const { version } = await details(id);
    await call(anna, 'qr_code_list/update', { id, version, name: 'D', short_domain: 's2.example' });
    expect(await placesOf(id)).toEqual({ host: 's2.example', chain: [], printed: ['s1.example'] });
    expect(
      await refused(anna, 'qr_code_list/update', {
        id,
        version: version + 1,
        short_domain: 'bens.example',
      }),
    ).toMatchObject({ code: 'qr.domain_unknown', errors: [{ path: 'short_domain' }] });
  });
});

test('codes are found by any host that their visits pass', async () => {
  names.push({ host: 'found.example', type: 2, owners: [anna.id] });
  const id = await add({ short_domain: 's1.example', landing_domain: 'found.example' });
  const { content } = await call<{ content: Row[] }>(anna, 'qr_code_list/user_inquire', {
    host: 'found.example',
  });
  expect(content.map((row) => row.id)).toEqual([id]);
});

test('a code that stands on paper with twenty other hosts moves to no further one, and back to any of these', async () => {
  const hosts = Array.from({ length: 22 }, (_, at) => `paper-${at}.example`);
  for (const host of hosts) names.push({ host, type: 3, owners: [anna.id] });
  const id = await add({ short_domain: hosts[0] });
  for (const short_domain of hosts.slice(1, 21)) await move([id], { short_domain });
  expect(
    await refused(anna, 'qr_code_list/change_domain_name', { ids: [id], short_domain: hosts[21] }),
  ).toMatchObject({ status: 409, code: 'qr.printed_full', errors: [{ path: 'short_domain' }] });
  await move([id], { short_domain: hosts[3] });
  const { host, printed } = await placesOf(id);
  expect([host, ...printed].sort()).toEqual(hosts.slice(0, 21).sort());
});

describe('many at once', () => {
  interface Operation {
    id: string;
  }
  test('are moved as long work: those that cannot be moved stay and say why', async () => {
    const short_code = shortCode();
    const ids = [
      await add({ short_domain: 's1.example', short_code }),
      await add({ short_domain: 's2.example', short_code }),
      await add({ short_domain: 's1.example' }),
    ];
    const { id } = await call<Operation>(anna, 'qr_code_list/move_domain_names', {
      ids,
      short_domain: 's3.example',
    });
    expect(id).toBeString();
    const domains = async () => (await Promise.all(ids.map((one) => details(one)))).map((row) => row.domain);
    const limit = performance.now() + 30_000;
    while ((await domains())[2] !== 's3.example' && performance.now() < limit) await Bun.sleep(50);
    expect(await domains()).toEqual(['s3.example', 's2.example', 's3.example']);
    expect(
      await refused(ben, 'qr_code_list/move_domain_names', { ids, short_domain: 'bens.example' }),
    ).toMatchObject({ status: 404 });
  });
});

describe('the names to choose from', () => {
  test('are the owner’s, by kind and part of the name', async () => {
    const found = await call<{ domains: { host: string }[] }>(anna, 'qr_code_list/usable_domains', {
      type: 3,
      search: 's',
    });
    expect(found).toMatchObject({ is_on: true, has_more: false });
    expect(found.domains.map(({ host }) => host)).toEqual(['s1.example', 's2.example', 's3.example']);
    const id = await add();
    expect(
      await call(operator, 'qr_code_list/usable_domains', { ids: [id], type: 2, search: 'l.' }),
    ).toMatchObject({
      domains: [{ host: 'l.example' }],
    });
    expect(await refused(ben, 'qr_code_list/usable_domains', { ids: [id] })).toMatchObject({ status: 404 });
  });

  test('beyond a hundred say that there are more', async () => {
    const many = await t.person('many');
    for (let at = 0; at < 101; at += 1)
      names.push({ host: `n${String(at).padStart(3, '0')}.example`, type: 3, owners: [many.id] });
    const found = await call<{ domains: object[]; has_more: boolean }>(many, 'qr_code_list/usable_domains');
    expect([found.domains.length, found.has_more]).toEqual([100, true]);
  });
});

describe('groups', () => {
  test('give their hosts to new codes, as far as these can still be used', async () => {
    names.push({ host: 'g.example', type: 3, owners: [anna.id] });
    const group = (
      await call(anna, 'group/add', { name: 'G', short_domain: 'g.example', landing_domain: 'l.example' })
    ).id;
    expect(await placesOf(await add({ group }))).toMatchObject({ host: 'g.example', chain: ['l.example'] });
    expect(await placesOf(await add({ group, short_domain: 's1.example' }))).toMatchObject({
      host: 's1.example',
      chain: ['l.example'],
    });
    expect(await call(anna, 'qr_code_list/draft', { group })).toMatchObject({
      short_url: expect.stringContaining('https://g.example/'),
    });
    names.splice(
      names.findIndex(({ host }) => host === 'g.example'),
      1,
    );
    expect(await placesOf(await add({ group }))).toMatchObject({ host: 'l.example', chain: [] });
    const row = await call<Row & { unusable_domains: string[] }>(anna, 'group/details', { id: group });
    expect(row.unusable_domains).toEqual(['g.example']);
    // What was there before hinders no other change, and can be cleared.
    const { version } = row;
    await call(anna, 'group/update', { id: group, version, remark: 'x' });
    await call(anna, 'group/update', { id: group, version: version + 1, short_domain: '' });
    expect(await refused(anna, 'group/add', { name: 'H', entry_domain: 'l.example' })).toMatchObject({
      code: 'qr.domain_unfit',
      errors: [{ path: 'entry_domain' }],
    });
  });
});

test('a print batch stands where its group says, and its codes are claimed by the address that is printed', async () => {
  const group = (await call(anna, 'group/add', { name: 'Batch', short_domain: 'all.example' })).id;
  const wish = { name: 'Cards', size: 3, group, has_claim_codes: true };
  const { batch } = await call<{ batch: string }>(anna, 'print_batch/make', wish);
  const made = async () =>
    (await t.context
      .model(codeResource)
      .find({ batch } as never)
      .lean()) as unknown as StoredCode[];
  const limit = performance.now() + 30_000;
  while ((await made()).length < 3 && performance.now() < limit) await Bun.sleep(50);
  const [one] = await made();
  expect(one).toMatchObject({ domain: 'all.example', short_domain: 'all.example', is_unclaimed: true });
  const find = (as: Person, host: string) =>
    call<{ outcome: string }>(as, 'code_claim/find', { address: `https://${host}/${one?.short_code}` });
  expect((await find(anna, 'all.example')).outcome).toBe('yours');
  expect((await find(ben, 'all.example')).outcome).toBe('claimable');
  expect((await find(ben, 'bens.example')).outcome).toBe('none');
});

test('a code does not move beside one that answers in its capitals', async () => {
  await add({ short_domain: 'all.example', short_code: 'door', ignore_case: true }, ben);
  const id = await add({ short_domain: 's1.example', short_code: 'DOOR' });
  const wish = { ids: [id], short_domain: 'all.example' };
  expect(await refused(anna, 'qr_code_list/change_domain_name', wish)).toMatchObject({
    code: 'qr.code_taken',
  });
});

test('what was purged answers on everything it was printed with when its owner makes it again, and nobody else has it', async () => {
  const short_code = shortCode();
  const id = await add({ short_domain: 's1.example', short_code });
  await move([id], { short_domain: 'all.example' });
  await call(anna, 'qr_code_list/update_remove', { id, remove: 2 });
  await call(anna, 'qr_code_list/batch_purge', { ids: [id] });
  const wish = { name: 'C', targets: TARGETS, short_domain: 'all.example', short_code };
  expect(await refused(ben, 'qr_code_list/add', wish)).toMatchObject({ code: 'qr.code_retired' });
  const again = await add({ short_domain: 's1.example', short_code });
  expect(await placesOf(again)).toEqual({ host: 's1.example', chain: [], printed: ['all.example'] });
  expect(await refused(ben, 'qr_code_list/add', wish)).toMatchObject({ code: 'qr.code_taken' });
});

test('a code goes to no host where another one ignores capitals and differs by these alone, nor two such together', async () => {
  const small = shortCode().toLowerCase();
  await add({ short_domain: 's1.example', short_code: small, ignore_case: true });
  const body = { short_domain: 's2.example', short_code: small.toUpperCase() };
  const large = await add(body);
  const to = (short_domain: string, ids: string[]) =>
    refused(anna, 'qr_code_list/change_domain_name', { ids, short_domain });
  expect(await to('s1.example', [large])).toMatchObject({ code: 'qr.code_taken' });
  const third = await add({ short_domain: '', short_code: small, ignore_case: true });
  expect(await to('s3.example', [large, third])).toMatchObject({ code: 'qr.code_taken' });
  await move([large], { short_domain: 's3.example' });
  expect(await placesOf(large)).toMatchObject({ host: 's3.example' });
});

test('codes that were made before there were domains stand on the platform’s own address', async () => {
  const id = await add();
  const gone = { short_domain: 1, entry_domain: 1, landing_domain: 1, way_domains: 1, printed_domains: 1 };
  await t.context.model(codeResource).collection.updateOne({ short_code: (await details(id)).short_code }, {
    $unset: gone,
  } as never);
  expect(await details(id)).toMatchObject({ short_domain: '', printed_domains: [] });
  await move([id], { short_domain: 's1.example' });
  expect(await placesOf(id)).toEqual({ host: 's1.example', chain: [], printed: [''] });
});
