import { type PluginRights, verbs } from '../../../tests/security/plugin-rights.ts';

/** Which of the plugin's rights each role has from the beginning. */
export const rights: PluginRights = {
  customer: [
    ...verbs('wallet.purchase', 'read buy'),
    'wallet.order:read',
    'wallet.own_order:cancel',
    ...verbs('wallet.recharge', 'read create'),
    ...verbs('wallet.bill', 'read export'),
  ],
  agent: [
    ...verbs('wallet.purchase', 'read buy'),
    'wallet.order:read',
    'wallet.own_order:cancel',
    ...verbs('wallet.recharge', 'read create'),
    ...verbs('wallet.bill', 'read export'),
    'wallet.customer_order:read',
    'wallet.withdrawal:read',
    'wallet.own_withdrawal:ask',
    'wallet.share:read',
    ...verbs('wallet.customer', 'read top_up'),
    ...verbs('wallet.agent_day', 'read export'),
    ...verbs('wallet.agent_history', 'read export'),
  ],
  administrator: [
    ...verbs('wallet.plan', 'read create update delete'),
    ...verbs('wallet.provider', 'read create update delete test'),
    ...verbs('wallet.pay_config', 'read update'),
    ...verbs('wallet.transfer', 'read resolve'),
    ...verbs('wallet.order', 'refund read read_all'),
    ...verbs('wallet.closing', 'read close'),
    ...verbs('wallet.sending', 'read collect'),
    ...verbs('wallet.tron', 'read create update delete'),
    ...verbs('wallet.withdrawal', 'read read_all approve reject pay'),
    ...verbs('wallet.bill', 'read read_all export'),
    ...verbs('wallet.share', 'read read_all'),
    ...verbs('wallet.agent_day', 'read read_all export'),
    ...verbs('wallet.agent_history', 'read read_all export'),
    ...verbs('wallet.membership', 'read give pay_out'),
  ],
};
