import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { providerResource } from '../screens/we_chat_blocking_detection_configuration/resource.ts';
import { checkResource } from '../screens/wx_shield_detection/resource.ts';
import { type ShieldPlace, startShield } from '../testing/start-shield.ts';
import { hostResource } from './resource.ts';
import type { StoredHost } from './stored.ts';

// More domains than a round takes: what a platform would lose is that some are never looked at.

setDefaultTimeout(120_000);
const CANARY = 'known.example';
const SECOND_MS = 1_000;

let place: ShieldPlace;
beforeEach(async () => {
  place = await startShield();
});
afterEach(() => place?.t.dispose());

const hosts = async () => (await place.t.rows(hostResource).all()) as unknown as StoredHost[];
const sentTo = (name: string) => place.sent.filter(({ to }) => to === name);
const aboutCanary = () => place.sent.filter(({ url }) => url.includes(CANARY));
const hold = (domains: number) => {
  for (let at = 0; at < domains; at += 1) place.domain(`shop${at}.example`, place.customer);
};

test('a provider that may be asked seldom comes to every domain in the end, and nothing is said of those that it has not come to', async () => {
  const DOMAINS = 25;
  await place.provider('slow', { per_minute: 10 });
  hold(DOMAINS);
  place.says.slow = { 'shop24.example': 'blocked' };
  await place.pass(1);
  expect((await hosts()).filter(({ checked_time }) => checked_time !== null)).toHaveLength(10);
  for (let minute = 0; minute < 4; minute += 1) await place.pass(1);
  expect(new Map((await hosts()).map(({ name, status }) => [name, status]))).toEqual(
    new Map(Array.from({ length: DOMAINS }, (_, at) => [`shop${at}.example`, at === DOMAINS - 1 ? 2 : 1])),
  );
  const checks = (await place.t.rows(checkResource).all()) as unknown as { status: number }[];
  expect(checks.filter(({ status }) => status === 4)).toEqual([]);
});

test('while too few providers may be asked to agree, those that may are not paid for nothing', async () => {
  await place.provider('used', { daily_quota: 6 });
  await place.provider('free');
  await place.setDetection({ quorum: 2 });
  hold(12);
  for (let minute = 0; minute < 5; minute += 1) await place.pass(1);
  expect(sentTo('used')).toHaveLength(6);
  // Of four names at once some may have been on their way.
  expect(sentTo('free').length).toBeLessThan(6 + 4);
  const found = await hosts();
  expect(found.filter(({ status, checked_time }) => checked_time === null && status === 4)).toHaveLength(6);
});

test('a provider that calls everything blocked makes up for none that may not be asked any more', async () => {
  await place.provider('used', { daily_quota: 6 });
  await place.provider('free');
  await place.provider('liar');
  await place.setDetection({ quorum: 2, canary: CANARY });
  place.says.liar = () => Response.json({ status: 'blocked' });
  hold(12);
  for (let minute = 0; minute < 4; minute += 1) await place.pass(1);
  const paid = sentTo('free').length;
  for (let minute = 0; minute < 8; minute += 1) await place.pass(1);
  expect(sentTo('free')).toHaveLength(paid);
  expect((await hosts()).some(({ checked_time }) => checked_time !== null)).toBe(true);
});

test('a domain of which nobody can say anything holds up none of the others while another provider’s day is used up', async () => {
  await place.provider('used', { daily_quota: 1 });
  await place.provider('free');
  hold(6);
  place.says.free = { 'shop0.example': 'other', 'shop1.example': 'other' };
  for (let minute = 0; minute < 3; minute += 1) await place.pass(1);
  expect((await hosts()).filter(({ checked_time }) => checked_time === null)).toEqual([]);
});

test('the known good address is asked about once a round, however many domains there are', async () => {
  await place.provider('only');
  await place.setDetection({ canary: CANARY });
  hold(12);
  await place.pass(1);
  expect(aboutCanary()).toHaveLength(1);
  await place.pass(45);
  expect(aboutCanary()).toHaveLength(2);
  expect(place.sent).toHaveLength(2 + 2 * 12);
});

test('what an operator’s limit keeps from being asked about the known good address says nothing of the provider', async () => {
  const id = await place.provider('only', { daily_quota: 1 });
  await place.setDetection({ canary: CANARY });
  const standing = async () => (await place.t.rows(providerResource).find(id))?.standing;
  const check = async () => {
    const [vote] = (
      await place.t.call<{ votes: { fault: string }[] }>(
        'wx_shield_detection/check',
        { address: 'shop.example' },
        { as: place.operator },
      )
    ).votes;
    return vote?.fault;
  };
  expect([await check(), await standing()]).toEqual(['quota', 'trusted']);
  place.t.clock.set(new Date(place.t.clock.now() + 45 * 60 * SECOND_MS));
  expect([await check(), await standing()]).toEqual(['quota', 'trusted']);
  expect(place.sent).toHaveLength(1);
});

test('a block that limits keep from being proved names the limit', async () => {
  await place.provider('only', { per_minute: 2 });
  await place.setDetection({ canary: CANARY });
  place.says.only = { 'shop.example': 'blocked' };
  await place.pass(1);
  const check = () =>
    place.t.call<{ status: number; votes: { fault: string; counts: boolean }[] }>(
      'wx_shield_detection/check',
      { address: 'shop.example' },
      { as: place.operator },
    );
  expect(await check()).toMatchObject({ status: 2 });
  place.t.clock.set(new Date(place.t.clock.now() + 60 * SECOND_MS));
  await place.t.call('wx_shield_detection/check', { address: 'fine.example' }, { as: place.operator });
  expect(await check()).toMatchObject({ status: 4, votes: [{ fault: 'rate', counts: false }] });
});

test('where there is little room blocks are proved one after the other, and nothing is paid for that cannot be', async () => {
  await place.provider('slow', { per_minute: 2 });
  await place.setDetection({ canary: CANARY });
  hold(4);
  place.says.slow = Object.fromEntries([0, 1, 2, 3].map((at) => [`shop${at}.example`, 'blocked' as const]));
  for (let minute = 0; minute < 14; minute += 1) await place.pass(1);
  expect((await hosts()).map(({ status }) => status)).toEqual([2, 2, 2, 2]);
  const checks = (await place.t.rows(checkResource).all()) as unknown as { status: number }[];
  expect(checks.filter(({ status }) => status === 4)).toEqual([]);
  expect(sentTo('slow').length - aboutCanary().length).toBe(checks.length);
});

test('room that was kept for a proof is there for others where none was needed', async () => {
  await place.provider('slow', { daily_quota: 11 });
  await place.setDetection({ canary: CANARY, interval_minutes: 5 });
  hold(2);
  for (const minutes of [1, 6, 6, 6]) await place.pass(minutes);
  expect(aboutCanary()).toHaveLength(1);
  expect(sentTo('slow')).toHaveLength(1 + 4 * 2);
});

test('where a known good address is set each provider may be asked about it as well', async () => {
  const as = place.operator;
  const id = await place.provider('slow', { per_minute: 1 });
  const faultAt = (path: string) => ({ status: 422, errors: [{ path }] });
  await expect(place.setDetection({ canary: CANARY })).rejects.toMatchObject(faultAt('canary'));
  const area = 'we_chat_blocking_detection_configuration';
  const update = async (change: object) => {
    const { version } = await place.t.call<{ version: number }>(`${area}/details`, { id }, { as });
    await place.t.call(`${area}/update`, { id, version, ...change }, { as });
  };
  await update({ state: 'off' });
  await place.setDetection({ canary: CANARY });
  await expect(update({ state: 'on' })).rejects.toMatchObject(faultAt('per_minute'));
  await expect(place.provider('other', { per_minute: 1 })).rejects.toMatchObject(faultAt('per_minute'));
  await update({ state: 'on', per_minute: 2 });
});

test('what a provider said of the known good address proves nothing of what an operator has made of it meanwhile', async () => {
  const id = await place.provider('only');
  await place.setDetection({ canary: CANARY });
  hold(1);
  const area = 'we_chat_blocking_detection_configuration';
  const as = place.operator;
  place.says.only = async () => {
    place.says.only = {};
    const { version } = await place.t.call<{ version: number }>(`${area}/details`, { id }, { as });
    const endpoint = 'https://other.example/ask?url={url}';
    await place.t.call(`${area}/update`, { id, version, endpoint }, { as });
    return Response.json({ status: 'ok' });
  };
  await place.pass(1);
  expect(await place.t.rows(providerResource).find(id)).toMatchObject({ standing: 'unchecked' });
});
