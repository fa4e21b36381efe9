import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { type DomainPlace, startDomainPlace } from '../domain-place.ts';
import { until } from '../until.ts';

/**
 * The plugin of the domains, and that of the codes, switched off and on again while visitors come and people work: whoever has
 * nothing to do with it does not notice, and what the others lose is what docs/product.md says.
 */
setDefaultTimeout(240_000);

const ROUNDS = 6;
/** Visitors at once, how long they and people wait between two calls: an account has so many a minute. */
const VISITORS = 4;
const VISIT_EVERY_MS = 10;
const WORK_EVERY_MS = 150;
const HOST = 'shop.example.com';

let place: DomainPlace;
let root: Api;
let ada: Api;
let own: { id: string; short_code: string };
let plain: { id: string; short_code: string };
let domain: string;
beforeAll(async () => {
  place = await startDomainPlace();
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  const customer = await createAccount(product, { account: 'ada.switches', role: 'customer' });
  ada = await signIn(product.origin, customer);
  domain = (await ada.call<{ id: string }>('domain_list/add', { name: HOST })).content.id;
  const { txt_name, txt_value } = (
    await ada.call<{ txt_name: string; txt_value: string }>('domain_list/details', { id: domain })
  ).content;
  await place.publish(`${txt_name}. TXT "${txt_value}"`);
  expect((await ada.call('domain_list/check', { id: domain })).content).toMatchObject({ state: 'proved' });
  const code = async (name: string, more: object = {}) => {
    const targets = [{ url: `https://${name}.example.net/` }];
    const body = { name, targets, jump_type: 6, ...more };
    return (await ada.call<{ id: string; short_code: string }>('qr_code_list/add', body)).content;
  };
  own = await code('own', { entry_domain: HOST });
  plain = await code('plain');
  await ada.call('forward/add', { domain, path: '/old/*', target: 'https://new.example.net/' });
}, 240_000);
afterAll(() => place?.product.stop());

/** What was answered, how often: a status, or where a visitor was led. */
type Answers = Record<string, number>;
const count = (answers: Answers, answer: string) => {
  answers[answer] = (answers[answer] ?? 0) + 1;
};

/** Visits and calls from all sides until `stop`; each kind keeps what it was answered. */
function startLoad(calls: Record<string, () => Promise<{ status: number }>>) {
  const { origin } = place.product;
  let isOver = false;
  const answers: Record<string, Answers> = {};
  const running: Promise<void>[] = [];
  /** How many ask at once, by what they ask. */
  const askers: Record<string, number> = {};
  const run = (kind: string, pauseMs: number, ask: () => Promise<string>) => {
    const own: Answers = {};
    answers[kind] ??= own;
    const all = answers[kind];
    askers[kind] = (askers[kind] ?? 0) + 1;
    running.push(
      (async () => {
        while (!isOver) {
          count(all, await ask().catch((error: Error) => `failed: ${error.message}`));
          await Bun.sleep(pauseMs);
        }
      })(),
    );
  };
  const visit = (kind: string, path: string, host?: string) => {
    for (let visitor = 0; visitor < VISITORS; visitor += 1)
      run(kind, VISIT_EVERY_MS, async () => {
        const headers = host === undefined ? {} : { host };
        const answer = await fetch(`${origin}${path}`, { redirect: 'manual', headers });
        return answer.headers.get('location') ?? String(answer.status);
      });
  };
  visit('a code elsewhere', `/${plain.short_code}`);
  visit('a code on a domain', `/${own.short_code}`, HOST);
  visit('a forward', '/old/a', HOST);
  for (const [kind, call] of Object.entries(calls))
    run(kind, WORK_EVERY_MS, async () => String((await call()).status));
  const answeredSoFar = (kind: string) =>
    Object.values(answers[kind] ?? {}).reduce((sum, times) => sum + times, 0);
  return {
    answers,
    /** Until each kind has been answered what it asked after this: one question of each asker may be older. */
    async answeredAnew() {
      const wanted = Object.entries(askers).map(
        ([kind, many]) => [kind, answeredSoFar(kind) + many] as const,
      );
      await until('everybody is answered anew', () =>
        wanted.every(([kind, old]) => answeredSoFar(kind) > old),
      );
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
      return answers;
    },
  };
}

async function toggle(id: string, load: ReturnType<typeof startLoad>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const verb of ['disable', 'enable']) {
      expect((await root.call(`plugins/${verb}`, { id })).status).toBe(200);
      await load.answeredAnew();
    }
}

const views = async ({ id }: { id: string }) =>
  (await ada.call<{ view_number: number }>('qr_code_list/details', { id })).content.view_number;
async function countedAtLeast(code: { id: string }, wanted: number): Promise<number> {
  for (let tries = 0; (await views(code)) < wanted && tries < 300; tries += 1) await Bun.sleep(100);
  // Nothing comes on top.
  await Bun.sleep(1_500);
  return views(code);
}

/** Its own calls are there or not; one that is under way in the very moment may be told that it lacks the right, which is gone with the plugin. */
function expectOwn(answers: Answers = {}): void {
  expect(answers).toMatchObject({ 200: expect.any(Number), 404: expect.any(Number) });
  expect(Object.keys(answers).filter((answer) => !['200', '403', '404'].includes(answer))).toEqual([]);
}

const system = () => ada.call('administrator/profile');
const ofCodes = () => ada.call('qr_code_list/user_inquire', { page_size: 5 });
const ofDomains = () => ada.call('domain_list/user_inquire', { page_size: 5 });

test('domains off and on: codes go on, also on domains, each visit once; forwards and own calls alone are missing meanwhile', async () => {
  const before = { own: await views(own), plain: await views(plain) };
  const load = startLoad({
    'calls of codes': ofCodes,
    'calls of the system': system,
    'own calls': ofDomains,
  });
  await toggle('domain', load);
  const answers = await load.stop();
  const led = { own: 'https://own.example.net/', plain: 'https://plain.example.net/' };
  expect(Object.keys(answers['a code elsewhere'] ?? {})).toEqual([led.plain]);
  expect(Object.keys(answers['a code on a domain'] ?? {})).toEqual([led.own]);
  expect(Object.keys(answers['calls of codes'] ?? {})).toEqual(['200']);
  expect(Object.keys(answers['calls of the system'] ?? {})).toEqual(['200']);
  // Both were seen, and nothing else: no fault of the server, no answer of somebody else.
  expect(Object.keys(answers['a forward'] ?? {}).toSorted()).toEqual(['404', 'https://new.example.net/a']);
  expectOwn(answers['own calls']);
  for (const [name, code] of Object.entries({ own, plain })) {
    const kind = name === 'own' ? 'a code on a domain' : 'a code elsewhere';
    const answered = answers[kind]?.[led[name as 'own' | 'plain']] ?? 0;
    expect(answered).toBeGreaterThan(50);
    const wanted = before[name as 'own' | 'plain'] + answered;
    expect([name, await countedAtLeast(code, wanted)]).toEqual([name, wanted]);
  }
  console.info(JSON.stringify(answers));
});

test('codes off and on: domains and their forwards do not notice, and visits of codes are led or told nothing', async () => {
  const load = startLoad({
    'calls of domains': ofDomains,
    'calls of the system': system,
    'own calls': ofCodes,
  });
  await toggle('qr', load);
  const answers = await load.stop();
  expect(Object.keys(answers['a forward'] ?? {})).toEqual(['https://new.example.net/a']);
  expect(Object.keys(answers['calls of domains'] ?? {})).toEqual(['200']);
  expect(Object.keys(answers['calls of the system'] ?? {})).toEqual(['200']);
  expectOwn(answers['own calls']);
  for (const [kind, target] of [
    ['a code elsewhere', 'https://plain.example.net/'],
    ['a code on a domain', 'https://own.example.net/'],
  ] as const)
    expect(Object.keys(answers[kind] ?? {}).toSorted()).toEqual(['404', target]);
  // As if nothing had been.
  expect((await ada.call('domain_list/details', { id: domain })).content).toMatchObject({
    state: 'proved',
    code_number: 1,
    printed_number: 1,
  });
  console.info(JSON.stringify(answers));
});
