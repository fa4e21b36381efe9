import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import { fileFor, fromPlugins, joined } from '../of-plugins.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { zPluginCodes } from './plugin-codes.ts';
import { openWorld, type RouteFacts, routesOf, type World } from './world.ts';

setDefaultTimeout(120_000);
let world: World;
let routes: RouteFacts[];
beforeAll(async () => {
  world = await openWorld();
  routes = await routesOf(world.product);
});

/** What each plugin says of its own calls; calls without a right are the person's own. */
const CODES = await fromPlugins('calls-without-code', 'codes', zPluginCodes);
const WITHOUT_CODE = joined(CODES.map(({ without }) => without));
const READING = /:(read|read_all|export|verify|empty)$/;
/** The person's own, and what strangers do with accounts. */
const OWN = new Set(CODES.flatMap(({ own = [] }) => own));

const writes = ({ path, permission }: RouteFacts) =>
  permission === undefined
    ? OWN.has(path.split('/')[0] ?? '') && !path.endsWith('/export')
    : CODES.some(({ subjects }) => subjects.test(permission)) && !READING.test(permission);

test('each call that could lead to rights, keys or money asks for a code, or says why it does not', () => {
  const writing = routes.filter(writes);
  expect(writing.length).toBeGreaterThan(100);
  const silent = writing.filter(({ asksCode, path }) => !asksCode && !(path in WITHOUT_CODE));
  expect(
    silent.map(
      ({ path, permission }) =>
        `${path} ${permission ?? ''}: ask for a code, or say why not in ${fileFor(path, 'calls-without-code')}`,
    ),
  ).toEqual([]);
  // What asks needs no reason, and what is gone keeps none.
  const reasoned = new Set(routes.filter(({ asksCode }) => !asksCode).map(({ path }) => path));
  expect(Object.keys(WITHOUT_CODE).filter((path) => !reasoned.has(path))).toEqual([]);
});

test('a stolen session of an operator with a second factor makes no key, gives no plan and changes no settings', async () => {
  const account = await createAccount(world.product, { account: 'codes.super', role: 'super' });
  const api = await signIn(world.product.origin, account);
  const codeOf = await giveSecondFactor(api, account.password);
  const asked = [
    ['api_key/add', { name: 'Stolen' }],
    ['membership/give', { account: 'a'.repeat(24), days: 1, remark: 'x', key: 'k'.repeat(16) }],
    ['configuration/update', { version: 0, public_url: 'https://thief.example' }],
    ['subscriber_config_default/change_default_password', {}],
    ['vip_combo/remove', { id: 'a'.repeat(24) }],
  ] as const;
  for (const [path, body] of asked) {
    const { status, body: answer } = await api.call(path, body);
    expect([path, status, answer]).toMatchObject([path, 403, { code: 'second_factor_required' }]);
  }
  const added = await api.call('api_key/add', { name: 'Own' }, { 'x-second-factor': codeOf(1) });
  expect(added.status).toBe(200);
});
