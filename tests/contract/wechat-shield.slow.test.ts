import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { KNOWN_GOOD, SHOP, type ShieldPlace, SPARE, startShieldPlace, TARGET } from '../shield-place.ts';
import { until } from '../until.ts';

// The product and HTTP providers, each a process of its own: what providers do that they should not, and a block from its
// detection to a visit that works again.
setDefaultTimeout(180_000);
/** A provider's own time limit, and what the rest of a check may take on a busy machine. */
const CHECK_MS = 30_000;
const MEBIBYTE = 1_048_576;

let place: ShieldPlace;
beforeAll(async () => {
  place = await startShieldPlace();
  for (const name of ['one', 'two']) await place.provider(name);
  await place.setDetection({ canary: KNOWN_GOOD });
}, 240_000);
afterAll(() => place?.stop());
beforeEach(() => place.providers.forget());

interface Done {
  id: string;
  status: number;
  votes: { name: string; status: number; fault: string; raw: string; counts: boolean; ms: number }[];
}
const check = async (address: string) =>
  (await place.root.call<Done>('wx_shield_detection/check', { address })).content;
const voteOf = ({ votes }: Done, name: string) => votes.find((vote) => vote.name === name);

test('whatever one provider does, the check ends and the others are heard', async () => {
  const elsewhere = `${place.providers.origin}/ask/elsewhere`;
  for (const [does, fault, more] of [
    ['hang', 'timed_out', {}],
    ['huge', 'too_large', { bytes: 100_000_000 }],
    ['redirect', 'redirected', { to: elsewhere }],
    ['redirect', 'redirected', { to: 'http://169.254.169.254/' }],
    ['form', 'unreadable', {}],
    ['refuse', 'http_status', { status: 500 }],
  ] as const) {
    await place.providers.behave('one', does, more);
    const begin = performance.now();
    const done = await check('fine.example');
    expect([does, voteOf(done, 'one')?.fault, voteOf(done, 'one')?.status, done.status]).toEqual([
      does,
      fault,
      4,
      1,
    ]);
    expect(performance.now() - begin).toBeLessThan(CHECK_MS);
  }
  const { asked, sentBytes } = await place.providers.look();
  // Nobody but who was named is asked, and so nobody else is handed the key; of 100 MB hardly anything is taken.
  expect(asked.filter(({ name }) => name === 'elsewhere')).toEqual([]);
  expect(sentBytes).toBeLessThan(20 * MEBIBYTE);
  expect(new Set(asked.map(({ name, key }) => `${name} ${key}`))).toEqual(
    new Set(['one key-of-one', 'two key-of-two']),
  );
});

test('a key that a provider says back is in no answer and nowhere in the store', async () => {
  await place.providers.behave('one', 'echo');
  const done = await check('fine.example');
  expect(voteOf(done, 'one')).toMatchObject({ status: 1, raw: expect.stringContaining('***') });
  const kept = await place.root.call('wx_shield_detection/details', { id: done.id });
  const list = await place.root.call('we_chat_blocking_detection_configuration/inquire');
  expect(JSON.stringify([done, kept.body, list.body])).not.toContain('key-of-one');
});

test('one that calls everything blocked does not count, which operators are told, and its "blocked" blocks nothing', async () => {
  await place.providers.behave('one', 'all_blocked');
  const done = await check('fine.example');
  expect(done.status).toBe(1);
  expect(voteOf(done, 'one')).toMatchObject({ counts: false, fault: 'lies' });
  await place.follow();
  const told = () =>
    place.root.call<{ content: { title: string }[] }>('message/inquire', { page: 1, page_size: 50 });
  await until('operators are told', async () => {
    await place.follow();
    return /calls everything blocked|一切都判为/.test(JSON.stringify((await told()).body));
  });
  expect((await place.checkShop()).status).toBe(1);
});

test('a block: believed after two checks, codes frozen by policy, replaced by a person, and a visit that works', async () => {
  const { root, providers } = place;
  await place.setPolicy({
    codes: 'freeze',
    reason: 'Blocked in WeChat',
    appeal_link: 'https://appeal.example/',
    webhook_url: `${providers.origin}/hook/in`,
    webhook_secret: 'shared',
  });
  expect(await place.visit(SHOP)).toEqual({ status: 302, to: TARGET });
  await providers.block(SHOP);
  expect(await place.checkShop()).toMatchObject({ last_status: 2 });
  expect(await place.checkShop()).toMatchObject({ status: 2 });
  await until('its codes are frozen', async () => {
    await place.follow();
    return (await place.visit(SHOP)).status === 451;
  });
  type Block = { id: string; state: string; replacement: { state: string; to: string } | null };
  const block = async () => (await root.call<{ content: Block[] }>('shield_push/inquire')).content.content[0];
  await until('a person is offered to decide', async () => (await block())?.replacement?.state === 'offered');
  // Nothing moves by itself, however long it goes on.
  await place.follow();
  expect((await block())?.replacement).toMatchObject({ state: 'offered', to: '' });
  const { content: plan } = await root.call<{ spares: { id: string }[] }>('take_over/plan', {
    id: place.shop,
  });
  await root.call('take_over/begin', { id: place.shop, spare: plan.spares[0]?.id });
  await until('a visit works on the spare', async () => {
    await place.follow();
    return (await place.visit(SPARE)).to === TARGET;
  });
  expect((await block())?.replacement).toMatchObject({ to: SPARE });
  const hook = await until('the webhook has it', async () => {
    await place.follow();
    return (await providers.look()).hooks.find(({ path }) => path === 'in');
  });
  expect(JSON.parse(hook.body)).toMatchObject({ event: 'wechat.blocked', host: SHOP });
  const hmac = new Bun.CryptoHasher('sha256', 'shared').update(hook.body).digest('hex');
  expect(hook.signature).toBe(`sha256=${hmac}`);
  const inbox = await place.person.call('message/inquire', { page: 1, page_size: 20 });
  expect(JSON.stringify(inbox.body)).toContain('https://appeal.example/');
});

test('a rule for a group holds for codes from when they come into it until they leave or the group is gone', async () => {
  const { person, product } = place;
  const call = async <T>(path: string, body: object) => (await person.call<T>(path, body)).content;
  const group = (await call<{ id: string }>('group/add', { name: 'Branch 3' })).id;
  const targets = [{ url: TARGET }];
  const code = await call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'In a group',
    targets,
    jump_type: 6,
  });
  await call('shield_configuration/add', {
    name: 'Not here',
    kind: 'agent',
    patterns: ['group-visitor'],
    groups: [group],
  });
  const answers = async (status: number) => {
    await until(`visits are answered ${status}`, async () => {
      const headers = { 'user-agent': 'group-visitor' };
      const answer = await fetch(`${product.origin}/${code.short_code}`, { redirect: 'manual', headers });
      return answer.status === status;
    });
  };
  await answers(302);
  await call('group/assign', { ids: [code.id], group });
  await answers(403);
  await call('group/assign', { ids: [code.id], group: null });
  await answers(302);
  const { version } = await call<{ version: number }>('qr_code_list/details', { id: code.id });
  await call('qr_code_list/update', { id: code.id, version, group });
  await answers(403);
  await call('group/remove', { id: group });
  await answers(302);
});

test('either plugin is switched off and on: the other goes on, and what was known is there', async () => {
  const { root, person } = place;
  for (const id of ['domain', 'wechat-shield']) {
    expect((await root.call('plugins/disable', { id })).status).toBe(200);
    expect((await place.visit(SPARE)).to).toBe(TARGET);
    if (id === 'domain') {
      expect((await root.call('shield_push/inquire')).status).toBe(200);
      expect((await check('fine.example')).status).toBe(1);
    } else {
      expect((await root.call('shield_push/inquire')).status).toBe(404);
      expect((await person.call('domain_list/user_inquire')).status).toBe(200);
      expect((await root.call('take_over/inquire')).status).toBe(200);
    }
    expect((await root.call('plugins/enable', { id })).status).toBe(200);
  }
  const { content } = await root.call<{ content: { shown: string }[] }>('shield_push/inquire');
  expect(content.content.map(({ shown }) => shown)).toEqual([SHOP]);
  await place.providers.block(SHOP, false);
  expect(await place.checkShop()).toMatchObject({ last_status: 1 });
});
