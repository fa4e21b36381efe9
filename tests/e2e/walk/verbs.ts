/** What a right puts on screens, by the screen's route: keys of the words on its buttons, tabs and switches. */
export type Shown = Readonly<Record<string, readonly string[]>>;

const STATISTICS = [
  'daily_statistics',
  'hourly_statistics',
  'historical_statistics',
  'visit_hour_statistics',
  'pc_historical_statistics',
  'visitor',
];
const on = (screens: readonly string[], ...keys: string[]): Shown =>
  Object.fromEntries(screens.map((screen) => [screen, keys]));

/**
 * What each right of a button is seen by. A right that a screen declares and that is missing here fails the walk: say it
 * for a new one. Who lacks the right has none of these before them on that screen; who has it has them all.
 */
export const VERBS: Readonly<Record<string, Shown>> = {
  'qr.visit:export': on(STATISTICS, 'operation.export'),
  'qr.visit:clear': { set_qr_code: ['qr.kept_visit.clear_all'] },
  'qr.visit:erase': { set_qr_code: ['qr.kept_visit.erase'] },
  'qr.code:create': { qr_code_list: ['qr.code.create'], set_qr_code: ['qr.page.duplicate'] },
  'qr.code:update': {
    qr_code_list: ['action.edit', 'qr.card_key.title'],
    set_qr_code: ['qr.page.switch', 'qr.sharing.start'],
  },
  'qr.code:delete': { qr_code_list: ['action.delete'], set_qr_code: ['action.delete'] },
  'qr.code_admin:freeze': {
    qr_code_list_admin: ['qr.admin.freeze', 'qr.admin.lift'],
    set_qr_code: ['qr.admin.freeze'],
  },
  'qr.code_admin:change_owner': { qr_code_list_admin: ['qr.admin.give'] },
  'qr.code_admin:card_key': { user_list: ['qr.card_key.issue'] },
  'qr.abuse_report:update': { abuse_desk: ['qr.abuse_report.dismiss', 'qr.abuse_report.answer_verb'] },
  'qr.short_link:import': { short_qr_code_list: ['qr.short_link.import'] },
  'qr.url_key_platform:create': { url_key_platform: ['qr.url_key_platform.create'] },
  'qr.url_key_platform:update': { url_key_platform: ['action.edit'] },
  'qr.url_key_platform:delete': { url_key_platform: ['action.delete'] },
  'qr.url_key_platform:test': { url_key_platform: ['qr.provider_test.verb'] },
  'system.user:create': { user_list: ['system.user.create'] },
  'system.user:update': { user_list: ['action.edit'] },
  'system.user_admin:export': { user_list: ['operation.export'] },
  'system.user_admin:disable': { user_list: ['system.person.disable'] },
  'system.user_admin:enable': { user_list: ['system.person.enable'] },
  'system.user_admin:reset_password': { user_list: ['system.person.reset_password'] },
  'system.user_admin:password_link': {
    user_list: ['system.person.password_link', 'system.person.mail_link'],
  },
  'system.user_admin:move': { user_list: ['system.person.move'] },
  'system.user_admin:change_role': { user_list: ['system.user.make_agent'] },
  'system.user_admin:act_as': { user_list: ['system.user.act_as'] },
  'system.user_admin:access': { user_list: ['system.person.tab.access', 'system.person.end_sessions'] },
  'system.user_admin:bill': { user_list: ['system.person.tab.money'] },
  'system.user_admin:edit_balance': { user_list: ['system.person.money.edit'] },
  'system.user_admin:history': { user_list: ['system.person.tab.history'] },
  'system.administrator:create': { administrators: ['system.administrator.create'] },
  'system.administrator:update': { administrators: ['action.edit'] },
  'system.administrator:delete': { administrators: ['action.delete'] },
  'system.administrator:disable': { administrators: ['system.administrator.action.disable'] },
  'system.administrator:reset_password': { administrators: ['system.administrator.action.reset_password'] },
  'system.administrator:move': { administrators: ['system.person.move'] },
  'system.administrator:password_link': { administrators: ['system.person.password_link'] },
  'system.administrator:access': { administrators: ['system.person.tab.access'] },
  'system.administrator:bill': { administrators: ['system.person.tab.money'] },
  'system.administrator:edit_balance': { administrators: ['system.person.money.edit'] },
  'system.administrator:history': { administrators: ['system.person.tab.history'] },
  'system.role:create': { role: ['system.role.create', 'system.role.copy'] },
  'system.role:update': { role: ['system.role.tab.details', 'system.role.save'] },
  'system.role:arrange': { role: ['system.menu_node.add'] },
  'system.role:delete': { role: ['system.role.remove'] },
  'system.mail:read': { mail_config: ['system.mail.tab.letters'] },
  'system.plugin:update': { plugins: ['system.plugins.action.disable'] },
  'system.ip_black:create': { ip_black: ['system.ip_black.create', 'system.ip_black.many'] },
  'system.ip_black:update': { ip_black: ['action.edit'] },
  'system.ip_black:delete': { ip_black: ['action.delete'] },
  'system.ip_black:export': { ip_black: ['operation.export'] },
  'system.language:update': { language_list: ['action.edit'] },
  'system.log:export': { log: ['operation.export'] },
  'system.message:delete': { message_list: ['system.message.clear', 'action.delete'] },
  'system.sent_message:take_back': { sent_message: ['system.sent_message.take_back'] },
  'system.sent_message:send': { message_list: ['system.sent_message.send'] },
  'system.operation:delete': { async_operations: ['action.delete'] },
  'system.operation:retry': { async_operations: ['system.operation.action.retry'] },
  'system.api_key:read': { update_password: ['system.own_account.tab.keys'] },
  'system.api_key:create': { update_password: ['system.api_key.create'] },
  'system.api_key:revoke': { update_password: ['system.api_key.action.revoke'] },
};

/** Rights that no button of a standing screen shows, and why. */
export const WITHOUT_BUTTON: Readonly<Record<string, string>> = {
  'system.account:read': 'names of people in pickers and the switch of whose in the head',
  'qr.code:read': 'rows of the list and the page of a code',
  'qr.code:read_all': 'rows of others in lists and figures',
  'system.user:read': 'rows of the list',
  'system.operation:read_all': 'rows of others',
  'system.sent_message:read_all': 'rows of others',
  'system.api_key:read_all': 'rows of others',
  'system.backup:read': 'rows of the list',
  'system.backup:drill': 'stands beside a backup that is done (tests/full/backups)',
  'system.mail:retry': 'stands beside a letter that failed',
  'system.log:verify': 'in a drawer (tests/e2e/records)',
  'system.operation:cancel': 'stands beside an operation while it runs',
  'system.administrator:enable': 'stands beside an operator who is disabled (tests/e2e/administrators)',
  'system.administrator:reset_second_factor': 'stands beside a second factor (tests/e2e/second-factor)',
  'system.user_admin:reset_second_factor': 'stands beside a second factor (tests/e2e/second-factor)',
};
