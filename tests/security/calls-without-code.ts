/**
 * Calls of accounts, roles, rights, keys, factors, mail, settings and money that ask for no code of the second factor, each with
 * the reason. A call of these that neither asks nor stands here fails `codes.test.ts`.
 */
export const WITHOUT_CODE: Readonly<Record<string, string>> = {
  ...because('it reads, with the right to change', [
    ...['bill', 'access', 'history'].flatMap((call) => [`administrator/${call}`, `user/${call}`]),
    'user/role_choices',
    ...['inquire', 'history'].flatMap((call) => [
      `configuration/${call}`,
      `subscriber_config_default/${call}`,
    ]),
    'subscriber_config_default/default_password',
    ...['mail/settings', 'backup/settings', 'monitor/settings', 'mysql_time_consuming/settings'],
    ...['plugins/folders', 'plugins/archives', 'plugins/archive_download'],
    ...['acting_withdrawal_list/facts', 'approver_key/own', 'tron_transaction_summary/plan'],
    ...['order/refund_offer', 'user_customer/top_up_facts', 'second_factor/inquire', 'own_session/inquire'],
    ...['own_account/closing', 'administrator/profile', 'menu/tree', 'palette/inquire', 'picture/read'],
  ]),
  ...because('it only takes access away', [
    ...['administrator/remove', 'administrator/disable', 'administrator/end_access'],
    ...['user/disable', 'user/end_access', 'api_key/revoke', 'administrator/logout'],
    ...['own_session/end', 'own_session/end_others', 'own_session/end_all', 'telegram_bot_binding/unbind'],
  ]),
  ...because('it asks for the password, and for a code where there is a factor', [
    ...['update_password/update', 'second_factor/begin', 'second_factor/confirm'],
    ...['second_factor/renew_codes', 'second_factor/turn_off'],
  ]),
  ...because('whoever calls it proves with it who they are, or has no account yet', [
    ...['administrator/login', 'administrator/register', 'security/challenge'],
    ...['password_link/details', 'password_link/update', 'telegram_password/send_link'],
  ]),
  ...because('what comes of it has the rights of a customer, and no money', ['user/add', 'user/enable']),
  ...because('it asks where what is changed leads money or links away', [
    'user/update',
    'plugins/change_settings',
  ]),
  ...because('no password, keys or money; recorded under both names', ['user/act_as']),
  ...because('it moves entries of the menu, which give no right', [
    ...['role/node_add', 'role/node_update', 'role/node_remove'],
  ]),
  ...because('it leads nothing out: what it says is shown, or when something is told', [
    ...['home_admin/hide_step', 'configuration/give_up_address', 'configuration/time_zone'],
    ...['configuration/picture', 'monitor/change_settings', 'mysql_time_consuming/change_settings'],
    ...['telegram_bot_binding/choose', 'telegram_bot_binding/test'],
  ]),
  ...because('what it sells, nobody pays here: it moves no money of the platform', [
    ...['add', 'update', 'remove'].flatMap((call) =>
      ['mall_category', 'mall_brand', 'mall_product'].map((area) => `${area}/${call}`),
    ),
    ...['mall_category/merge', 'mall_product/batch_show', 'mall_product/batch_switch', 'mall_picture/add'],
    ...['mall_product/upload', 'mall_product/check', 'mall_product/import'],
    ...['mall_order/add', 'mall_product/purchase', 'mall_order/cancel'],
  ]),
  ...because(
    'it says who may visit, when something is checked, or that something is blocked: nothing leaves',
    [
      ...['add', 'update', 'remove'].map((call) => `shield_configuration/${call}`),
      ...['wx_shield_detection/check', 'wx_shield_detection/check_many'],
      ...['shield_host/check', 'shield_host/check_codes', 'shield_push/set_codes'],
      'we_chat_blocking_detection_configuration/update_config',
    ],
  ),
  ...because('it only takes a provider away', ['we_chat_blocking_detection_configuration/remove']),
  ...because('it sends to where a call that asked has said', [
    ...['we_chat_blocking_detection_configuration/test', 'shield_push/resend', 'shield_push/test_webhook'],
    ...['mail/retry', 'mail/test', 'backup/run', 'backup/drill'],
  ]),
  ...because('nothing of it runs before somebody chooses it, which asks', [
    ...['plugins/upload_part', 'plugins/upload_end', 'plugins/upload_cancel', 'plugins/receive_folder'],
  ]),
  ...because('it switches off or on what was consented to before', ['plugins/disable', 'plugins/retry']),
  ...because('it deletes an export, and nothing that runs', ['plugins/archive_remove']),
  ...because('it brings money in, or buys for the own account what the own balance pays', [
    ...['balance_recharge/add', 'buy_vip_combo/buy', 'order/cancel'],
  ]),
  ...because('the payout keeps its amount and its address, which asked', [
    ...['withdrawal_list/take_on', 'withdrawal_list/let_go', 'acting_withdrawal_list/cancel'],
    'acting_withdrawal_list/keep_address',
  ]),
  ...because('it asks a provider that was saved with a code', ['pay_config/test_provider']),
  ...because('it adds up what is there', ['bill_closing/close']),
};

function because(reason: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, reason]));
}
