/** Kinds of changes that stand on bills: the plugin's own, and what operators change by hand. Words: `bill.<kind>`. */
export const BILL_KINDS = [
  'wallet.deposit',
  'wallet.bank_deposit',
  'wallet.customer_top_up',
  'wallet.order',
  'wallet.refund',
  'wallet.share',
  'wallet.share_return',
  'wallet.withdrawal',
  'wallet.withdrawal_returned',
  'wallet.paid_out',
  'system.balance_edit',
] as const;

/** What puts money onto a balance and pays from it: recharges, what operators give and take, purchases and what came back of them. */
export const BALANCE_KINDS = [
  'wallet.deposit',
  'wallet.bank_deposit',
  'wallet.customer_top_up',
  'wallet.order',
  'wallet.refund',
  'system.balance_edit',
] as const;
