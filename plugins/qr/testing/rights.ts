import { type PluginRights, verbs } from '../../../tests/security/plugin-rights.ts';

/** Which of the plugin's rights each role has from the beginning. */
export const rights: PluginRights = {
  everyRole: [
    ...verbs('qr.code', 'read create update delete simulate'),
    ...verbs('qr.group', 'read create update delete'),
    ...verbs('qr.design_preset', 'read create update delete'),
    ...verbs('qr.pool', 'read create update delete export'),
    ...verbs('qr.pool_item', 'read create update delete renew'),
    ...verbs('qr.print_batch', 'read create update export claim'),
    'qr.short_code:regenerate',
    ...verbs('qr.short_link', 'import export'),
    'qr.batch_query:export',
    ...verbs('qr.visit', 'read export clear erase'),
  ],
  administrator: [
    'qr.code:read_all',
    'qr.group:read_all',
    'qr.design_preset:read_all',
    'qr.pool:read_all',
    'qr.pool_item:read_all',
    'qr.print_batch:read_all',
    ...verbs('qr.abuse_report', 'read update'),
    ...verbs('qr.address', 'read export'),
    ...verbs('qr.visit_summary', 'read export'),
    ...verbs('qr.code_admin', 'freeze change_owner card_key'),
    ...verbs('qr.url_key_platform', 'read create update delete test'),
    ...verbs('qr.count_reconciliation', 'read export'),
  ],
};
