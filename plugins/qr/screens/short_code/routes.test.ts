import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { NO_PROVIDER_ID } from '../../codes/providers/values.ts';
import { startCodes } from '../../testing/start-codes.ts';

interface Code {
  id: string;
  short_code: string;
  short_url: string;
  version: number;
  generation_type: number;
  provider_name: string;
  address: string;
  address_status: string;
  address_fault: string;
  visibility: number;
}

setDefaultTimeout(60_000);
let t: TestPlugin;
let administrator: Person;
let anna: Person;
let ben: Person;
/** What a provider answers, and which long addresses it was handed. */
let answer: () => Response;
let asked: (string | null)[];

beforeAll(async () => {
  t = await startCodes({
    internet: {
      fetch: async (request) => {
        asked.push(new URL(request.url).searchParams.get('u'));
        return answer();
      },
    },
  });
  administrator = await t.person('administrator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
beforeEach(() => {
  asked = [];
  answer = () => Response.json({ url: 'https://s.example/one' });
});
afterAll(() => t?.dispose());

const call = <T = Code>(as: Person, name: string, body: object = {}) =>
  t.call<T>(name, body, { as, locale: 'en-US' });
const add = (body: object = {}, as = anna) =>
  call(as, 'qr_code_list/add', { name: 'Menu', targets: [{ url: 'https://example.com/menu' }], ...body });
const details = (id: string, as = anna) => call(as, 'qr_code_list/details', { id });
let count = 0;
const provider = async (body: object = {}) => {
  count += 1;
  const fields = { name: `P${count}`, generation_type: 1, endpoint: 'https://api.example/?u={url}', ...body };
  return (await call(administrator, 'url_key_platform/add', fields)).id;
};
const regenerate = (id: string, by: string, as = anna) =>
  call<{ address: string; fault: string }>(as, 'short_code/regenerate', { id, provider: by });
const idsOf = async (as: Person, body: object) =>
  (await call<{ content: Code[] }>(as, 'qr_code_list/user_inquire', body)).content.map(({ id }) => id);
async function refused(as: Person, name: string, body: object): Promise<CallRefused> {
  const error = await call(as, name, body).catch((caught: unknown) => caught);
  if (error instanceof CallRefused) return error;
  throw new Error(`${name} was not refused`, { cause: error });
}

describe('whoever makes a code says who makes its address', () => {
  test('a server is handed the short link, and the code has what it answers', async () => {
    const { id, short_url } = await add({ provider: await provider({ name: 'Asked' }) });
    expect(asked).toEqual([short_url]);
    expect(await details(id)).toMatchObject({
      generation_type: 1,
      provider_name: 'Asked',
      address: 'https://s.example/one',
      address_status: 'made',
      address_fault: '',
    });
  });

  test('by the type alone it is the first of that type that is on', async () => {
    await provider({ name: 'Z9', generation_type: 9 });
    await provider({ name: 'A9', generation_type: 9 });
    await provider({ name: 'A0', generation_type: 9, state: 'off' });
    const { id } = await add({ generation_type: 9 });
    expect(await details(id)).toMatchObject({ provider_name: 'A9', address_status: 'made' });
  });

  test('texts put together ask nobody; the own types are the short link itself', async () => {
    const by = await provider({ generation_type: 2, endpoint: 'https://go.example/?to={url}' });
    const { id, short_url } = await add({ provider: by });
    expect(await details(id)).toMatchObject({
      address: `https://go.example/?to=${encodeURIComponent(short_url)}`,
    });
    const spellings = ['', '1', NO_PROVIDER_ID].map((provider) => ({ provider }));
    for (const body of [{}, { generation_type: 11 }, ...spellings]) {
      const own = await add(body);
      expect(await details(own.id)).toMatchObject({ address: '', address_status: 'own', provider_name: '' });
    }
    expect(asked).toEqual([]);
  });

  test('a provider that fails costs nobody the code: it is asked as often as it is set to be, and told in words', async () => {
    answer = () => new Response('later', { status: 503 });
    const { id } = await add({ provider: await provider({ name: 'Tired', retries: 2 }) });
    expect(asked).toHaveLength(3);
    expect(await details(id)).toMatchObject({
      address: '',
      address_status: 'failed',
      address_fault: expect.stringContaining('Tired answered with the HTTP status 503'),
    });
  });

  test('how the operator reaches a provider is told to nobody else', async () => {
    const by = await provider({ endpoint: 'http://10.0.0.7:81/inner?u={url}', retries: 0 });
    const { id } = await add({ provider: by });
    const row = await details(id);
    expect(row.address_fault).toContain('could not be reached');
    expect(JSON.stringify([row, await regenerate(id, by)])).not.toMatch(/10\.0\.0\.7|inner/);
  });

  test('one that is gone or off is told at its field, before anything is made', async () => {
    const off = await provider({ state: 'off' });
    const body = { name: 'No', targets: [{ url: 'https://example.com/' }] };
    expect(await refused(anna, 'qr_code_list/add', { ...body, provider: 'f'.repeat(24) })).toMatchObject({
      status: 422,
      errors: [{ path: 'provider' }],
    });
    expect(await refused(anna, 'qr_code_list/add', { ...body, provider: off })).toMatchObject({
      code: 'qr.provider_off',
      errors: [{ path: 'provider' }],
    });
    expect(await refused(anna, 'qr_code_list/add', { ...body, generation_type: 13 })).toMatchObject({
      code: 'qr.generation_type_unavailable',
    });
    expect(asked).toEqual([]);
  });
});

describe('a new address', () => {
  test('takes the place of the one before; short link and picture stay', async () => {
    const by = await provider();
    const before = await add({ provider: by });
    answer = () => Response.json({ url: 'https://s.example/two' });
    expect(await regenerate(before.id, by)).toMatchObject({ address: 'https://s.example/two', fault: '' });
    const { id, short_code, short_url } = before;
    expect(await details(id)).toMatchObject({ short_code, short_url, address: 'https://s.example/two' });
    const { content } = await call<{ content: { fields: { field: string; before: unknown }[] }[] }>(
      anna,
      'qr_code_list/changes',
      { id },
    );
    expect(content[0]?.fields).toContainEqual({
      field: 'address',
      before: 'https://s.example/one',
      after: 'https://s.example/two',
    } as never);
  });

  test('that cannot be made leaves the one that works, and says why', async () => {
    const by = await provider({ retries: 0 });
    const { id } = await add({ provider: by });
    answer = () => new Response('<html>');
    expect((await regenerate(id, by)).fault).toContain('no address');
    expect(await details(id)).toMatchObject({
      address: 'https://s.example/one',
      address_status: 'failed',
      address_fault: expect.stringContaining('no address'),
    });
    answer = () => Response.json({ url: 'https://s.example/three' });
    await regenerate(id, by);
    expect(await details(id)).toMatchObject({ address: 'https://s.example/three', address_fault: '' });
    await regenerate(id, '1');
    expect(await details(id)).toMatchObject({ address: '', address_status: 'own' });
  });

  test('of another one’s code there is none, nor of one in the bin', async () => {
    const by = await provider();
    const { id } = await add();
    expect(await refused(ben, 'short_code/regenerate', { id, provider: by })).toMatchObject({ status: 404 });
    await call(anna, 'qr_code_list/update_remove', { id, remove: 2 });
    expect(await refused(anna, 'short_code/regenerate', { id, provider: by })).toMatchObject({ status: 404 });
    expect(asked).toEqual([]);
  });
});

test('a hidden code leaves the lists, not the list of short codes, and comes back', async () => {
  const owner = await t.person('hider');
  const shown = await add({}, owner);
  const hidden = await add({}, owner);
  await call(owner, 'qr_code_list/batch_update', { ids: [hidden.id], visibility: 2 });
  const listed = { is_short_link: false, is_listed: true };
  expect(await idsOf(owner, listed)).toEqual([shown.id]);
  expect((await idsOf(owner, {})).sort()).toEqual([shown.id, hidden.id].sort());
  expect(await idsOf(owner, { visibility: 2 })).toEqual([hidden.id]);
  expect(await details(hidden.id, owner)).toMatchObject({ visibility: 2, state: 'on', status: 'on' });
  await call(owner, 'qr_code_list/batch_update', { ids: [hidden.id], visibility: 1 });
  expect(await idsOf(owner, listed)).toHaveLength(2);
});

test('everybody who has codes is told who makes addresses, and nothing of how', async () => {
  await provider({ name: 'Told', secret: 'planted-s3cret', headers: 'X: {secret}' });
  const told = await call<{ providers: { id: string; name: string }[] }>(anna, 'short_code/providers');
  expect(told.providers[0]).toMatchObject({ id: NO_PROVIDER_ID, name: '', generation_type: 3 });
  expect(told.providers.find(({ name }) => name === 'Told')).toEqual({
    id: expect.any(String),
    name: 'Told',
    generation_type: 1,
    kind: 'http',
  } as never);
});
