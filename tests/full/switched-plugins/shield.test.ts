import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { KNOWN_GOOD, SHOP, type ShieldPlace, startShieldPlace, TARGET } from '../../shield-place.ts';
import { until } from '../../until.ts';
import { errorLines, startLoad } from './load.ts';

/**
 * The shield switched off and on while visitors come, in the middle of a detection and in the middle of a notice: visits go on by
 * what holds, each block and each notice is there once, and nothing is said in the log.
 */
setDefaultTimeout(400_000);
const ROUNDS = 3;
const SHIELD = 'wechat-shield';
/** How long a provider and the webhook let others wait: the switch comes meanwhile. */
const SLOW_MS = 1_200;
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15';

let place: ShieldPlace;
let plain: { id: string; short_code: string };
let rule: string;
beforeAll(async () => {
  place = await startShieldPlace();
  const { person, providers } = place;
  for (const name of ['one', 'two']) await place.provider(name, { timeout_seconds: 5 });
  await place.setDetection({ canary: KNOWN_GOOD, quorum: 2 });
  await place.setPolicy({
    codes: 'freeze',
    reason: 'Blocked in WeChat',
    webhook_url: `${providers.origin}/hook/in`,
    webhook_secret: 'shared',
  });
  const body = { name: 'Plain', targets: [{ url: 'https://plain.example/' }], jump_type: 6 };
  plain = (await person.call<{ id: string; short_code: string }>('qr_code_list/add', body)).content;
  const made = { name: 'No programs', kind: 'agent', patterns: ['Load*Tester'] };
  rule = (await person.call<{ id: string }>('shield_configuration/add', made)).content.id;
}, 240_000);
afterAll(() => place?.stop());

const turn = async (verb: 'disable' | 'enable') =>
  expect((await place.root.call(`plugins/${verb}`, { id: SHIELD })).status).toBe(200);
const lookedAt = async () => (await place.providers.look()).asked.filter(({ host }) => host === SHOP).length;
const notices = async () => (await place.providers.look()).hooks.filter(({ path }) => path === 'in');

interface Block {
  id: string;
  state: string;
  deliveries: { key: string; state: string; channel: string; kind: string }[];
}
const blocks = async () =>
  (await place.root.call<{ content: Block[] }>('shield_push/inquire', { page_size: 50 })).content.content;

/** Has it checked, switches the plugin off while providers are asked, and on again. */
async function switchWhileAsked(): Promise<void> {
  await place.providers.behave('one', 'slow', { ms: SLOW_MS });
  const before = await lookedAt();
  await until('a provider is asked', async () => {
    await place.hurry(place.shop);
    return (await lookedAt()) > before;
  });
  await turn('disable');
  await turn('enable');
  await place.providers.behave('one', 'honest');
}

/** Switches the plugin off while the webhook is being told, and on again. */
async function switchWhileTold(least: number): Promise<void> {
  await until('the webhook is being told', async () => {
    await place.follow();
    return (await notices()).length >= least;
  });
  await turn('disable');
  await turn('enable');
}

test('in the middle of detections and notices: visits by what holds, nothing lost or doubled, no error in the log', async () => {
  const { product, person, providers, code } = place;
  const load = startLoad(product);
  load.visit('a code on the domain', `/${code.short_code}`, { host: SHOP, 'user-agent': PHONE });
  load.visit('a code elsewhere', `/${plain.short_code}`, { 'user-agent': PHONE });
  load.visit('a visitor of the rule', `/${plain.short_code}`, { 'user-agent': 'load tester/1' });
  load.run('calls of codes', 150, async () =>
    String((await person.call('qr_code_list/user_inquire', { page_size: 5 })).status),
  );
  load.run('calls of domains', 150, async () =>
    String((await person.call('domain_list/user_inquire', { page_size: 5 })).status),
  );
  await providers.behave('in', 'slow', { ms: SLOW_MS });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await providers.block(SHOP);
    await switchWhileAsked();
    await until('the block is believed', async () => {
      await place.checkShop();
      return (await blocks()).some(({ state }) => state === 'open');
    });
    await switchWhileTold(2 * round - 1);
    await until('the code is frozen', async () => {
      await place.follow();
      return (await place.visit(SHOP)).status === 451;
    });
    await providers.block(SHOP, false);
    await switchWhileAsked();
    await until('the block is over', async () => {
      await place.checkShop();
      return (await blocks()).every(({ state }) => state === 'lifted');
    });
    await switchWhileTold(2 * round);
    await until('the code answers', async () => {
      await place.follow();
      return (await place.visit(SHOP)).to === TARGET;
    });
  }
  await until('everybody is told', async () => {
    await place.follow();
    return (await blocks()).every(({ deliveries }) => deliveries.every(({ state }) => state === 'sent'));
  });
  await load.stop();
  console.info(JSON.stringify(load.answers));

  // Visits go by what holds: by the domain's block, by the rule or past it, and nobody else's notice anything.
  expect(Object.keys(load.answers['a code on the domain'] ?? {}).sort()).toEqual(['451', TARGET]);
  expect(Object.keys(load.answers['a code elsewhere'] ?? {})).toEqual(['https://plain.example/']);
  expect(Object.keys(load.answers['a visitor of the rule'] ?? {}).sort()).toEqual([
    '403',
    'https://plain.example/',
  ]);
  expect(Object.keys(load.answers['calls of codes'] ?? {})).toEqual(['200']);
  expect(Object.keys(load.answers['calls of domains'] ?? {})).toEqual(['200']);

  // One block each time, told to each once, at each of its ends.
  const found = await blocks();
  expect(found.map(({ state }) => state)).toEqual(Array(ROUNDS).fill('lifted'));
  for (const { deliveries } of found)
    expect(deliveries.map(({ channel, kind }) => `${channel} ${kind}`).sort()).toEqual([
      ...['operators blocked', 'operators lifted', 'owner blocked', 'owner lifted'],
      ...['webhook blocked', 'webhook lifted'],
    ]);
  const ids = (await notices()).map(({ body }) => (JSON.parse(body) as { id: string }).id);
  expect([ids.length, new Set(ids).size]).toEqual([2 * ROUNDS, 2 * ROUNDS]);
  const inbox = await person.call<{ content: { title: string }[] }>('message/inquire', { page_size: 100 });
  const told = inbox.content.content.filter(({ title }) => title.includes(SHOP));
  expect(told).toHaveLength(2 * ROUNDS);

  // Each visit and each refusal is counted once.
  const counted = async ({ id }: { id: string }) =>
    (await person.call<{ view_number: number }>('qr_code_list/details', { id })).content.view_number;
  const led = load.times('a code elsewhere', 'https://plain.example/');
  const past = load.times('a visitor of the rule', 'https://plain.example/');
  await until('each visit is counted', async () => (await counted(plain)) === led + past, {
    explain: async () => `${await counted(plain)} of ${led + past}`,
  });
  const refused = async () =>
    (await person.call<{ total: number }>('shield_configuration/refusals', { id: rule })).content.total;
  const wanted = load.times('a visitor of the rule', '403');
  await until('each refusal is counted', async () => (await refused()) === wanted);
  expect(errorLines(product.output())).toEqual([]);
});
