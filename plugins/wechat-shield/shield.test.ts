import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused, type Person } from '@waypost/sdk/testing';
import { providerResource } from './screens/we_chat_blocking_detection_configuration/resource.ts';
import { checkResource } from './screens/wx_shield_detection/resource.ts';
import { type ShieldPlace, startShield } from './testing/start-shield.ts';

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
const CANARY = 'known.example';
const KEY = 'planted-s3cret/+';

let place: ShieldPlace;
beforeEach(async () => {
  place = await startShield();
});
afterEach(() => place?.t.dispose());

interface Done {
  id: string;
  status: number;
  votes: { name: string; status: number; fault: string; raw: string; counts: boolean }[];
}
const call = <T>(path: string, body: object = {}, as: Person = place.operator) =>
  place.t.call<T>(path, body, { as, locale: 'en-US' });
const check = (address: string, as?: Person) => call<Done>('wx_shield_detection/check', { address }, as);
const rows = <T>(path: string, as?: Person) =>
  call<{ content: T[] }>(path, {}, as).then(({ content }) => content);
async function refused(path: string, body: object, as?: Person): Promise<CallRefused> {
  const error = await call(path, body, as).catch((caught: unknown) => caught);
  if (error instanceof CallRefused) return error;
  throw new Error(`${path} was not refused`, { cause: error });
}
const blocks = () => rows<Record<string, unknown>>('shield_push/inquire');
const words = () => place.told.map((message) => message.words);

test('providers are asked as they were written down, and so many have to agree', async () => {
  for (const name of ['one', 'two', 'three']) await place.provider(name);
  await place.setDetection({ quorum: 2 });
  place.says.one = { 'shop.example': 'blocked' };
  expect((await check('shop.example')).status).toBe(1);
  place.says.two = { 'shop.example': 'blocked' };
  expect((await check('shop.example')).status).toBe(2);
  place.says.three = { 'shop.example': 'other' };
  const { status, votes, id } = await check('https://shop.example/menu?a=1');
  expect(status).toBe(2);
  expect(votes.map(({ name, status: said, fault }) => [name, said, fault])).toEqual([
    ['one', 2, ''],
    ['three', 4, 'unknown'],
    ['two', 2, ''],
  ]);
  const kept = await call<{ address: string; providers: string; votes: unknown[] }>(
    'wx_shield_detection/details',
    { id },
  );
  expect(kept).toMatchObject({ address: 'https://shop.example/menu?a=1', providers: 'one, three, two' });
  expect(place.sent.at(-1)?.url).toContain(encodeURIComponent('https://shop.example/menu?a=1'));
});

test('by POST the body carries what was written down, and a key stands in no row, answer, log or record', async () => {
  const id = await place.provider('echo', {
    endpoint: 'https://echo.example/ask',
    method: 'POST',
    body: '{"q":"{url}","h":"{host}","k":"{key}"}',
    headers: 'X-Key: {key}',
    key: KEY,
  });
  place.says.echo = async (request) =>
    Response.json({
      status: 'ok',
      sent: await request.text(),
      header: request.headers.get('x-key'),
      token: 'abc',
    });
  const { votes } = await check('shop.example');
  expect(place.sent.at(-1)?.body).toBe(
    JSON.stringify({ q: 'https://shop.example/', h: 'shop.example', k: KEY }),
  );
  expect(votes[0]).toMatchObject({ status: 1, raw: expect.stringContaining('***') });
  const seen = [
    ...[
      votes,
      await rows('we_chat_blocking_detection_configuration/inquire'),
      await place.t.audit(),
      place.t.log(),
    ],
    ...[await place.t.rows(providerResource).all(), await place.t.rows(checkResource).all()],
    await call('we_chat_blocking_detection_configuration/details', { id }),
  ];
  expect(JSON.stringify(seen)).not.toContain(KEY);
  expect(JSON.stringify(seen)).not.toContain('"abc"');
  // Whoever moves the endpoint elsewhere is not handed the key.
  const { version } = await call<{ version: number }>('we_chat_blocking_detection_configuration/details', {
    id,
  });
  const thief = { id, version, endpoint: 'https://thief.example/ask', body: '{url}{key}' };
  expect(await refused('we_chat_blocking_detection_configuration/update', thief)).toMatchObject({
    status: 422,
    errors: [{ path: 'key' }],
  });
});

test('a provider that calls everything blocked does not count, and operators are told so once', async () => {
  await place.provider('liar');
  await place.provider('honest');
  await place.setDetection({ canary: CANARY });
  expect((await check('shop.example')).status).toBe(1);
  place.says.liar = () => Response.json({ status: 'blocked' });
  // The proof is older than a minute: it is asked about the known good address first.
  await place.pass(2);
  const { status, votes } = await check('fine.example');
  expect(status).toBe(1);
  expect(votes.find(({ name }) => name === 'liar')).toMatchObject({ counts: false, fault: 'lies' });
  const questions = place.sent.length;
  await check('fine.example');
  // Whoever lies is not paid for more questions.
  expect(place.sent.slice(questions).map(({ to }) => to)).toEqual(['honest']);
  await place.pass(1);
  await place.pass(1);
  expect(words()).toEqual(['wechat-shield.provider.lies']);
  expect(await call('we_chat_blocking_detection_configuration/config')).toMatchObject({ providers_lying: 1 });
  place.says.liar = {};
  await place.pass(31);
  await check('fine.example');
  expect(await call('we_chat_blocking_detection_configuration/config')).toMatchObject({ providers_lying: 0 });
});

test('a block that one provider sees needs the proof that it knows the known good address', async () => {
  await place.provider('only');
  await place.setDetection({ canary: CANARY });
  place.says.only = { 'shop.example': 'blocked' };
  expect((await check('shop.example')).status).toBe(2);
  // It answers nothing of the known good one any more: what it says elsewhere counts no more.
  place.says.only = { 'shop.example': 'blocked', [CANARY]: 'other' };
  await place.pass(2);
  const { status, votes } = await check('shop.example');
  expect([status, votes[0]?.fault, votes[0]?.counts]).toEqual([4, 'unproved', false]);
});

test('limits hold: requests of a minute and a day, and what a day may cost', async () => {
  const id = await place.provider('dear', { per_minute: 2, cost: '0.5', daily_cap: '1.6' });
  expect((await check('a.example')).votes[0]?.fault).toBe('');
  expect((await check('a.example')).votes[0]?.fault).toBe('');
  expect((await check('a.example')).votes[0]?.fault).toBe('rate');
  await place.pass(1);
  expect((await check('a.example')).votes[0]?.fault).toBe('');
  expect((await check('a.example')).votes[0]?.fault).toBe('cap');
  expect(place.sent).toHaveLength(3);
  const row = await call('we_chat_blocking_detection_configuration/details', { id });
  expect(row).toMatchObject({ used_today: 3, cost_today: '1.5' });
  place.t.clock.set(new Date(place.t.clock.now() + DAY_MS));
  expect((await check('a.example')).votes[0]?.fault).toBe('');
});

test('what cannot be asked is refused when it is written', async () => {
  const add = (more: object) =>
    refused('we_chat_blocking_detection_configuration/add', {
      name: 'x',
      endpoint: 'https://x.example/?u={url}',
      normal_values: 'ok',
      blocked_values: 'no',
      ...more,
    });
  const at = async (more: object) => (await add(more)).errors.map(({ path }) => path);
  expect(await at({ endpoint: 'file:///etc/passwd?{url}' })).toEqual(['endpoint']);
  expect(await at({ endpoint: 'https://{host}.example/?u={url}' })).toEqual(['endpoint']);
  expect(await at({ endpoint: 'https://x.example/' })).toEqual(['endpoint']);
  expect(await at({ endpoint: 'https://x.example/?u={uri}{url}' })).toEqual(['endpoint']);
  expect(await at({ headers: 'Host: inner.example' })).toEqual(['headers']);
  expect(await at({ normal_values: '' })).toEqual(['normal_values']);
  expect(await at({ blocked_values: 'ok' })).toEqual(['blocked_values']);
  expect(await at({ cost: '-1' })).toEqual(['cost']);
  expect(
    await refused('we_chat_blocking_detection_configuration/update_config', {
      quorum: 2,
      interval_minutes: 30,
      canary: '',
      customer_checks: 1,
      history_days: 1,
      version: 0,
    }),
  ).toMatchObject({ status: 422, errors: [{ path: 'quorum' }] });
  // An address inside is refused when it is asked, whatever its name was when it was written.
  await place.provider('inner', { endpoint: 'http://169.254.169.254/?u={url}' });
  expect((await check('a.example')).votes[0]).toMatchObject({ status: 4, fault: 'refused' });
});

test('the test button asks once, and says how the provider stands', async () => {
  const id = await place.provider('tried', { key: 'key-of-tried', headers: 'X-Access: {key}' });
  const tried = (address: string) =>
    call<{ sent: string; vote: { status: number }; standing: string | null }>(
      'we_chat_blocking_detection_configuration/test',
      { id, address },
    );
  place.says.tried = { 'bad.example': 'blocked' };
  const first = await tried('bad.example');
  expect(first).toMatchObject({ vote: { status: 2 }, standing: null });
  expect(first.sent).toMatch(/^(GET|POST) http/);
  expect(first.sent).toContain('bad.example');
  expect(first.sent).toContain('x-access: ***');
  await place.setDetection({ canary: CANARY });
  expect(await tried('bad.example')).toMatchObject({ vote: { status: 2 }, standing: 'trusted' });
  place.says.tried = () => Response.json({ status: 'blocked' });
  expect(await tried('bad.example')).toMatchObject({ standing: 'lies' });
  expect((await place.t.audit()).filter(({ type }) => type === 'wechat-shield.provider.test')).toHaveLength(
    3,
  );
});

test('customers see and check what is theirs, so many times a day', async () => {
  await place.provider('one');
  await place.setDetection({ customer_checks: 2 });
  const own = place.domain('own.example', place.customer);
  const other = place.domain('other.example');
  await place.pass(1);
  const mine = await rows<{ shown: string }>('shield_host/inquire', place.customer);
  expect(mine.map(({ shown }) => shown)).toEqual(['own.example']);
  expect(await call('wx_shield_detection/statuses', { domains: [own, other] }, place.customer)).toEqual({
    [own]: expect.objectContaining({ status: 1 }),
  });
  expect(await refused('shield_host/check', { id: other }, place.customer)).toMatchObject({ status: 404 });
  await check('other.example', place.customer);
  expect((await call<Done>('shield_host/check', { id: own }, place.customer)).status).toBe(1);
  expect(await refused('wx_shield_detection/check', { address: 'x.example' }, place.customer)).toMatchObject({
    status: 429,
    code: 'wechat-shield.checks_used',
  });
  // What the schedule found of the own domain is in the own history, what it found of others' is not.
  const seen = await rows<{ address: string }>('wx_shield_detection/inquire', place.customer);
  expect(seen.map(({ address }) => address).sort()).toEqual(['other.example', 'own.example', 'own.example']);
  for (const path of [
    'we_chat_blocking_detection_configuration/inquire',
    'shield_push/inquire',
    'shield_push/config',
  ])
    expect([path, (await refused(path, {}, place.customer)).status]).toEqual([path, 403]);
});

test('a block is believed after two checks, told to owner and operators with the way to appeal, and lifted after two', async () => {
  await place.provider('one');
  await place.setPolicy({ appeal_link: 'https://appeal.example/form' });
  const id = place.domain('shop.example', place.customer);
  await place.pass(1);
  place.says.one = { 'shop.example': 'blocked' };
  await place.pass(31);
  expect(await blocks()).toEqual([]);
  await place.pass(1);
  expect(await blocks()).toMatchObject([
    { shown: 'shop.example', domain: id, state: 'open', codes: 'keep', frozen: 0, replacement: null },
  ]);
  await place.pass(1);
  expect(words().sort()).toEqual([
    'wechat-shield.push.blocked.operators.keep.appeal',
    'wechat-shield.push.blocked.owner.keep.appeal',
  ]);
  expect(place.told.every(({ params }) => params.appeal === 'https://appeal.example/form')).toBe(true);
  const [failing] = place.t.events.emitted('wechat-shield.failing');
  expect(failing?.payload).toMatchObject({ host: 'shop.example', policy: true, owner: place.customer.id });
  place.says.one = {};
  await place.pass(31);
  await place.pass(1);
  expect(await blocks()).toMatchObject([{ state: 'lifted' }]);
  expect(words().slice(2).sort()).toEqual([
    'wechat-shield.push.lifted.operators',
    'wechat-shield.push.lifted.owner',
  ]);
  expect(place.t.events.emitted('wechat-shield.working').at(-1)?.payload).toMatchObject({
    host: 'shop.example',
    policy: true,
  });
});

test('codes are frozen by policy, answer again where they stand elsewhere, and all of them once the block is over', async () => {
  await place.provider('one');
  expect(
    await refused('shield_push/update_config', {
      codes: 'freeze',
      reason: '',
      freeze_share: 20,
      tell_owner: true,
      tell_operators: true,
      appeal_link: '',
      webhook_url: '',
      webhook_secret: '',
      version: 0,
    }),
  ).toMatchObject({ status: 422, errors: [{ path: 'reason' }] });
  await place.setDetection({ canary: CANARY });
  await place.setPolicy({ codes: 'freeze', reason: 'Blocked in WeChat' });
  place.domain('shop.example', place.customer);
  for (const code of ['a', 'b', 'c']) place.codes.set(code, { host: 'shop.example', frozenFor: '' });
  place.codes.set('d', { host: 'else.example', frozenFor: '' });
  place.says.one = { 'shop.example': 'blocked' };
  await place.pass(1);
  await place.pass(2);
  const frozen = () => [...place.codes].filter(([, code]) => code.frozenFor !== '').map(([name]) => name);
  expect(frozen()).toEqual(['a', 'b', 'c']);
  // A spare has taken over one of them.
  place.codes.set('a', { host: 'spare.example', frozenFor: 'shop.example' });
  await place.pass(1);
  expect(frozen()).toEqual(['b', 'c']);
  const [block] = await blocks();
  expect(block).toMatchObject({ codes: 'freeze', frozen: 2 });
  await call('shield_push/set_codes', { id: block?.id, codes: 'keep' });
  await place.pass(1);
  expect(frozen()).toEqual([]);
  await call('shield_push/set_codes', { id: block?.id, codes: 'freeze', reason: 'Again' });
  await place.pass(1);
  expect(frozen()).toEqual(['b', 'c']);
  place.says.one = {};
  await place.pass(31);
  await place.pass(1);
  expect(frozen()).toEqual([]);
  expect(await refused('shield_push/set_codes', { id: block?.id, codes: 'keep' })).toMatchObject({
    status: 409,
    code: 'wechat-shield.push_over',
  });
});

test('a webhook is signed, tried again until it takes it, and told anew when somebody says so', async () => {
  await place.provider('one');
  await place.setPolicy({
    tell_owner: false,
    tell_operators: false,
    webhook_url: 'https://hook.example/in',
    webhook_secret: 'shared',
  });
  place.domain('shop.example');
  let status = 503;
  place.says.hook = () => new Response('', { status });
  place.says.one = { 'shop.example': 'blocked' };
  await place.pass(1);
  await place.pass(2);
  const hooks = () => place.sent.filter(({ to }) => to === 'hook');
  const [block] = await blocks();
  expect(block?.deliveries).toMatchObject([{ channel: 'webhook', state: 'waiting', answer: '503' }]);
  status = 204;
  await place.pass(6);
  const delivered = (await blocks())[0]?.deliveries as { key: string; state: string; tries: number }[];
  expect(delivered).toMatchObject([{ state: 'sent' }]);
  expect(hooks()).toHaveLength(delivered[0]?.tries ?? 0);
  const last = hooks().at(-1);
  const body = JSON.parse(last?.body ?? '{}') as { id: string; event: string; host: string };
  expect(body).toMatchObject({ id: delivered[0]?.key, event: 'wechat.blocked', host: 'shop.example' });
  const hmac = new Bun.CryptoHasher('sha256', 'shared').update(last?.body ?? '').digest('hex');
  expect(last?.headers.get('x-waypost-signature')).toBe(`sha256=${hmac}`);
  await call('shield_push/resend', { id: block?.id });
  await place.t.jobs.runWaiting();
  const again = (await blocks())[0]?.deliveries as { key: string; state: string }[];
  expect(again.map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect(again[1]?.key).not.toBe(again[0]?.key);
  expect(await call('shield_push/test_webhook')).toEqual({ is_sent: true, answer: '' });
  expect(
    JSON.stringify([await place.t.audit(), await call('shield_push/config'), place.t.log()]),
  ).not.toContain('"shared"');
  // Another server is not signed for with what somebody else has typed.
  const { has_webhook_secret: _has, ...set } = await call<Record<string, unknown>>('shield_push/config');
  const moved = { ...set, webhook_url: 'https://thief.example/', webhook_secret: '' };
  expect(await refused('shield_push/update_config', moved)).toMatchObject({
    errors: [{ path: 'webhook_secret' }],
  });
});

test('a domain that nobody has any more leaves nothing frozen, and its block is over', async () => {
  await place.provider('one');
  await place.setDetection({ canary: CANARY });
  await place.setPolicy({ codes: 'freeze', reason: 'Blocked' });
  place.domain('shop.example', place.customer);
  place.codes.set('a', { host: 'shop.example', frozenFor: '' });
  place.says.one = { 'shop.example': 'blocked' };
  await place.pass(1);
  await place.pass(2);
  expect(place.codes.get('a')?.frozenFor).toBe('shop.example');
  place.domains.length = 0;
  await place.pass(6);
  expect(await blocks()).toMatchObject([{ state: 'gone' }]);
  expect(place.codes.get('a')?.frozenFor).toBe('');
  expect(await rows('shield_host/inquire')).toEqual([]);
});

test('without the plugins of domains and codes it checks what it is asked, and nothing breaks', async () => {
  await place.t.dispose();
  place = await startShield({ domains: true, codes: true });
  await place.provider('one');
  await place.pass(2);
  expect((await check('shop.example')).status).toBe(1);
  expect(place.t.events.failures()).toEqual([]);
  await place.t.restart();
  expect(await rows('wx_shield_detection/inquire')).toHaveLength(1);
});

test('the history is kept as long as is set', async () => {
  await place.provider('one');
  await place.setDetection({ history_days: 1 });
  await check('a.example');
  place.t.clock.set(new Date(place.t.clock.now() + DAY_MS + 1_000));
  await place.t.jobs.run('tidy_checks');
  expect(await place.t.rows(checkResource).count()).toBe(0);
});
