import type { PluginWalk, Shown } from '../../../tests/e2e/walk/plugin-walk.ts';
import { makeThings, shortCodes } from './walk-things.ts';

const STATISTICS = [
  'daily_statistics',
  'hourly_statistics',
  'historical_statistics',
  'visit_hour_statistics',
  'pc_historical_statistics',
  'visitor',
  'stealing_list',
];
const on = (screens: readonly string[], ...keys: string[]): Shown =>
  Object.fromEntries(screens.map((screen) => [screen, keys]));

/** By what on its screens the plugin's rights are seen, and what stands on them. */
export const walk: PluginWalk = {
  verbs: {
    'qr.visit:export': on(STATISTICS, 'operation.export'),
    'qr.count_reconciliation:export': { count_reconciliation: ['operation.export'] },
    'qr.code:simulate': { set_qr_code: ['qr.simulator.verb'] },
    'qr.visit:clear': { set_qr_code: ['qr.kept_visit.clear_all'] },
    'qr.visit:erase': { set_qr_code: ['qr.kept_visit.erase'] },
    'qr.code:create': { qr_code_list: ['qr.code.create'], set_qr_code: ['qr.page.duplicate'] },
    'qr.code:update': {
      qr_code_list: ['action.edit', 'qr.card_key.title'],
      set_qr_code: ['qr.page.switch', 'qr.sharing.start'],
    },
    'qr.code:delete': {
      qr_code_list: ['action.delete'],
      set_qr_code: ['action.delete'],
      qr_code_remove: ['qr.code.action.restore', 'qr.code.action.purge'],
      recover: ['qr.code.action.restore', 'qr.code.action.purge'],
    },
    'qr.visit_summary:export': { visit_summary: ['operation.export'] },
    'qr.code_admin:freeze': {
      qr_code_list_admin: ['qr.admin.freeze', 'qr.admin.lift'],
      set_qr_code: ['qr.admin.freeze'],
    },
    'qr.code_admin:change_owner': { qr_code_list_admin: ['qr.admin.give'] },
    'qr.code_admin:card_key': { user_list: ['qr.card_key.issue'] },
    'qr.abuse_report:update': { abuse_desk: ['qr.abuse_report.dismiss', 'qr.abuse_report.answer_verb'] },
    'qr.group:create': { group: ['qr.group.create'] },
    'qr.group:update': { group: ['action.edit'] },
    'qr.group:delete': { group: ['action.delete'] },
    'qr.design_preset:create': { brand: ['qr.design_preset.create'] },
    'qr.design_preset:update': { brand: ['qr.design_preset.use'] },
    'qr.design_preset:delete': { brand: ['action.delete'] },
    'qr.pool:create': { internal_code_grouping: ['qr.pool.create'] },
    'qr.pool:update': { internal_code_grouping: ['action.edit'] },
    'qr.pool:delete': { internal_code_grouping: ['action.delete'] },
    'qr.pool:export': { internal_code_grouping: ['operation.export'] },
    'qr.pool_item:create': { internal_code_grouping: ['qr.pool_item.create'] },
    'qr.pool_item:update': { internal_code_grouping: ['qr.pool_item.move.down'] },
    'qr.pool_item:delete': { internal_code_grouping: ['action.delete'] },
    'qr.pool_item:renew': { internal_code_grouping: ['qr.pool_item.action.renew'] },
    'qr.short_code:regenerate': {
      short_code: ['qr.short_code.regenerate'],
      set_qr_code: ['qr.short_code.regenerate'],
    },
    'qr.short_link:export': { short_qr_code_list: ['operation.export', 'qr.short_link.pictures'] },
    'qr.short_link:import': { short_qr_code_list: ['qr.short_link.import'] },
    'qr.print_batch:create': { print_batch: ['qr.print_batch.create'] },
    'qr.print_batch:update': { print_batch: ['qr.print_batch.tab.settings'] },
    'qr.print_batch:export': { print_batch: ['qr.print_batch.export', 'qr.print_batch.pictures'] },
    'qr.print_batch:claim': { print_batch: ['qr.claim_lines.import'] },
    'qr.url_key_platform:create': { url_key_platform: ['qr.url_key_platform.create'] },
    'qr.url_key_platform:update': { url_key_platform: ['action.edit'] },
    'qr.url_key_platform:delete': { url_key_platform: ['action.delete'] },
    'qr.url_key_platform:test': { url_key_platform: ['qr.provider_test.verb'] },
  },
  withoutButton: {
    'qr.code:read': 'rows of the list and the page of a code',
    'qr.code:read_all': 'rows of others in lists and figures',
    'qr.batch_query:export': 'stands over what was found for lines (tests/full/code-screens/lookups)',
    'qr.address:export':
      'stands over the codes of an address that was looked up (tests/full/code-screens/lookups)',
    'qr.group:read_all': 'rows of others',
    'qr.design_preset:read_all': 'rows of others',
    'qr.pool:read_all': 'rows of others',
    'qr.pool_item:read': 'the tab of a pool with what stands in it',
    'qr.pool_item:read_all': 'rows of others',
    'qr.print_batch:read_all': 'rows of others',
  },
  ownThings: ['group', 'design_preset', 'internal_code_grouping', 'print_batch'],
  forms: ['group', 'brand', 'url_key_platform'],
  drawnTexts: shortCodes,
  makeThings,
};
