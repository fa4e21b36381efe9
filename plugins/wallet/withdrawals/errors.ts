import { defineError } from '@waypost/contract';
import type { PayoutFault } from './values.ts';

/** Failures of withdrawals. Texts: `error.<code>` beside the screens. */
export const withdrawalErrors = {
  /** Nobody can pay out: no network is set up, or withdrawals are switched off. */
  closed: defineError({ code: 'wallet.withdrawal_closed', status: 409 }),
  /** There is no payout address that can be used yet. */
  noAddress: defineError({ code: 'wallet.payout_address_missing', status: 409 }),
  /** The address is one that payments are received at. */
  ownAddress: defineError({ code: 'wallet.payout_address_ours', status: 409 }),
  /** Less than what can be asked for. */
  tooLittle: defineError({ code: 'wallet.withdrawal_least', status: 422, params: ['least'] }),
  /** More than what one person may ask for in a day; `left` of it. */
  dailyLimit: defineError({ code: 'wallet.withdrawal_daily', status: 409, params: ['left'] }),
  tooManyOpen: defineError({ code: 'wallet.withdrawal_open', status: 409, params: ['most'] }),
  /** Money that was credited is gone from the network, and nobody has decided of it. */
  disputed: defineError({ code: 'wallet.withdrawal_disputed', status: 409 }),
  /** The same of the person who is to be paid. */
  personDisputed: defineError({ code: 'wallet.withdrawal_person_disputed', status: 409 }),
  /** Something else was asked for under the key. */
  keyUsed: defineError({ code: 'wallet.withdrawal_key_used', status: 409 }),
  /** It is disabled, or not there. */
  personInactive: defineError({ code: 'wallet.withdrawal_person', status: 409 }),
  /** Decided meanwhile, or in a phase in which this cannot be done. */
  over: defineError({ code: 'wallet.withdrawal_over', status: 409, params: ['number'] }),
  /** Nobody decides of what they have asked for themselves. */
  own: defineError({ code: 'wallet.withdrawal_own', status: 409 }),
  /** The same person has approved before. */
  approvedBefore: defineError({ code: 'wallet.withdrawal_approved_before', status: 409 }),
  /** The approver's account was made, or got at, by whoever asks or has approved; it counts from `time` on. */
  heldBack: defineError({ code: 'wallet.withdrawal_held_back', status: 409, params: ['time'] }),
  /** Nobody pays it: whoever does says so first. */
  notTaken: defineError({ code: 'wallet.withdrawal_not_taken', status: 409, params: ['number'] }),
  /** Somebody pays it, for less than an hour, or without a word of having read the warning. */
  beingPaid: defineError({ code: 'wallet.withdrawal_being_paid', status: 409, params: ['account'] }),
  /** Asked for while another network was set. */
  otherNetwork: defineError({ code: 'wallet.withdrawal_network', status: 409 }),
} as const;

/** What is wrong with an entered transaction. */
export const payoutErrors = {
  unknown: defineError({ code: 'wallet.payout_unknown', status: 409 }),
  failed: defineError({ code: 'wallet.payout_failed', status: 409 }),
  contract: defineError({ code: 'wallet.payout_contract', status: 409 }),
  receiver: defineError({ code: 'wallet.payout_receiver', status: 409, params: ['address'] }),
  amount: defineError({ code: 'wallet.payout_amount', status: 409, params: ['amount'] }),
  early: defineError({ code: 'wallet.payout_early', status: 409 }),
  used: defineError({ code: 'wallet.payout_used', status: 409 }),
  deposit: defineError({ code: 'wallet.payout_deposit', status: 409 }),
  /** Of what the signer was to sign: it does not. */
  refused: defineError({ code: 'wallet.payout_refused', status: 409 }),
  /** The chain has a transfer that may have paid it, and that nobody here knows of. */
  sent_before: defineError({ code: 'wallet.payout_sent_before', status: 409 }),
  /** Its receiver has got more transfers than can be looked at: the signer does not pay it. */
  unlisted: defineError({ code: 'wallet.payout_unlisted', status: 409 }),
} as const satisfies Readonly<Record<PayoutFault, unknown>>;
