import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { drained } from '../crash/wait.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { readUntil, until } from '../until.ts';

/** Rules about who may visit, from the form to the visitor, in a product that nobody else uses: its plugin is switched. */
setDefaultTimeout(240_000);

const WECHAT = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile MicroMessenger/8.0.40';
const ROUNDS = 5;
const VISITORS = 3;
const VISIT_EVERY_MS = 5;

let product: Product;
let root: Api;
let ada: Api;
let ben: Api;
let menu: { id: string; short_code: string };
let door: { id: string; short_code: string };
beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  ada = await signIn(
    product.origin,
    await createAccount(product, { account: 'ada.shield', role: 'customer' }),
  );
  ben = await signIn(
    product.origin,
    await createAccount(product, { account: 'ben.shield', role: 'customer' }),
  );
  const code = async (api: Api, name: string) => {
    const body = { name, targets: [{ url: `https://${name}.example/` }], jump_type: 6, open_log: 2 };
    return (await api.call<{ id: string; short_code: string }>('qr_code_list/add', body)).content;
  };
  menu = await code(ada, 'menu');
  door = await code(ben, 'door');
}, 240_000);
afterAll(() => product?.stop());

const visit = async ({ short_code }: { short_code: string }, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${product.origin}/${short_code}`, { redirect: 'manual', headers });
  await answer.body?.cancel();
  return answer.status;
};
const add = async (api: Api, fields: object) =>
  (await api.call<{ id: string }>('shield_configuration/add', { name: 'Rule', ...fields })).content.id;
const remove = (api: Api, id: string) => api.call('shield_configuration/remove', { id });

interface Refusals {
  total: number;
  days: { visits: number }[];
  codes: { code: string; visits: number }[];
}
/** What a rule has refused once so many are counted. */
const refusals = (api: Api, id: string, least: number) =>
  readUntil(
    async () => (await api.call<Refusals>('shield_configuration/refusals', { id })).content,
    ({ total }) => total >= least,
  );
const views = async (api: Api, { id }: { id: string }) =>
  (await api.call<{ view_number: number }>('qr_code_list/details', { id })).content.view_number;

test('kept visits say whom a rule would stop; once it is on it stops them, and each is counted once and is no visit', async () => {
  for (let at = 0; at < 6; at++)
    expect(await visit(menu, { 'user-agent': at % 3 === 0 ? WECHAT : 'curl/8' })).toBe(302);
  await until('the visits are counted', async () => (await views(ada, menu)) === 6);
  const id = await add(ada, { kind: 'wechat', matches: 'others', state: 'off' });
  const tried = async (body: object) =>
    (
      await ada.call<{
        visits: number;
        refused: number;
        rules: { visits: number; samples: { user_agent: string }[] }[];
      }>('shield_configuration/try', body)
    ).content;
  expect(await tried({})).toMatchObject({ visits: 6, refused: 0, rules: [] });
  const found = await tried({ has_off: true });
  expect(found).toMatchObject({ visits: 6, refused: 4, rules: [{ visits: 4 }] });
  expect(new Set(found.rules[0]?.samples.map(({ user_agent }) => user_agent))).toEqual(new Set(['curl/8']));
  expect(await visit(menu, { 'user-agent': 'curl/8' })).toBe(302);
  await ada.call('shield_configuration/update', { id, version: 1, state: 'on' });
  const answers = [await visit(menu), await visit(menu), await visit(menu, { 'user-agent': WECHAT })];
  expect(answers).toEqual([403, 403, 302]);
  // Nobody else's codes are asked.
  expect(await visit(door)).toBe(302);
  expect(await refusals(ada, id, 2)).toMatchObject({
    total: 2,
    days: [{ visits: 2 }],
    codes: [{ code: menu.id, visits: 2 }],
  });
  await until('the other visits are counted', async () => (await views(ada, menu)) === 8);
  await remove(ada, id);
  expect(await visit(menu)).toBe(302);
  await until('that one, too', async () => (await views(ada, menu)) === 9);
  await until('and the one of the other', async () => (await views(ben, door)) === 1);
});

const faultsOf = (answer: { body: unknown }) =>
  (answer.body as { errors?: { path: string }[] }).errors?.map(({ path }) => path);

test('no pattern stops visits, however cunning it and the visitor are, and what looks like an expression is text', async () => {
  // Each would be tried for ever by something that goes back: as many gaps as letters, and never the last one.
  const patterns = [...Array.from({ length: 19 }, (_, at) => `${'a*'.repeat(45)}b${at}`), '(a+)+$'];
  const id = await add(ada, { kind: 'agent', patterns });
  const evil = { 'user-agent': 'a'.repeat(8_000) };
  const begin = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => visit(at % 2 === 0 ? menu : door, evil)),
  );
  expect(new Set(answers)).toEqual(new Set([302]));
  // What goes back needs longer than the sun lasts; a busy machine some seconds.
  expect(performance.now() - begin).toBeLessThan(30_000);
  expect(await visit(menu, { 'user-agent': 'somebody (a+)+$ 1' })).toBe(403);
  expect(await visit(menu, { 'user-agent': 'aaaa' })).toBe(302);
  await remove(ada, id);
});

test('hour 25, a weekday that is none and other parameters beyond their limits are refused, of visit rules and of codes’ own', async () => {
  const hours = { kind: 'hours', from: 25 * 60, to: 10 };
  const rule = await ada.call('shield_configuration/add', { name: 'Late', ...hours });
  expect([rule.status, faultsOf(rule)]).toEqual([422, ['from']]);
  const { content } = await ada.call<{ version: number }>('qr_code_list/details', { id: menu.id });
  const given = async (kind: string, parameters: object) => {
    const visit_rules = [{ kind, parameters, action: { refuse: true } }];
    const answer = await ada.call('qr_code_list/update', {
      id: menu.id,
      version: content.version,
      visit_rules,
    });
    return [answer.status, faultsOf(answer)];
  };
  expect(await given('qr.hours', { from: 25 * 60, to: 10 })).toEqual([
    422,
    ['visit_rules.0.parameters.from'],
  ]);
  expect(await given('qr.weekdays', { days: [8] })).toEqual([422, ['visit_rules.0.parameters.days']]);
});

test('rules that would leave nobody are refused before they are saved, and visits go on', async () => {
  const id = await add(ada, { kind: 'wechat' });
  const refused = await ada.call('shield_configuration/add', {
    name: 'Rule',
    kind: 'wechat',
    matches: 'others',
  });
  expect([refused.status, faultsOf(refused)]).toEqual([422, ['may_refuse_all']]);
  expect([await visit(menu, { 'user-agent': 'curl/8' }), await visit(door)]).toEqual([302, 302]);
  await remove(ada, id);
});

test('the plugin is switched off and on while visitors come: its rules hold or are passed over, nobody else notices, and every refusal is counted once', async () => {
  const own = await add(ada, { kind: 'agent', patterns: ['Load*Tester'] });
  const all = await add(root, { kind: 'addresses', networks: ['203.0.113.0/24'], applies_to: 'all' });
  const seen: Record<string, Record<number, number>> = {};
  let isOver = false;
  const load = (kind: string, of: { short_code: string }, headers: Record<string, string>) => {
    const answers: Record<number, number> = {};
    seen[kind] = answers;
    const come = async () => {
      const status = await visit(of, headers);
      answers[status] = (answers[status] ?? 0) + 1;
      return status;
    };
    const visitors = Array.from({ length: VISITORS }, async () => {
      while (!isOver) {
        await come();
        await Bun.sleep(VISIT_EVERY_MS);
      }
    });
    return { come, visitors };
  };
  // Of the tests before some may still be on their way into the sums.
  await withStore(product, (database) => drained(database, product));
  const before = { menu: await views(ada, menu), door: await views(ben, door) };
  const underRule = load('ruled by the owner', menu, { 'user-agent': 'load tester/1' });
  const running = [
    underRule,
    load('free', menu, { 'user-agent': 'somebody' }),
    load('somebody else’s', door, { 'user-agent': 'load tester/1' }),
  ].flatMap(({ visitors }) => visitors);
  const sum = () => Object.values(seen).reduce((total, one) => total + (one[302] ?? 0) + (one[403] ?? 0), 0);
  for (let round = 0; round < ROUNDS; round++)
    for (const verb of ['disable', 'enable']) {
      expect((await root.call(`plugins/${verb}`, { id: 'wechat-shield' })).status).toBe(200);
      const asked = sum();
      await until('visitors come meanwhile', () => sum() > asked + 4 * VISITORS);
      // Off, its calls are gone and nobody else's are.
      const { status } = await ada.call('shield_configuration/inquire', {});
      expect(status).toBe(verb === 'disable' ? 404 : 200);
      expect((await ada.call('qr_code_list/user_inquire', {})).status).toBe(200);
      // The rules of a code have kinds of their own: without the plugin their section is not empty.
      const { content } = await ada.call<{ kinds: unknown[] }>('qr_code_list/rule_kinds', {});
      expect(content.kinds.length).toBeGreaterThan(5);
      // The switch is told to visits by the change feed: from then on this is what holds.
      const wanted = verb === 'disable' ? 302 : 403;
      await until('visits go by the switch', async () => (await underRule.come()) === wanted);
    }
  isOver = true;
  await Promise.all(running);
  const { free, 'ruled by the owner': ruled, 'somebody else’s': others } = seen;
  expect(Object.keys(free ?? {})).toEqual(['302']);
  expect(Object.keys(others ?? {})).toEqual(['302']);
  expect(Object.keys(ruled ?? {}).sort()).toEqual(['302', '403']);
  const counted = await refusals(ada, own, ruled?.[403] ?? 0);
  expect(counted.total).toBe(ruled?.[403] ?? 0);
  const led = (free?.[302] ?? 0) + (ruled?.[302] ?? 0);
  await withStore(product, (database) => drained(database, product));
  const menuViews = await readUntil(
    () => views(ada, menu),
    (count) => count - before.menu >= led,
    10_000,
  );
  expect(menuViews - before.menu).toBe(led);
  expect((await views(ben, door)) - before.door).toBe(others?.[302] ?? 0);
  await remove(ada, own);
  await remove(root, all);
});
