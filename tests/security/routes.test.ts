import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, apiOf } from '../api.ts';
import { fromPlugins } from '../of-plugins.ts';
import { zPluginRights } from './plugin-rights.ts';
import { openWorld, type RouteFacts, routesOf, type World } from './world.ts';

/** docs/http.md, "Calls without login": all of it. A call that is not there yet may come, another one may not. */
const PUBLIC = new Set([
  'security/challenge',
  'administrator/login',
  'administrator/register',
  'website_info/inquire',
  'language/inquire',
  'language/words',
  'pay_config/inquire',
  'url_key_platform/inquire',
  // Of it only what is shown.
  'mall_category/inquire',
  'password_link/details',
  'password_link/update',
  'qr_code_list/share_access',
  'qr_code_access/public_enquiry',
  'abuse_report/add',
  'abuse_report/follow',
  // Telegram, which proves itself, and whoever has forgotten the password.
  'telegram_webhook/receive',
  'telegram_password/send_link',
]);
/**
 * What calls on a right to read are called. A call that changes something stands on a right of its own: who may only look would
 * do it else. Those that note what the caller has seen, or put aside for themselves alone, are reading.
 */
const READING = new Set([
  ...[
    'inquire',
    'user_inquire',
    'details',
    'changes',
    'page',
    'preview',
    'text',
    'tree',
    'compare',
    'explain',
  ],
  ...['history', 'limits', 'state', 'health', 'overview', 'contributions', 'results', 'output', 'formats'],
  ...[
    'progress',
    'download',
    'export',
    'breakdown',
    'picture',
    'look',
    'kept_picture',
    'read',
    'totals',
    'receipt',
    'find',
  ],
  ...[
    'steps',
    'note_steps',
    'first_steps',
    'click',
    'role_choices',
    'scopes',
    'recipients',
    'settings',
    'list',
    'count',
    'asker',
  ],
  ...[
    'update-notify-status',
    'read_all',
    'switch',
    'verify_history',
    'rule_kinds',
    'usable_domains',
    'targets',
  ],
  ...[
    'qr_code_remove',
    'get_ip',
    'clearings',
    'about',
    'providers',
    'pages',
    'codes',
    'try',
    'facts',
    'refresh',
    'signer',
  ],
  ...[
    'ratio',
    'customers',
    'invitation',
    'own',
    'config',
    'refusals',
    'refused_visits',
    'hidden_rules',
    'offer',
    'statuses',
    'host_statuses',
    'labels',
  ],
]);
/** What each plugin says of its own rights. */
const RIGHTS = await fromPlugins('rights', 'rights', zPluginRights);
const heldBy = (role: 'customer' | 'agent' | 'administrator'): ReadonlySet<string> =>
  new Set(RIGHTS.flatMap((rights) => [...(rights.everyRole ?? []), ...(rights[role] ?? [])]));
/** What everyone who has signed in may do, whatever the role. */
const SIGNED_IN: ReadonlySet<string> = new Set(RIGHTS.flatMap(({ signedIn = [] }) => signedIn));

// Hundreds of calls at once, on a busy machine.
setDefaultTimeout(180_000);

let world: World;
let routes: RouteFacts[];
beforeAll(async () => {
  world = await openWorld();
  routes = await routesOf(world.product);
}, 180_000);

/** A field that no schema has: whoever may make the call learns 422, and nothing changes. */
let knocks = 0;
const knock = async (api: Api, path: string) => {
  knocks += 1;
  // From an address of its own: a public call has a limit for each, and this is not its test.
  const address = `10.77.${knocks >> 8}.${knocks & 255}`;
  return (await api.call(path, { no_such_field: 1 }, { 'x-forwarded-for': address })).status;
};

function expectedOf(route: RouteFacts, held: ReadonlySet<string> | 'everything' | 'nobody'): number {
  if (PUBLIC.has(route.path)) return 422;
  if (held === 'nobody') return 401;
  if (held === 'everything' || SIGNED_IN.has(route.path)) return 422;
  return held.has(route.permission ?? '') ? 422 : 403;
}

async function expectTable(api: Api, held: ReadonlySet<string> | 'everything' | 'nobody') {
  const found = await Promise.all(
    routes.map(async (route) => [route.path, await knock(api, route.path)] as const),
  );
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(routes.map((route) => [route.path, expectedOf(route, held)])),
  );
}

describe('Routes 8.2.1: a call that nobody guards would be anybody’s', () => {
  test('every call has a permission node or stands in the short lists of calls without one', () => {
    expect(routes.length).toBeGreaterThan(25);
    const open = routes.filter(({ permission }) => permission === undefined);
    const known = (isPublic: boolean) =>
      open.filter((route) => route.isPublic === isPublic).map(({ path }) => path);
    expect(known(true).filter((path) => !PUBLIC.has(path))).toEqual([]);
    expect(known(true)).toContain('administrator/login');
    expect(known(false).toSorted()).toEqual([...SIGNED_IN].toSorted());
    for (const { permission } of routes)
      if (permission !== undefined) expect(permission).toMatch(/^[a-z-]+\.[a-z_]+:[a-z_]+$/);
  });

  test('no call that changes something stands on a right to read', () => {
    const reading = routes.filter(({ permission }) => /:read(_all)?$/.test(permission ?? ''));
    expect(reading.length).toBeGreaterThan(100);
    expect(reading.map(({ path }) => path).filter((path) => !READING.has(path.split('/')[1] ?? ''))).toEqual(
      [],
    );
  });

  test('a stranger, a made-up token and a mangled header open the public calls only', async () => {
    const { origin } = world.product;
    await expectTable(apiOf(origin), 'nobody');
    await expectTable(apiOf(origin, 'A'.repeat(43)), 'nobody');
    await expectTable(apiOf(origin, `wp_${'A'.repeat(43)}`), 'nobody');
    const token = world.root.token as string;
    for (const authorization of [token, `Basic ${token}`, `Bearer ${token} x`, `Bearer "${token}"`, 'Bearer'])
      expect((await apiOf(origin).call('administrator/profile', {}, { authorization })).status).toBe(401);
  });

  test('a customer and an agent reach codes and their visits, never the people who run the platform', async () => {
    await expectTable(world.anna, heldBy('customer'));
    await expectTable(world.agent, heldBy('agent'));
  });

  test('an administrator reaches what the role names, the super administrator everything', async () => {
    await expectTable(world.operator, heldBy('administrator'));
    await expectTable(world.root, 'everything');
  });

  test('a stolen API key opens its scopes only, whoever owns it', async () => {
    await expectTable(world.readerKey, new Set(['qr.code:read']));
  });

  test('whatever could make money of nothing, or take it from somebody, asks for a code of the second factor', () => {
    const known = routes.filter(({ asksCode }) => asksCode).map(({ path }) => path);
    for (const path of [
      ...['add', 'update', 'remove'].map((call) => `pay_provider/${call}`),
      ...['make', 'import', 'watch', 'remove'].map((call) => `tron/${call}`),
      'approver_key/offer',
      ...['pay_config/update', 'usdt_transaction_record/resolve', 'order/refund'],
      ...['withdrawal_list/send_again', 'tron_transaction_summary/collect'],
      ...['user/edit_balance', 'own_account/close', 'telegram_bot_binding/make_link'],
    ])
      expect(known).toContain(path);
  });

  test('whatever makes operators, takes an account over or leads letters and backups away asks for a code', () => {
    const known = routes.filter(({ asksCode }) => asksCode).map(({ path }) => path);
    for (const path of [
      ...['add', 'update', 'enable', 'reset_password'].map((call) => `administrator/${call}`),
      ...['administrator', 'user'].flatMap((area) =>
        ['reset_second_factor', 'password_link', 'mail_password_link', 'move'].map(
          (call) => `${area}/${call}`,
        ),
      ),
      ...['change_role', 'reset_password'].map((call) => `user/${call}`),
      ...['add', 'update', 'remove', 'copy', 'make_default'].map((call) => `role/${call}`),
      ...['choose', 'enable', 'upload_begin'].map((call) => `plugins/${call}`),
      ...['backup/change_settings', 'mail/change_settings'],
    ])
      expect(known).toContain(path);
  });

  test('whatever runs programs elsewhere, ends work of the database or leads files and messages away asks for a code', () => {
    const known = routes.filter(({ asksCode }) => asksCode).map(({ path }) => path);
    for (const path of [
      ...['add', 'update', 'remove'].flatMap((call) => [`server_list/${call}`, `script/${call}`]),
      ...['server_list/confirm', 'script/run', 'mysql_lock/kill', 'telegram_bot/update'],
      ...['add', 'update', 'remove', 'move'].map((call) => `image_configs/${call}`),
    ])
      expect(known).toContain(path);
  });

  test('paths that are nearly a call are none', async () => {
    const { origin } = world.product;
    for (const path of [
      '/api/qr_code_list',
      '/api/qr_code_list/',
      '/api/qr_code_list/inquire/',
      '/api//qr_code_list/inquire',
      '/api/QR_CODE_LIST/inquire',
      '/api/qr_code_list/inquire%00',
      '/api/qr_code_list%2finquire',
      '/API/qr_code_list/inquire',
      '/api/constructor/toString',
      '/api/__proto__/x',
      '/api/qr_code_list/__proto__',
      '/api/qr_code_list/constructor',
    ]) {
      const answer = await fetch(origin + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.anna.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});
