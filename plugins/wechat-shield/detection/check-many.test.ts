import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import { checkResource } from '../screens/wx_shield_detection/resource.ts';
import { type ShieldPlace, startShield } from '../testing/start-shield.ts';

setDefaultTimeout(60_000);
const MINUTE_MS = 60_000;

let place: ShieldPlace;
beforeEach(async () => {
  place = await startShield();
});
afterEach(() => place?.t.dispose());

const call = <T>(path: string, body: object, as: Person) =>
  place.t.call<T>(path, body, { as, locale: 'en-US' });
const checkMany = (addresses: string[], as = place.operator) =>
  call<{ id: string }>('wx_shield_detection/check_many', { addresses }, as);
const checks = () => place.t.rows(checkResource).all();
/** Waits until so many addresses were checked. */
async function checked(count: number) {
  const end = performance.now() + 30_000;
  while ((await checks()).length < count && performance.now() < end) await Bun.sleep(20);
  return Object.fromEntries((await checks()).map(({ address, status }) => [address, status]));
}

test('chosen addresses are checked one after the other, each once, and the history has them', async () => {
  await place.provider('one');
  place.says.one = { 'bad.example': 'blocked' };
  const { id } = await checkMany([
    'https://good.example/a',
    'https://bad.example/b',
    'https://good.example/a',
  ]);
  expect(id).toBeString();
  expect(await checked(2)).toEqual({ 'https://good.example/a': 1, 'https://bad.example/b': 2 });
  expect(place.sent).toHaveLength(2);
});

test('without a provider, and for what is no address, nothing begins', async () => {
  await expect(checkMany(['shop.example'])).rejects.toMatchObject({ code: 'wechat-shield.no_provider' });
  await place.provider('one');
  await expect(checkMany(['ftp://shop.example'])).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(checkMany([])).rejects.toMatchObject({ code: 'invalid_input' });
});

test('all codes of a domain: an operator checks everybody’s, its owner the own ones, and nobody else any', async () => {
  await place.provider('one');
  const own = place.domain('own.example', place.customer);
  await place.pass(1);
  await place.t.context.model(checkResource).deleteMany({});
  place.codes.set('mine', { host: 'own.example', frozenFor: '', owner: place.customer.id });
  place.codes.set('theirs', { host: 'own.example', frozenFor: '', owner: 'f'.repeat(24) });
  place.codes.set('elsewhere', { host: 'other.example', frozenFor: '', owner: place.customer.id });
  await call('shield_host/check_codes', { id: own }, place.customer);
  expect(Object.keys(await checked(2)).sort()).toEqual(['https://own.example/', 'https://own.example/mine']);
  await place.t.context.model(checkResource).deleteMany({});
  await call('shield_host/check_codes', { id: own }, place.operator);
  expect(Object.keys(await checked(3))).toContain('https://own.example/theirs');
  const stranger = await place.t.person('sam.stranger');
  await expect(call('shield_host/check_codes', { id: own }, stranger)).rejects.toMatchObject({ status: 404 });
});

test('a customer’s checks of the day are not exceeded by a task', async () => {
  await place.provider('one');
  await place.setDetection({ customer_checks: 2 });
  await checkMany(['a.example', 'b.example', 'c.example'], place.customer);
  expect(await checked(2)).toEqual({ 'a.example': 1, 'b.example': 1 });
  await Bun.sleep(200);
  expect(await checks()).toHaveLength(2);
});

test('a task waits for the next minute where providers may be asked no more in this one', async () => {
  await place.provider('slow', { per_minute: 1 });
  await checkMany(['a.example', 'b.example']);
  expect(await checked(1)).toEqual({ 'a.example': 1 });
  place.t.clock.set(new Date(place.t.clock.now() + MINUTE_MS));
  expect(await checked(2)).toEqual({ 'a.example': 1, 'b.example': 1 });
});

test('hosts of a code are told to whoever has them, and the platform’s to everybody', async () => {
  await place.provider('one');
  place.says.one = { 'lent.example': 'blocked' };
  place.domain('own.example', place.customer);
  place.domain('lent.example');
  place.domain('foreign.example', place.operator);
  await place.pass(1);
  const hosts = ['own.example', 'lent.example', 'foreign.example', 'nobody.example'];
  const found = await call<{ host: string; checked_time: string | null }[]>(
    'wx_shield_detection/host_statuses',
    { hosts },
    place.customer,
  );
  expect(found.map(({ host }) => host).sort()).toEqual(['lent.example', 'own.example']);
  expect(found.every(({ checked_time }) => checked_time !== null)).toBe(true);
});
