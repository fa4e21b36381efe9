import { SHELL_ROUTES } from './constants.ts';

/** First segments that the HTTP server answers itself on every host, domains of customers included. */
export const SERVED_EVERYWHERE = [
  'healthz',
  'readyz',
  'metrics',
  'realtime',
  'favicon.ico',
  'logo.png',
  'robots.txt',
  '.well-known',
] as const;

/** First segments that the HTTP server answers itself on the installation's own names, beside the files of the shell's build. */
export const SERVED_SEGMENTS = [
  ...SERVED_EVERYWHERE,
  'api',
  'assets',
  'plugins',
  'internal',
  'page',
  'file',
] as const;

/** Routes of the product's screens, whether or not a plugin brings them here: no short code may be called so. */
export const SPECIFIED_ROUTES: readonly string[] = `
share_access access_log report_abuse
qr_code_list set_qr_code domain_list vip_combo buy_vip_combo balance_recharge pay_config hold_domain order user_order
daily_statistics hourly_statistics historical_statistics home home_page_config agent_divided_into
agent_daily_statistics agent_historical_statistics acting_withdrawal_list withdrawal_list qr_code_list_admin
domain_monitor admin_domain_monitor shield_push home_admin visit_summary qr_code_remove short_code group
wx_shield_detection access_real_time_statistics we_chat_blocking_detection_configuration shield_configuration
server_ip_black checkout_ip pc_historical_statistics order_customer user_customer batche_query monitor image_configs
js_config internal_code_grouping export_domain_resolution recover no_domain_name nodomain short_qr_code_list
stealing_list url_key_platform forward no_hijack visit_hour_statistics role configuration subscriber_config_default log
message_list log_config ip_black update_password rotation_type administrators user_list bill bill_credit rotation
mysql_lock mysql_time_consuming usdt_transaction_record async_operations script server_list telegram_bot_binding
log_type image_config visitor tron tron_transaction_summary language_list mall_category_list mall_brand_list
mall_product_list image_text_type image_text
today_statistics code_version code_simulator count_reconciliation abuse_desk import_center plugins
print_batch code_claim
qr_code_access public_enquiry
`
  .trim()
  .split(/\s+/);

/**
 * Words that people print, and which screens, areas or calls have for a name, too. A short code may have them: nothing
 * answers at their address, since screens stand behind `#` and calls behind `/api/`.
 */
export const EVERYDAY_WORDS: ReadonlySet<string> = new Set([
  ...['menu', 'order', 'home', 'bill', 'pay', 'about', 'plan'],
]);

/**
 * Names that nobody's short code may have on the installation's own names, in lower case, as far as they are known without
 * the plugins that are installed: `context.visits.isReserved` knows those as well, and which of them a host reserves.
 */
export const RESERVED_CODES: ReadonlySet<string> = new Set([
  ...SERVED_SEGMENTS,
  ...Object.values(SHELL_ROUTES),
  ...SPECIFIED_ROUTES.filter((route) => !EVERYDAY_WORDS.has(route)),
]);
