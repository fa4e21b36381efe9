import { DEFAULT_CURRENCY, defineResource, field, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { NETWORKS } from '../chain/networks/values.ts';
import { MOST_COUNTED } from '../orders/values.ts';
import { zSignedApproval } from '../signing/rules.ts';
import {
  OPEN_PHASES,
  PAYOUT_FAULTS,
  PAYOUT_WAITS,
  PHASES,
  UNPAID_PHASES,
  WithdrawalStatus,
} from './values.ts';

const own = { write: 'none' } as const;
const secret = { ...own, secret: true } as const;
const joined = { stored: false, write: 'none' } as const;
const time = { ...own, default: null } as const;
const money = { ...own, currency: DEFAULT_CURRENCY } as const;
const STATUSES = Object.values(WithdrawalStatus);

/**
 * Money that somebody wants paid out. It is held from the moment it is asked for, and goes once a transaction on the chain was
 * found that has paid exactly it; where to was said when it was asked for, and never changes.
 */
export const withdrawalResource = defineResource({
  name: 'wallet.withdrawal',
  area: 'withdrawal_list',
  title: 'number',
  access: 'own',
  onUninstall: 'keep',
  calls: ['inquire', 'user_inquire', 'details'],
  countLimit: MOST_COUNTED,
  fields: {
    number: field(z.string(), { ...own, list: true, search: true, unique: true }),
    /** What leaves the balance; of it the fee stays, and the rest is paid out. Smallest units. */
    amount: field(zAmount, { ...money, list: true }),
    fee: field(zAmount, { ...money, list: 'hidden', default: '0' }),
    payout: field(zAmount, { ...money, list: true }),
    status: field(z.literal(STATUSES), {
      ...own,
      list: true,
      filter: 'equals',
      options: STATUSES,
      default: WithdrawalStatus.pending,
    }),
    phase: field(z.enum(PHASES), {
      ...own,
      list: true,
      filter: 'in',
      quick: {
        review: OPEN_PHASES,
        pay: UNPAID_PHASES,
        paid: ['paid'],
        rejected: ['rejected', 'cancelled', 'failed'],
      },
      options: PHASES,
      default: 'waiting',
    }),
    /** Where it is to be paid to, on which chain, in which token: as it was when it was asked for. */
    address: field(z.string(), { ...own, list: 'hidden', search: true }),
    address_since: field(zTime, own),
    network: field(z.enum(NETWORKS), own),
    contract: field(z.string(), own),
    /** Why it was rejected, or could not be paid; its owner reads it. */
    reason: field(z.string(), { ...own, list: 'hidden', default: '' }),
    /** What paid it; empty: nothing yet. */
    transaction: field(z.string(), { ...own, list: 'hidden', search: true, default: '' }),
    block: field(z.int(), { ...own, default: 0 }),
    decided_time: field(zTime.nullable(), { ...time, list: 'hidden' }),
    paid_time: field(zTime.nullable(), { ...time, list: 'hidden', filter: 'range', sort: true }),
    /** How many different people have to approve it. */
    needed: field(z.int(), { ...own, default: 1 }),
    /** Since when somebody pays it; null: nobody does. For operators. */
    paying_since: field(zTime.nullable(), { ...time, list: 'hidden' }),
    /** Somebody has said that it is paid by hand: the signer leaves it alone. */
    is_by_hand: field(z.boolean(), { ...own, default: false }),
    /** Operators are still to be told that they have to decide. */
    has_alarm: field(z.boolean(), { ...secret, default: false }),
    /** What was wrong with the transaction that was entered or sent last; empty: nothing. For operators. */
    fault: field(z.enum(['', ...PAYOUT_FAULTS]), { ...own, default: '' }),
    /** Why the signer has not begun to pay it; empty: nothing keeps it, or it was not looked at yet. For operators. */
    waits_for: field(z.enum(['', ...PAYOUT_WAITS]), { ...own, default: '' }),
    /** Transactions on the chain that may have paid it, and that somebody has to decide of. For operators. */
    seen_transactions: field(z.array(z.string()), { ...own, default: [] }),
    /** Ids of who has approved it. */
    approvals: field(z.array(zId), { ...secret, default: [] }),
    /** What their own keys have signed of it: by this alone the signer pays it. */
    signed_approvals: field(z.array(zSignedApproval), { ...secret, default: [] }),
    /** Id of who pays it, or has; empty: nobody. */
    payer: field(z.string(), { ...secret, default: '' }),
    /** Place of the transfer among the logs of the transaction; -1: not known yet. */
    log_index: field(z.int(), { ...secret, default: -1 }),
    has_transaction: field(z.boolean(), { ...secret, default: false }),
    entered_time: field(zTime.nullable(), { ...time, secret: true }),
    next_look_time: field(zTime.nullable(), { ...time, secret: true }),
    /** False: its end is still to be told to its owner. */
    is_told: field(z.boolean(), { ...secret, default: true }),
    hold: field(z.string(), { ...secret, default: '' }),
    /** By what the same press is known again. */
    key: field(z.string(), secret),
    owner_account: field(z.string(), { ...joined, list: true }),
    /** Names of who has approved it, for those who decide. */
    approved_by: field(z.array(z.string()), joined),
    /** Whether the reader may approve it, as far as that depends on who they are. */
    may_approve: field(z.boolean(), joined),
    /** Name of who pays it, or has, for those who decide. */
    paying_by: field(z.string(), { ...joined, list: true }),
    /** Whether the reader pays it, or has. */
    is_mine: field(z.boolean(), { ...joined, filter: 'equals' }),
    /** What the signer or a node said last of the transaction that is on its way, for those who decide; empty: nothing. */
    sending_remark: field(z.string(), joined),
    /** Whether somebody else pays it for so long that the reader may take it over. */
    may_take_over: field(z.boolean(), joined),
  },
  indexes: [
    { keys: { owner: 1, key: 1 }, unique: true },
    // A transfer on the chain pays one withdrawal.
    {
      keys: { network: 1, transaction: 1, log_index: 1 },
      unique: true,
      partial: { has_transaction: true },
    },
    { keys: { owner: 1, create_time: -1, _id: -1 } },
    { keys: { create_time: -1, _id: -1 } },
    { keys: { status: 1, create_time: -1, _id: -1 } },
    { keys: { phase: 1, create_time: -1, _id: -1 } },
    { keys: { payer: 1, create_time: -1, _id: -1 } },
    { keys: { phase: 1, next_look_time: 1 } },
    { keys: { is_told: 1 } },
    { keys: { has_alarm: 1 }, partial: { has_alarm: true } },
  ],
  defaultSort: { field: 'create_time', order: 'desc' },
});
