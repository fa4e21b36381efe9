import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, apiOf } from '../api.ts';
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
/** What everyone who has signed in may do, whatever the role. */
const SIGNED_IN = new Set([
  'administrator/logout',
  'administrator/profile',
  'menu/tree',
  'palette/inquire',
  'picture/read',
  // What operators show to every customer.
  'mall_product/recommended',
  'update_password/update',
  ...['inquire', 'begin', 'confirm', 'renew_codes', 'turn_off'].map((call) => `second_factor/${call}`),
  ...['inquire', 'end', 'end_others', 'end_all'].map((call) => `own_session/${call}`),
  ...['closing', 'close', 'export'].map((call) => `own_account/${call}`),
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
  ...['ratio', 'customers', 'invitation', 'own', 'config', 'refusals', 'offer', 'statuses', 'host_statuses'],
]);
const EVERY_ROLE = [
  ...['read', 'create', 'update', 'delete', 'test'].map((verb) => `bot.binding:${verb}`),
  ...['read', 'create', 'update', 'check', 'release', 'apply', 'replace'].map(
    (verb) => `domain.domain:${verb}`,
  ),
  'domain.spare:keep_spare',
  ...['read', 'check'].map((verb) => `domain.watch:${verb}`),
  ...['read', 'move'].map((verb) => `domain.homeless:${verb}`),
  ...['read', 'create', 'update', 'delete'].map((verb) => `domain.forward:${verb}`),
  ...['read', 'create', 'update', 'delete'].map((verb) => `wechat-shield.rule:${verb}`),
  ...['read', 'export'].map((verb) => `domain.resolution:${verb}`),
  ...[
    'qr.code:read',
    'qr.code:create',
    'qr.code:update',
    'qr.code:delete',
    'qr.code:simulate',
    ...['read', 'create', 'update', 'delete'].map((verb) => `qr.group:${verb}`),
    ...['read', 'create', 'update', 'delete', 'export'].map((verb) => `qr.pool:${verb}`),
    ...['read', 'create', 'update', 'delete', 'renew'].map((verb) => `qr.pool_item:${verb}`),
    ...['read', 'create', 'update', 'export', 'claim'].map((verb) => `qr.print_batch:${verb}`),
    'qr.short_code:regenerate',
    'qr.short_link:import',
    'qr.short_link:export',
    'qr.batch_query:export',
    'qr.visit:read',
    'qr.visit:export',
    'qr.visit:clear',
    'qr.visit:erase',
  ],
  ...['wechat-shield.check:read', 'wechat-shield.check:create', 'wechat-shield.host:read'],
  ...['system.message:read', 'system.message:delete'],
  ...['read', 'delete', 'cancel', 'retry', 'export'].map((verb) => `system.operation:${verb}`),
  ...['read', 'create', 'revoke'].map((verb) => `system.api_key:${verb}`),
  ...['read', 'create', 'update', 'delete'].map((verb) => `system.visit_block:${verb}`),
];
const CUSTOMER = [
  ...EVERY_ROLE,
  'system.home:read',
  ...['wallet.purchase:read', 'wallet.purchase:buy', 'wallet.order:read', 'wallet.own_order:cancel'],
  ...['wallet.recharge:read', 'wallet.recharge:create', 'wallet.bill:read', 'wallet.bill:export'],
];
/** An agent sees and makes the own customers; what else is done with one an operator's role is given. */
const AGENT = [
  ...CUSTOMER,
  'wallet.customer_order:read',
  ...['wallet.withdrawal:read', 'wallet.own_withdrawal:ask'],
  ...['wallet.share:read', 'wallet.customer:read', 'wallet.customer:top_up'],
  ...['read', 'export'].flatMap((verb) => [`wallet.agent_day:${verb}`, `wallet.agent_history:${verb}`]),
  ...['read', 'create', 'update'].map((verb) => `system.user:${verb}`),
];
const ADMINISTRATOR = [
  ...EVERY_ROLE,
  ...['wechat-shield.check:read_all', 'wechat-shield.host:read_all'],
  ...['read', 'create', 'update', 'delete', 'test'].map((verb) => `wechat-shield.provider:${verb}`),
  ...['read', 'update', 'resend'].map((verb) => `wechat-shield.push:${verb}`),
  ...['bot.binding:read_all', 'bot.settings:read', 'bot.settings:update', 'bot.message:read'],
  'system.home_admin:read',
  ...['read', 'create', 'update', 'delete'].map((verb) => `wallet.plan:${verb}`),
  ...['read', 'create', 'update', 'delete', 'test'].map((verb) => `wallet.provider:${verb}`),
  ...['wallet.pay_config:read', 'wallet.pay_config:update'],
  ...['wallet.transfer:read', 'wallet.transfer:resolve', 'wallet.order:refund'],
  ...['wallet.closing:read', 'wallet.closing:close', 'wallet.sending:read', 'wallet.sending:collect'],
  ...['read', 'create', 'update', 'delete'].map((verb) => `wallet.tron:${verb}`),
  ...['read', 'read_all', 'approve', 'reject', 'pay'].map((verb) => `wallet.withdrawal:${verb}`),
  ...['read', 'read_all', 'export'].map((verb) => `wallet.bill:${verb}`),
  ...['wallet.share:read', 'wallet.share:read_all'],
  ...['read', 'read_all', 'export'].flatMap((verb) => [
    `wallet.agent_day:${verb}`,
    `wallet.agent_history:${verb}`,
  ]),
  ...['wallet.order:read', 'wallet.order:read_all', 'wallet.membership:read', 'wallet.membership:give'],
  'system.operation:read_all',
  'system.api_key:read_all',
  'system.visit_block:read_all',
  'qr.group:read_all',
  'qr.pool:read_all',
  'qr.pool_item:read_all',
  'qr.print_batch:read_all',
  'domain.domain:read_all',
  'domain.watch:read_all',
  'domain.forward:read_all',
  'wechat-shield.rule:read_all',
  'domain.homeless:read_all',
  ...['read', 'check', 'accept'].map((verb) => `domain.hijack:${verb}`),
  'domain.hijack_check:read',
  ...['add', 'assign', 'retire'].map((verb) => `domain.platform:${verb}`),
  ...['read', 'add_spare', 'remove_spare', 'arrange_spares'].map((verb) => `domain.spare:${verb}`),
  ...['read', 'take_over', 'go_back', 'stop_take_over'].map((verb) => `domain.take_over:${verb}`),
  'qr.abuse_report:read',
  'qr.abuse_report:update',
  ...['read', 'export'].flatMap((verb) => [`qr.address:${verb}`, `qr.visit_summary:${verb}`]),
  'qr.code_admin:freeze',
  'qr.code_admin:change_owner',
  'qr.code_admin:card_key',
  ...['read', 'create', 'update', 'delete', 'test'].map((verb) => `qr.url_key_platform:${verb}`),
  ...['read', 'export'].map((verb) => `qr.count_reconciliation:${verb}`),
  'system.account:read',
  ...['read', 'read_all', 'send', 'take_back'].map((verb) => `system.sent_message:${verb}`),
  ...['create', 'delete', 'read'].map((verb) => `system.language:${verb}`),
  ...['read', 'update'].map((verb) => `system.language_word:${verb}`),
  ...['read', 'create', 'update', 'delete', 'arrange'].map((verb) => `system.role:${verb}`),
  'system.language:update',
  ...['read', 'create', 'update', 'delete', 'disable', 'enable', 'reset_password'].map(
    (verb) => `system.administrator:${verb}`,
  ),
  ...['access', 'bill', 'edit_balance', 'history', 'move', 'password_link', 'reset_second_factor'].map(
    (verb) => `system.administrator:${verb}`,
  ),
  ...['read', 'read_all', 'create', 'update'].map((verb) => `system.user:${verb}`),
  ...['export', 'disable', 'enable', 'reset_password', 'password_link', 'move', 'change_role', 'act_as'].map(
    (verb) => `system.user_admin:${verb}`,
  ),
  ...['access', 'bill', 'edit_balance', 'history', 'reset_second_factor'].map(
    (verb) => `system.user_admin:${verb}`,
  ),
  'system.configuration:update',
  'system.home_page_config:update',
  ...['rotation', 'rotation_type', 'image_text', 'image_text_type'].flatMap((noun) =>
    ['read', 'create', 'update', 'delete'].map((verb) => `system.${noun}:${verb}`),
  ),
  'system.picture:create',
  ...['read', 'update'].map((verb) => `system.image_config:${verb}`),
  ...['read', 'read_all', 'create', 'delete'].map((verb) => `system.file:${verb}`),
  'system.js_config:update',
  'system.subscriber_config_default:update',
  ...['read', 'create', 'update', 'delete', 'export'].map((verb) => `system.ip_black:${verb}`),
  ...['read', 'create', 'update', 'delete', 'export'].map((verb) => `system.server_ip_black:${verb}`),
  // Switches and settings; who brings code onto the server must be a super administrator.
  ...['read', 'export', 'verify'].map((verb) => `system.log:${verb}`),
  'system.log_type:read',
  'system.log_config:update',
  ...['read', 'kill'].map((verb) => `system.database_work:${verb}`),
  ...['read', 'update', 'empty', 'export'].map((verb) => `system.slow_operation:${verb}`),
  ...['category', 'brand', 'product', 'order', 'order_day', 'picture'].flatMap((noun) =>
    ['read', 'create', 'update', 'delete', 'import', 'export', 'cancel'].map(
      (verb) => `mall.${noun}:${verb}`,
    ),
  ),
  'system.plugin:read',
  'system.plugin:update',
];

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
    await expectTable(world.anna, new Set(CUSTOMER));
    await expectTable(world.agent, new Set(AGENT));
  });

  test('an administrator reaches what the role names, the super administrator everything', async () => {
    await expectTable(world.operator, new Set(ADMINISTRATOR));
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
