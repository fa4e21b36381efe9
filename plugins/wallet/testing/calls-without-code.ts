import { because, type PluginCodes } from '../../../tests/security/plugin-codes.ts';

/** Which of the plugin's calls ask for a code of the second factor, and why others do not. */
export const codes: PluginCodes = {
  subjects: /^wallet\./,
  without: {
    ...because('it reads, with the right to change', [
      'acting_withdrawal_list/facts',
      'approver_key/own',
      'membership/balance',
      'tron_transaction_summary/facts',
      'tron_transaction_summary/plan',
      'order/refund_offer',
      'user_customer/top_up_facts',
      'withdrawal_list/asker',
    ]),
    ...because('it brings money in, or buys for the own account what the own balance pays', [
      'balance_recharge/add',
      'bank_top_up/add',
      'buy_vip_combo/buy',
      'order/cancel',
    ]),
    ...because('the payout keeps its amount and its address, which asked', [
      'withdrawal_list/take_on',
      'withdrawal_list/let_go',
      'acting_withdrawal_list/cancel',
      'acting_withdrawal_list/keep_address',
    ]),
    ...because('it asks a provider that was saved with a code', ['pay_config/test_provider']),
    ...because('it adds up what is there', ['bill_closing/close']),
  },
};
