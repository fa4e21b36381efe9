import {
  type ObjectKind,
  ownBinding,
  ownCheck,
  ownDomain,
  ownFile,
  ownOrder,
  ownRecharge,
  ownRule,
  ownShieldHost,
  ownWatch,
  ownWithdrawal,
  stored,
} from './matrix-rows.ts';
import { addCode } from './world.ts';

const CODE: ObjectKind = {
  kind: 'owned',
  readAll: 'qr.code:read_all',
  collection: 'qr_code',
  make: async ({ owner }) => (await addCode(owner.api, { name: 'Of the matrix' })).id,
};
const BINNED_CODE: ObjectKind = {
  kind: 'owned',
  readAll: 'qr.code:read_all',
  collection: 'qr_code',
  make: async ({ owner }) => {
    const { id } = await addCode(owner.api, { name: 'Of the matrix' });
    await owner.api.call('qr_code_list/update_remove', { id, remove: 2 });
    return id;
  },
};
const CUSTOMER: ObjectKind = {
  kind: 'shared',
  reason:
    'the id is a customer’s; that an agent reaches the own subtree alone is tests/security/people-verbs',
};

/**
 * What the ids of each area are of, and of calls that are about something else than the rest of theirs. An area that is
 * missing here fails the matrix: say it for a new one.
 */
export const OBJECTS: Readonly<Record<string, ObjectKind>> = {
  qr_code_list: CODE,
  'qr_code_list/batch_restore': BINNED_CODE,
  'qr_code_list/batch_purge': BINNED_CODE,
  message: {
    kind: 'owned',
    // Nobody reads another one's inbox, not even a super administrator.
    readAll: undefined,
    collection: 'system_message',
    make: stored(() => ({
      ...{ title: 'Hello', content: 'Of the matrix', notify_status: 1 },
      ...{ send_time: new Date(), view_time: null },
    })),
  },
  sent_message: {
    kind: 'owned',
    readAll: 'system.sent_message:read_all',
    collection: 'system_sent_message',
    make: stored(() => ({
      ...{ title: 'Hello', content: 'Of the matrix', to: 'all', to_id: '', to_name: '', below: null },
      ...{ send_time: new Date(), finished_time: new Date(), taken_back_time: null, total: 1, cursor: '' },
      ...{ sent_count: 1, read_count: 0, taken_count: 0 },
    })),
  },
  message_recipient: {
    kind: 'shared',
    reason:
      'a look-up of names for who writes; that an agent finds the own people alone is tried beside the call',
  },
  api_key: {
    kind: 'owned',
    readAll: 'system.api_key:read_all',
    collection: 'system_api_key',
    make: stored((id) => ({
      ...{ hash: id, name: 'matrix', prefix: 'wp_matrix', scopes: [], expires_at: null },
      ...{ last_time: null, last_ip: null, revoke_time: null, revoke_reason: null },
    })),
  },
  own_session: {
    kind: 'owned',
    // On a person's own page; operators have calls of their own for it (user/end_access).
    readAll: undefined,
    collection: 'system_session',
    make: async ({ owner, collection }) => {
      const id = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
      const now = new Date();
      const facts = { ip: '203.0.113.9', user_agent: 'matrix', create_time: now, last_time: now };
      const expires_at = new Date(now.getTime() + 3_600_000);
      await collection.insertOne({ _id: id, account: owner.id, ...facts, expires_at } as never);
      return id;
    },
  },
  async_operations: {
    kind: 'owned',
    readAll: 'system.operation:read_all',
    collection: 'system_operation',
    // Over and failed: nothing runs it meanwhile.
    make: stored(() => ({
      ...{
        account: 'matrix',
        kind: 'qr.statistics_export',
        name: 'matrix',
        status: 3,
        error_code: 'internal',
      },
      ...{ done: 0, total: null, file_name: null, file_type: null, file_size: null, start_time: null },
      ...{ end_time: new Date(), expires_at: null, input: {}, locale: 'en-US', runner: null, beat: null },
      ...{ attempts: 0, is_cancelled: false },
      // Whoever has signed in could begin it: what repeating asks for is another test (operations).
      asks: { hasCode: false, isPersonal: false, reach: { isSuper: false, nodes: [] } },
    })),
  },
  administrator: {
    kind: 'shared',
    reason: 'operators are nobody’s; who stands above is another test (permissions)',
  },
  user: {
    kind: 'shared',
    reason:
      'customers are the installation’s; that an agent reaches the own subtree alone is tests/security/people-verbs',
  },
  qr_code_access: CODE,
  short_code: CODE,
  code_version: CODE,
  code_simulator: CODE,
  'group/assign': CODE,
  group: {
    kind: 'owned',
    readAll: 'qr.group:read_all',
    collection: 'qr_group',
    make: stored((id) => ({
      name: `Matrix ${id}`,
      access_mode: 1,
      visit_restriction: 1,
      visit_rules: [],
      remark: '',
    })),
  },
  internal_code_grouping: {
    kind: 'owned',
    readAll: 'qr.pool:read_all',
    collection: 'qr_pool',
    make: stored((id) => ({
      ...{ name: `Matrix ${id}`, level: 'empty', rotation_model: 1, fallback: null, remark: '' },
      ...{ alert_items: 0, alert_room: 20, item_number: 0, touched: 0, seen_taken: 0 },
    })),
  },
  print_batch: {
    kind: 'owned',
    readAll: 'qr.print_batch:read_all',
    collection: 'qr_print_batch',
    make: stored((id) => ({
      ...{ name: `Matrix ${id}`, size: 2, made: 1, claimed: 0, state: 'stopped' },
      ...{ has_claim_codes: false, group: null, remark: '' },
    })),
  },
  pool_item: {
    kind: 'owned',
    readAll: 'qr.pool_item:read_all',
    collection: 'qr_pool_item',
    make: stored((id) => ({
      ...{ pool: id, name: 'Of the matrix', target: { url: 'https://example.com/' }, kind: 'url' },
      ...{ capacity: null, expires_at: null, hours: [], state: 'on', remark: '', position: 1, round: 1 },
    })),
  },
  domain_list: {
    kind: 'owned',
    readAll: 'domain.domain:read_all',
    collection: 'domain_domain',
    make: stored((id) => ownDomain(id)),
  },
  we_chat_blocking_detection_configuration: {
    kind: 'shared',
    reason: 'providers of detections are the installation’s',
  },
  shield_push: { kind: 'shared', reason: 'blocks of domains are for those who run the platform' },
  wx_shield_detection: {
    kind: 'owned',
    readAll: 'wechat-shield.check:read_all',
    collection: 'wechat_shield_check',
    make: stored(ownCheck),
  },
  shield_host: {
    kind: 'owned',
    readAll: 'wechat-shield.host:read_all',
    collection: 'wechat_shield_host',
    make: stored(ownShieldHost),
  },
  telegram_bot_binding: {
    kind: 'owned',
    readAll: 'bot.binding:read_all',
    collection: 'bot_binding',
    make: ownBinding,
  },
  ...Object.fromEntries(
    ['give_back', 'assign', 'retire'].map((call): [string, ObjectKind] => [
      `domain_list/${call}`,
      {
        kind: 'owned',
        readAll: 'domain.domain:read_all',
        collection: 'domain_domain',
        make: stored((id) => ({ ...ownDomain(id), is_platform: true, state: 'proved' })),
      },
    ]),
  ),
  // Spares and take-overs are the installation's; what is done for a domain asks whose it is.
  hold_domain: {
    kind: 'shared',
    reason: 'the reserve is the installation’s; calls about a domain stand below',
  },
  take_over: {
    kind: 'shared',
    reason: 'take-overs are the installation’s; calls about a domain stand below',
  },
  ...Object.fromEntries(
    ['hold_domain/add', 'take_over/plan', 'take_over/begin'].map((path): [string, ObjectKind] => [
      path,
      {
        kind: 'owned',
        readAll: 'domain.domain:read_all',
        collection: 'domain_domain',
        make: stored((id) => ownDomain(id)),
      },
    ]),
  ),
  'hold_domain/keep': {
    kind: 'owned',
    // Whose codes would move is the owner's to say, whoever sees the domain.
    readAll: undefined,
    collection: 'domain_domain',
    make: stored((id) => ownDomain(id)),
  },
  domain_monitor: {
    kind: 'owned',
    readAll: 'domain.watch:read_all',
    collection: 'domain_watches',
    make: stored((id) => ownWatch(id)),
  },
  no_hijack: {
    kind: 'shared',
    reason: 'whether domains lead where they should is for those who run the platform',
  },
  hijack_check: { kind: 'shared', reason: 'checks of domains are for those who run the platform' },
  forward: {
    kind: 'owned',
    readAll: 'domain.forward:read_all',
    collection: 'domain_forward',
    make: stored((id) => ({
      ...{ domain: id, path: '/old', path_key: '/old', target: 'https://example.com/', status: 302 },
      ...{ keep_path: true, keep_query: true, position: 100, state: 'on' },
    })),
  },
  shield_configuration: {
    kind: 'owned',
    readAll: 'wechat-shield.rule:read_all',
    collection: 'wechat_shield_rule',
    make: stored((id) => ownRule(id)),
  },
  vip_combo: { kind: 'shared', reason: 'plans are the installation’s' },
  order: {
    kind: 'owned',
    readAll: 'wallet.order:read_all',
    collection: 'wallet_order',
    make: stored((id) => ownOrder(id)),
  },
  order_customer: {
    kind: 'shared',
    reason:
      'orders of an agent’s own customers; that no other agent finds one is plugins/wallet/orders/buy.test.ts',
  },
  user_customer: {
    kind: 'shared',
    reason:
      'an agent’s own customers; that no other agent finds one is plugins/wallet/screens/user_customer/user-customer.test.ts',
  },
  'short_qr_code_list/export': CODE,
  'short_qr_code_list/export_pictures': CODE,
  'qr_code_access/person_key': CUSTOMER,
  'qr_code_access/issue_person_key': CUSTOMER,
  'qr_code_access/revoke_person_key': CUSTOMER,
  account: { kind: 'shared', reason: 'a look-up of names for who may choose an owner' },
  role: {
    kind: 'shared',
    reason: 'roles are the installation’s; who may change which is tests/security/roles',
  },
  backup: { kind: 'shared', reason: 'backups are the installation’s' },
  mysql_lock: { kind: 'shared', reason: 'the database is the installation’s' },
  mysql_time_consuming: { kind: 'shared', reason: 'the database is the installation’s' },
  mail: { kind: 'shared', reason: 'letters are the installation’s' },
  plugins: { kind: 'shared', reason: 'plugins are the installation’s' },
  visit_block: {
    kind: 'owned',
    readAll: 'system.visit_block:read_all',
    collection: 'system_visit_block',
    make: stored((id) => ({ kind: 'page', value: `${id}.example`, reason: '', applies_to: 'own' })),
  },
  ip_black: { kind: 'shared', reason: 'what is kept out is kept out of the installation' },
  server_ip_black: { kind: 'shared', reason: 'servers and crawlers are those of the installation' },
  configuration: { kind: 'shared', reason: 'settings are the installation’s' },
  subscriber_config_default: { kind: 'shared', reason: 'settings are the installation’s' },
  log: { kind: 'shared', reason: 'the log is the installation’s; nobody owns what is recorded of them' },
  log_type: { kind: 'shared', reason: 'types are what plugins record' },
  url_key_platform: { kind: 'shared', reason: 'who makes short addresses is the installation’s' },
  pay_config: { kind: 'shared', reason: 'who tells of the chain is the installation’s' },
  pay_provider: { kind: 'shared', reason: 'who tells of the chain is the installation’s' },
  usdt_transaction_record: {
    kind: 'shared',
    reason: 'what is seen on the chain is the installation’s; who gets it is said by its row',
  },
  tron_transaction_summary: { kind: 'shared', reason: 'what the signer sends is the installation’s' },
  tron: { kind: 'shared', reason: 'accounts on the chain are the installation’s' },
  bill_closing: { kind: 'shared', reason: 'days are the installation’s' },
  balance_recharge: {
    kind: 'owned',
    // A payment is followed by whoever pays: operators have lists of their own.
    readAll: undefined,
    collection: 'wallet_order',
    make: ownRecharge,
  },
  withdrawal_list: {
    kind: 'owned',
    readAll: 'wallet.withdrawal:read_all',
    collection: 'wallet_withdrawal',
    make: stored((id) => ownWithdrawal(id)),
  },
  acting_withdrawal_list: {
    kind: 'owned',
    // Only whoever asked for it takes it back: who decides rejects it.
    readAll: undefined,
    collection: 'wallet_withdrawal',
    make: stored((id) => ownWithdrawal(id)),
  },
  language: { kind: 'shared', reason: 'languages are the installation’s' },
  language_word: { kind: 'shared', reason: 'words are said to everybody' },
  mall_brand: { kind: 'shared', reason: 'the catalogue is the installation’s' },
  mall_category: { kind: 'shared', reason: 'the catalogue is the installation’s' },
  mall_order: { kind: 'shared', reason: 'orders are of the installation’s catalogue' },
  mall_product: { kind: 'shared', reason: 'the catalogue is the installation’s' },
  rotation: { kind: 'shared', reason: 'what goes round on the home page is the installation’s' },
  rotation_type: { kind: 'shared', reason: 'kinds of it are the installation’s' },
  image_text: { kind: 'shared', reason: 'texts are the installation’s' },
  image_text_type: { kind: 'shared', reason: 'kinds of texts are the installation’s' },
  file: {
    kind: 'owned',
    readAll: 'system.file:read_all',
    collection: 'system_file',
    make: stored(ownFile),
  },
  image_configs: { kind: 'shared', reason: 'where files are kept is the installation’s' },
  server_list: { kind: 'shared', reason: 'machines are the installation’s' },
  script: { kind: 'shared', reason: 'scripts are the installation’s; each run is in the audit log' },
  script_run: { kind: 'shared', reason: 'what ran on machines is for whoever may read it' },
  home: { kind: 'shared', reason: 'what operators show to every customer: one text, one slide' },
  abuse_report: { kind: 'shared', reason: 'reports come from visitors to those who run the platform' },
};

/** What the ids of a call are of. */
export const objectOf = (path: string): ObjectKind | undefined =>
  OBJECTS[path] ?? OBJECTS[path.slice(0, path.indexOf('/'))];
