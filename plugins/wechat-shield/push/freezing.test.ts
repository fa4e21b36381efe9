import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type ShieldPlace, startShield } from '../testing/start-shield.ts';

setDefaultTimeout(60_000);
const CANARY = 'known.example';

let place: ShieldPlace;
beforeEach(async () => {
  place = await startShield();
});
afterEach(() => place?.t.dispose());

const call = <T>(path: string, body: object = {}) => place.t.call<T>(path, body, { as: place.operator });
interface Block {
  id: string;
  shown: string;
  state: string;
  held: string;
  codes: string;
}
const blocks = async () => (await call<{ content: Block[] }>('shield_push/inquire')).content;
const words = () => place.told.map((message) => message.words);

// What a provider says that is at fault, or has been bought, must not stop a platform.
test('of all domains that are said to be blocked a share is frozen by itself; the others wait for a person’s word', async () => {
  for (const name of ['one', 'two']) await place.provider(name);
  await place.setDetection({ canary: CANARY, quorum: 2 });
  await place.setPolicy({ codes: 'freeze', reason: 'Blocked in WeChat', freeze_share: 34 });
  for (let at = 0; at < 6; at += 1) {
    place.domain(`shop${at}.example`, place.customer);
    place.codes.set(`code${at}`, { host: `shop${at}.example`, frozenFor: '' });
  }
  // Both call everything blocked but the address that they are tried with.
  for (const name of ['one', 'two'])
    place.says[name] = (request) =>
      Response.json({ status: decodeURIComponent(request.url).includes(CANARY) ? 'ok' : 'blocked' });
  for (const minutes of [1, 2, 31]) await place.pass(minutes);
  const frozen = () => [...place.codes.values()].filter(({ frozenFor }) => frozenFor !== '').length;
  const held = async () => (await blocks()).filter((row) => row.held !== '');
  // 34 of a hundred of six.
  expect(frozen()).toBe(2);
  expect((await held()).map((row) => [row.held, row.codes])).toEqual(Array(4).fill(['share', 'keep']));
  expect(words().filter((name) => name === 'wechat-shield.push.blocked.operators.held')).toHaveLength(4);
  // Owners are told what becomes of their codes.
  expect(words().filter((name) => name === 'wechat-shield.push.blocked.owner.keep')).toHaveLength(4);
  const [first, second] = await held();
  await call('shield_push/set_codes', { id: first?.id, codes: 'freeze', reason: 'Looked at' });
  await call('shield_push/set_codes', { id: second?.id, codes: 'keep' });
  await place.pass(1);
  expect(frozen()).toBe(3);
  expect(await held()).toHaveLength(2);
});

test('one provider without a known good address freezes nothing by itself, whatever it says', async () => {
  await place.provider('only');
  await place.setPolicy({ codes: 'freeze', reason: 'Blocked in WeChat' });
  place.domain('shop.example', place.customer);
  place.codes.set('a', { host: 'shop.example', frozenFor: '' });
  place.says.only = () => Response.json({ status: 'blocked' });
  for (const minutes of [1, 2, 31, 31]) await place.pass(minutes);
  expect(await blocks()).toMatchObject([{ state: 'open', held: 'unproved', codes: 'keep', frozen: 0 }]);
  expect(place.codes.get('a')?.frozenFor).toBe('');
  expect(words()).toContain('wechat-shield.push.blocked.operators.held');
});

test('a provider that calls everything normal is outvoted, lifts no block, and alone with another leaves it open', async () => {
  for (const name of ['honest', 'second', 'blind']) await place.provider(name);
  await place.setDetection({ quorum: 2 });
  place.domain('shop.example', place.customer);
  for (const name of ['honest', 'second']) place.says[name] = { 'shop.example': 'blocked' };
  await place.pass(1);
  await place.pass(2);
  expect(await blocks()).toMatchObject([{ state: 'open' }]);
  // One of the honest is away: two that contradict each other settle nothing, and lift nothing.
  place.says.second = () => new Response('', { status: 503 });
  for (const minutes of [31, 1, 1, 1, 31]) await place.pass(minutes);
  expect(
    (await call<{ status: number }>('wx_shield_detection/check', { address: 'shop.example' })).status,
  ).toBe(4);
  expect(await blocks()).toMatchObject([{ state: 'open' }]);
  expect(place.t.events.emitted('wechat-shield.working')).toEqual([]);
});

test('whoever presses twice within a minute has found nothing more: what lasts a moment is no block', async () => {
  await place.provider('only');
  await place.setDetection({ canary: CANARY });
  place.domain('shop.example', place.customer);
  await place.pass(1);
  place.says.only = { 'shop.example': 'blocked' };
  const check = () => call<{ status: number }>('wx_shield_detection/check', { address: 'shop.example' });
  await place.pass(2);
  for (let press = 0; press < 4; press += 1) expect((await check()).status).toBe(2);
  expect(await blocks()).toEqual([]);
  place.t.clock.set(new Date(place.t.clock.now() + 61_000));
  await check();
  expect(await blocks()).toMatchObject([{ state: 'open', shown: 'shop.example' }]);
});

// Whoever may set the policy is not whoever may ask inside.
test('a webhook at an address inside is asked by nobody, and the screen says why', async () => {
  for (const webhook_url of [
    'http://169.254.169.254/latest',
    'http://127.0.0.1:6009/',
    'http://[::ffff:10.0.0.1]/',
  ]) {
    await place.setPolicy({ webhook_url });
    expect(await call<object>('shield_push/test_webhook')).toEqual({
      is_sent: false,
      answer: 'internet_address_refused',
    });
  }
  expect(place.sent).toEqual([]);
});
