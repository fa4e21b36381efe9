import { type PluginMatrix, stored } from '../../../tests/security/plugin-matrix.ts';

/** A stored file; its bytes are nowhere. */
const ownFile = (id: string) => ({
  name: 'matrix.pdf',
  kind: 'pdf',
  size: 10,
  width: 0,
  height: 0,
  place: '000000000000000000000001',
  address: id.padEnd(32, '0'),
  state: 'kept',
  has_thumbnail: false,
  is_kept: true,
  used_time: new Date(),
  object: `aa/${id}-0.pdf`,
  moves: 0,
  left_place: '',
  left_object: '',
  sha256: id,
});

/** What the ids of the plugin's calls are of. */
export const matrix: PluginMatrix = {
  objects: {
    message: {
      kind: 'owned',
      // Nobody reads another one's inbox, not even a super administrator.
      readAll: undefined,
      collection: 'system_message',
      make: stored(() => ({
        title: 'Hello',
        content: 'Of the matrix',
        notify_status: 1,
        send_time: new Date(),
        view_time: null,
      })),
    },
    sent_message: {
      kind: 'owned',
      readAll: 'system.sent_message:read_all',
      collection: 'system_sent_message',
      make: stored(() => ({
        title: 'Hello',
        content: 'Of the matrix',
        to: 'all',
        to_id: '',
        to_name: '',
        below: null,
        send_time: new Date(),
        finished_time: new Date(),
        taken_back_time: null,
        total: 1,
        cursor: '',
        sent_count: 1,
        read_count: 0,
        taken_count: 0,
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
        hash: id,
        name: 'matrix',
        prefix: 'wp_matrix',
        scopes: [],
        expires_at: null,
        last_time: null,
        last_ip: null,
        revoke_time: null,
        revoke_reason: null,
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
        await collection.insertOne({ _id: id, account: owner.id, ...facts, expires_at });
        return id;
      },
    },
    async_operations: {
      kind: 'owned',
      readAll: 'system.operation:read_all',
      collection: 'system_operation',
      // Over and failed: nothing runs it meanwhile.
      make: stored(() => ({
        account: 'matrix',
        kind: 'qr.statistics_export',
        name: 'matrix',
        status: 3,
        error_code: 'internal',
        done: 0,
        total: null,
        file_name: null,
        file_type: null,
        file_size: null,
        start_time: null,
        end_time: new Date(),
        expires_at: null,
        input: {},
        locale: 'en-US',
        runner: null,
        beat: null,
        attempts: 0,
        is_cancelled: false,
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
    language: { kind: 'shared', reason: 'languages are the installation’s' },
    language_word: { kind: 'shared', reason: 'words are said to everybody' },
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
  },
  bodies: {
    'async_operations/export': {
      area: 'async_operations',
      call: 'user_inquire',
      body: {},
      title: 'matrix',
      columns: [{ path: 'name', title: 'Name' }],
    },
    'home/click': { click: '0'.repeat(32) },
    'server_list/ping': { interval: 10 },
    'server_list/confirm': { type: 'ssh-ed25519', fingerprint: `SHA256:${'A'.repeat(43)}` },
    'script/run': { version: 0, servers: ['000000000000000000000001'], values: {} },
    'script_run/output': { result: '000000000000000000000001' },
  },
  notYet: {
    'async_operations/download': 404,
  },
  lists: ['async_operations/progress'],
  ownOnly: ['async_operations/progress', 'async_operations/download'],
};
