import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { AccountStates } from '@waypost/sdk';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { NO_PROVIDER_ID } from '../../codes/providers/values.ts';
import { startCodes } from '../../testing/start-codes.ts';
import { urlKeyPlatform } from './resource.ts';

interface Row {
  id: string;
  name: string;
  kind: string;
  version: number;
  has_secret: boolean;
  used_today: number;
}
const accounts: AccountStates = {
  isActive: async () => true,
  names: async () => ({}),
  isCustomer: async () => true,
  domainQuota: async () => null,
  emails: async () => ({}),
  contacts: async () => ({}),
  find: async () => [],
};
const SECRET = 'planted-s3cret';
const LONG = 'https://shop.example/menu?table=7';

setDefaultTimeout(60_000);
let t: TestPlugin;
let administrator: Person;
let customer: Person;
/** What the other side answers, and what it was sent. */
let answer: (request: Request) => Response | Promise<Response>;
let seen: { url: string; method: string; headers: Headers; body: string }[];

beforeAll(async () => {
  t = await startCodes({
    accounts,
    internet: {
      fetch: async (request) => {
        const { url, method, headers } = request;
        seen.push({ url, method, headers, body: await request.clone().text() });
        return answer(request);
      },
    },
  });
  administrator = await t.person('administrator', { role: 'administrator' });
  customer = await t.person('customer');
});
beforeEach(() => {
  seen = [];
  answer = () => Response.json({ url: 'https://s.example/aB3' });
});
afterAll(() => t?.dispose());

const call = <T = Row>(name: string, body: object = {}, as = administrator) =>
  t.call<T>(`url_key_platform/${name}`, body, { as, locale: 'en-US' });
const list = async () => (await call<{ content: Row[] }>('list')).content;
const add = (body: object) =>
  call<{ id: string }>('add', { endpoint: 'https://api.example/new?u={url}', ...body });
const tryOut = (id: string) =>
  call<{ address: string; fault: string; trials: number }>('test', { id, url: LONG });
async function refused(name: string, body: object, as = administrator): Promise<CallRefused> {
  const error = await call(name, body, as).catch((caught: unknown) => caught);
  if (error instanceof CallRefused) return error;
  throw new Error(`${name} was not refused`, { cause: error });
}

test('the entry that makes nothing is there from the start, and neither changed nor removed', async () => {
  const [none] = await list();
  expect(none).toMatchObject({ id: NO_PROVIDER_ID, name: 'none', kind: 'self' });
  expect(await refused('remove', { id: NO_PROVIDER_ID })).toMatchObject({ code: 'qr.provider_fixed' });
  expect(await refused('update', { id: NO_PROVIDER_ID, version: none?.version, name: 'x' })).toMatchObject({
    code: 'qr.provider_fixed',
  });
  for (const id of ['', '1', NO_PROVIDER_ID]) {
    expect(await call('details', { id })).toMatchObject({ id: NO_PROVIDER_ID, name: 'none' });
    expect(await tryOut(id)).toMatchObject({ trials: 0 });
    expect(await refused('remove', { id })).toMatchObject({ code: 'qr.provider_fixed' });
    expect(await refused('update', { id, version: none?.version, name: 'x' })).toMatchObject({
      code: 'qr.provider_fixed',
    });
  }
  for (const id of ['2', '01', 'none'])
    expect(await refused('details', { id })).toMatchObject({ code: 'invalid_input' });
  await t.restart();
  expect((await list()).filter(({ id }) => id === NO_PROVIDER_ID)).toHaveLength(1);
});

test('a server is asked as it was written down, and its answer read where the address stands', async () => {
  const { id } = await add({
    name: 'By POST',
    generation_type: 4,
    headers: 'X-Key: {secret}',
    response_path: 'data.0.short',
    secret: SECRET,
  });
  answer = () => Response.json({ data: [{ short: 'https://s.example/one' }] });
  expect(await tryOut(id)).toMatchObject({ address: 'https://s.example/one', fault: '', trials: 1 });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: 'POST', body: JSON.stringify({ url: LONG }) });
  expect(seen[0]?.headers.get('x-key')).toBe(SECRET);
  expect((await list()).find((row) => row.id === id)).toMatchObject({ has_secret: true, used_today: 1 });
});

test('what puts texts together asks nobody', async () => {
  const { id } = await add({
    name: 'Template',
    generation_type: 2,
    endpoint: 'https://go.example/?to={url}',
  });
  expect(await tryOut(id)).toMatchObject({
    address: `https://go.example/?to=${encodeURIComponent(LONG)}`,
    trials: 0,
  });
  expect(seen).toEqual([]);
});

test('no answer and no row, log or record tells a secret, and it opens in its own row alone', async () => {
  const { id } = await add({ name: 'Keeps', generation_type: 4, secret: SECRET });
  const answers = [await list(), await call('details', { id }), await t.audit(), t.log()];
  const rows = await t.rows(urlKeyPlatform).all();
  expect(JSON.stringify([answers, rows])).not.toContain(SECRET);
  const row = await call('details', { id });
  const elsewhere = { id, version: row.version, endpoint: 'https://thief.example/?u={url}' };
  expect(await refused('update', elsewhere)).toMatchObject({ status: 422, errors: [{ path: 'secret' }] });
  await call('update', { id, version: row.version, endpoint: 'https://api.example/other?u={url}' });
  expect((await call('details', { id })).has_secret).toBe(true);
});

test('a busy server is asked again as often as it was said, a refusal is told at once', async () => {
  const { id } = await add({ name: 'Busy', generation_type: 4, retries: 2 });
  let asked = 0;
  answer = () => {
    asked += 1;
    return asked < 3 ? new Response('later', { status: 503 }) : Response.json({ url: 'https://s.example/x' });
  };
  expect(await tryOut(id)).toMatchObject({ address: 'https://s.example/x', trials: 3 });
  seen = [];
  answer = () => new Response('no', { status: 403 });
  expect((await tryOut(id)).fault).toContain('403');
  // The log calls it by its name, not by what went wrong.
  const tried = (await t.audit()).filter(({ type, target }) => type.endsWith('.test') && target === id);
  expect(tried.map(({ after }) => (after as { name: string }).name)).toEqual(['Busy', 'Busy']);
  expect(seen).toHaveLength(1);
});

test('an answer without an address is told in words, whatever it is', async () => {
  const { id } = await add({ name: 'Nonsense', generation_type: 4, retries: 0 });
  for (const text of [
    '<html>',
    '{"url":7}',
    '{"url":"javascript:alert(1)"}',
    '',
    '[]',
    '\u0000'.repeat(500),
  ]) {
    answer = () => new Response(text);
    expect(await tryOut(id)).toMatchObject({ address: '', fault: expect.stringContaining('no web address') });
  }
});

test('the day has an end: beyond the quota nothing is sent, and tomorrow it begins anew', async () => {
  const { id } = await add({ name: 'Two a day', generation_type: 4, daily_quota: 2 });
  await tryOut(id);
  await tryOut(id);
  expect((await tryOut(id)).fault).toContain('2 requests');
  expect(seen).toHaveLength(2);
  await t.clock.advance(86_400_000);
  expect(await tryOut(id)).toMatchObject({ fault: '' });
});

test('an endpoint inside is refused when it is asked, an address that cannot be one when it is written', async () => {
  const { id } = await add({ name: 'Inside', endpoint: 'http://169.254.169.254/?u={url}', retries: 0 });
  expect(await tryOut(id)).toMatchObject({ address: '', fault: expect.stringMatching(/public/) });
  expect(seen).toEqual([]);
  expect(await refused('add', { name: 'No', endpoint: 'file:///etc/passwd' })).toMatchObject({
    status: 422,
    errors: expect.arrayContaining([expect.objectContaining({ path: 'endpoint' })]),
  });
});

test('customers neither see nor change how addresses are made', async () => {
  for (const name of ['list', 'details', 'add', 'update', 'remove', 'test'])
    expect([
      name,
      (await refused(name, { id: NO_PROVIDER_ID, url: LONG, version: 1 }, customer)).status,
    ]).toEqual([name, 403]);
});
