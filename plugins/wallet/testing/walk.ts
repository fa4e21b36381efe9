import type { PluginWalk } from '../../../tests/e2e/walk/plugin-walk.ts';
import { makeThings } from './walk-things.ts';

/** By what on its screens the plugin's rights are seen, and what stands on them. */
export const walk: PluginWalk = {
  verbs: {
    'wallet.plan:create': { vip_combo: ['wallet.plan.create'] },
    'wallet.plan:update': { vip_combo: ['action.edit'] },
    'wallet.plan:delete': { vip_combo: ['action.delete'] },
    'wallet.membership:give': { user_list: ['wallet.gift.verb'] },
    'wallet.agent_day:export': { agent_daily_statistics: ['operation.export'] },
    'wallet.agent_history:export': { agent_historical_statistics: ['operation.export'] },
    'wallet.purchase:buy': { buy_vip_combo: ['wallet.buy.verb.purchase'] },
    'wallet.sending:collect': { tron_transaction_summary: ['wallet.collection.verb'] },
    'wallet.pay_config:update': { pay_config: ['action.save'] },
    'wallet.provider:read': { pay_config: ['wallet.pay_config.tab.providers'] },
    'wallet.bill:export': { bill: ['wallet.statement.get'] },
    'wallet.bank_top_up:read_all': { usdt_transaction_record: ['wallet.transfer.tab.bank'] },
    'wallet.closing:read': { bill: ['wallet.bill.tab.closing'] },
  },
  withoutButton: {
    'wallet.order:read': 'rows of the list and the page of an order',
    'wallet.share:read': 'rows of the list',
    'wallet.agent_day:read': 'rows of the list',
    'wallet.agent_history:read': 'rows of the list',
    'wallet.membership:pay_out': 'stands beside a balance that is not 0 (tests/full/first-payment)',
    'wallet.membership:read': 'the tab of a person with the membership',
    'wallet.provider:create':
      'on a tab that wants wallet.provider:read, too (tests/full/wallet-screens/recharge)',
    'wallet.provider:update':
      'on a tab that wants wallet.provider:read, too (tests/full/wallet-screens/recharge)',
    'wallet.provider:delete':
      'on a tab that wants wallet.provider:read, too (tests/full/wallet-screens/recharge)',
    'wallet.provider:test':
      'on a tab that wants wallet.provider:read, too (tests/full/wallet-screens/recharge)',
    'wallet.order:refund': 'stands on the page of a paid order (tests/full/wallet-screens/refunds)',
    'wallet.own_order:cancel':
      'stands on the page of an own order that nobody has paid (tests/full/wallet-screens/refunds)',
    'wallet.recharge:create':
      'stands where paying by transfer is set up (tests/full/wallet-screens/recharge)',
    'wallet.bank_top_up:read':
      'stands where topping up by bank is switched on (tests/full/wallet-screens/bank)',
    'wallet.bank_top_up:decide':
      'stands beside what a customer says to have sent (tests/full/wallet-screens/bank)',
    'wallet.tron:create': 'stands where the signer runs (tests/full/wallet-screens/tron)',
    'wallet.tron:update': 'stands beside an account (tests/full/wallet-screens/tron)',
    'wallet.tron:delete': 'stands beside a key while the signer runs (tests/full/wallet-screens/tron)',
    'wallet.withdrawal:read': 'rows of the list and the page of a withdrawal',
    'wallet.customer:top_up': 'stands beside own customers (tests/full/wallet-screens/agents)',
    'wallet.withdrawal:approve': 'stands on the page of a withdrawal (tests/full/wallet-screens/withdrawals)',
    'wallet.withdrawal:reject': 'stands on the page of a withdrawal (tests/full/wallet-screens/withdrawals)',
    'wallet.withdrawal:pay': 'stands on the page of a withdrawal (tests/full/wallet-screens/withdrawals)',
    'wallet.transfer:resolve':
      'stands beside a transfer that matches nothing (tests/full/wallet-screens/recharge)',
    'wallet.bill:read_all': 'rows of others',
    'wallet.closing:close': 'on a tab that wants wallet.closing:read, too (tests/full/wallet-screens/bills)',
  },
  makeThings,
};
