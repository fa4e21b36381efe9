import { type Make, type PluginMatrix, stored } from '../../../tests/security/plugin-matrix.ts';
import type { Row } from '../../../tests/security/world.ts';

/** What is due is ended by a job, in the middle of the test. */
const TOMORROW = new Date(Date.now() + 86_400_000);

/** A withdrawal that is over: nobody moves money that was never held. */
export const ownWithdrawal = (id: string) => ({
  number: `20260101-${id}`,
  key: id,
  amount: '1000000',
  fee: '0',
  payout: '1000000',
  status: 2,
  phase: 'paid',
  address: 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw',
  address_since: new Date(),
  network: 'mainnet',
  contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  reason: '',
  hold: id,
  transaction: '',
  block: 0,
  log_index: -1,
  has_transaction: false,
  needed: 1,
  fault: '',
  approvals: [],
  is_told: true,
  entered_time: null,
  next_look_time: null,
  decided_time: null,
  paid_time: null,
});

/** An order that was paid from the balance. */
const ownOrder = (id: string) => ({
  number: `20260101-${id}`,
  key: id,
  kind: 'purchase',
  plan: id,
  plan_name: 'Matrix',
  days: 30,
  codes: null,
  domains: null,
  visits: null,
  api_keys: null,
  kept_visits: null,
  member_seq: 0,
  list_price: '1000000',
  credit: '0',
  price: '1000000',
  pay_type: 2,
  status: 2,
  settlement: 'settled',
  expires_time: TOMORROW,
  paid_time: new Date(),
  from_time: null,
  until_time: null,
  journal: '',
  agent: null,
  share: '0',
  share_points: 0,
});

/** A payment over the chain that waits for its money, with the address that it was given. */
const ownRecharge: Make = async (place) => {
  const id = await ownWaitingOrder(place);
  const deposits = place.collection.db.collection<Row>('wallet_deposit_address');
  const chain = { network: 'nile', contract: 'T'.repeat(34), address: id, account: 'matrix' };
  await deposits.insertOne({
    _id: `nile/${id}`,
    ...chain,
    index: await deposits.countDocuments(),
    order: id,
    owner: place.owner.id,
    amount: '1',
    tolerance: '0',
    expire_time: TOMORROW,
    total: '0',
    in_time: '0',
    pending: '0',
    has_wrong_token: false,
    has_failed: false,
    is_paid: false,
    settlement: 'waiting',
    told: '',
    cursor: 0,
    next_look_time: null,
  });
  return id;
};

/** Money that its owner says to have sent by bank. */
const ownBankTopUp = stored((id) => ({
  number: id,
  amount: '1000000',
  reference: id,
  reference_key: id,
  state: 'waiting',
  reason: '',
  decided_time: null,
  decider: '',
  is_told: true,
  key: id,
}));

const ownWaitingOrder = stored((id) => ({
  number: id,
  kind: 'top_up',
  plan: null,
  plan_name: '',
  list_price: '1',
  price: '1',
  credit: '0',
  pay_type: 1,
  status: 1,
  settlement: 'waiting',
  expires_time: TOMORROW,
  key: id,
}));

/** What the ids of the plugin's calls are of. */
export const matrix: PluginMatrix = {
  objects: {
    vip_combo: { kind: 'shared', reason: 'plans are the installation’s' },
    order: {
      kind: 'owned',
      readAll: 'wallet.order:read_all',
      collection: 'wallet_order',
      make: stored((id) => ownOrder(id)),
    },
    order_customer: {
      kind: 'shared',
      reason:
        'orders of an agent’s own customers; that no other agent finds one is plugins/wallet/orders/buy.test.ts',
    },
    user_customer: {
      kind: 'shared',
      reason:
        'an agent’s own customers; that no other agent finds one is plugins/wallet/screens/user_customer/user-customer.test.ts',
    },
    pay_config: { kind: 'shared', reason: 'who tells of the chain is the installation’s' },
    pay_provider: { kind: 'shared', reason: 'who tells of the chain is the installation’s' },
    usdt_transaction_record: {
      kind: 'shared',
      reason: 'what is seen on the chain is the installation’s; who gets it is said by its row',
    },
    tron_transaction_summary: { kind: 'shared', reason: 'what the signer sends is the installation’s' },
    tron: { kind: 'shared', reason: 'accounts on the chain are the installation’s' },
    bill_closing: { kind: 'shared', reason: 'days are the installation’s' },
    balance_recharge: {
      kind: 'owned',
      // A payment is followed by whoever pays: operators have lists of their own.
      readAll: undefined,
      collection: 'wallet_order',
      make: ownRecharge,
    },
    bank_top_up: {
      kind: 'owned',
      readAll: 'wallet.bank_top_up:read_all',
      collection: 'wallet_bank_top_up',
      make: ownBankTopUp,
    },
    withdrawal_list: {
      kind: 'owned',
      readAll: 'wallet.withdrawal:read_all',
      collection: 'wallet_withdrawal',
      make: stored((id) => ownWithdrawal(id)),
    },
    acting_withdrawal_list: {
      kind: 'owned',
      // Only whoever asked for it takes it back: who decides rejects it.
      readAll: undefined,
      collection: 'wallet_withdrawal',
      make: stored((id) => ownWithdrawal(id)),
    },
  },
  bodies: {
    'vip_combo/update_limits': {
      limits: { codes: 1, domains: 1, visits: 1, api_keys: 1, kept_visits: 1 },
    },
    'usdt_transaction_record/resolve': { decision: 'not_ours' },
    'order/refund': { part: 'whole', refund: '1', reason: 'matrix' },
    'tron_transaction_summary/plan': { least: '1000000' },
    'tron_transaction_summary/collect': { least: '1000000' },
    // None that is offered again: who may approve by a key is plugins/wallet/signing.
    'approver_key/offer': { public_key: `04${'0'.repeat(128)}` },
    'tron/import': { secret: { v: 1, epk: 'A'.repeat(43), nonce: 'A'.repeat(32), ct: 'AAAA' } },
    'withdrawal_list/pay': { transaction: '0'.repeat(64) },
  },
  notYet: {
    // Nobody has paid it: what becomes of one that is paid is plugins/wallet/orders/refund.
    'order/refund_offer': 409,
    'order/refund': 409,
  },
  // An order is cancelled by who made it; operators refund what is paid.
  ownOnly: ['order/cancel'],
};
