import { WithdrawalStatus } from '@waypost/contract';

export { WithdrawalStatus };

/**
 * What the status does not say. Pending: `waiting`, `one_approval` (one of two has approved). Approved: `approved` (to be paid),
 * `paying` (somebody pays it now), `verifying` (a transaction was entered and is looked for), `paid`; where the signer pays: `prepared`,
 * `signed`, `broadcast`, `undecided` (somebody has to say what becomes of it). Rejected: `rejected`, `cancelled` (by whoever asked),
 * `failed` (approved, and could not be paid).
 */
export const PHASES = [
  ...(['waiting', 'one_approval', 'approved', 'paying', 'verifying'] as const),
  ...(['prepared', 'signed', 'broadcast', 'undecided', 'paid'] as const),
  ...(['rejected', 'cancelled', 'failed'] as const),
] as const;
export type Phase = (typeof PHASES)[number];

/** Phases in which nobody has decided yet: whoever asked may take it back. */
export const OPEN_PHASES: readonly Phase[] = ['waiting', 'one_approval'];
/** Phases in which it is decided and has to be paid yet, on the network that it was asked for on. */
export const UNPAID_PHASES: readonly Phase[] = [
  ...(['approved', 'paying', 'verifying', 'prepared', 'signed', 'broadcast', 'undecided'] as const),
];
/** Phases in which the signer pays it: nobody else does. */
export const SENDING_PHASES: readonly Phase[] = ['prepared', 'signed', 'broadcast'];
/** Phases that nothing comes after. */
export const ENDED_PHASES: readonly Phase[] = ['paid', 'rejected', 'cancelled', 'failed'];
/** Ends that whoever asked has to be told of. */
export const TOLD_PHASES: readonly Phase[] = ['paid', 'rejected', 'failed'];

/** What is wrong with an entered transaction; sentences: `error.wallet.payout_<fault>`, short ones `wallet.withdrawal.fault.<fault>`. */
export const PAYOUT_FAULTS = [
  ...(['unknown', 'failed', 'contract', 'receiver', 'amount'] as const),
  ...(['early', 'used', 'deposit', 'refused', 'sent_before', 'unlisted'] as const),
] as const;
export type PayoutFault = (typeof PAYOUT_FAULTS)[number];

/** Why the signer does not begin to pay what is approved; sentences: `wallet.withdrawal.next.review.approved_<what>`. */
export const PAYOUT_WAITS = [
  ...(['signatures', 'disputed', 'restored', 'poor', 'short', 'refused', 'unreachable'] as const),
] as const;
export type PayoutWait = (typeof PAYOUT_WAITS)[number];

/** Milliseconds that a new payout address waits before it can be used, the first one, too. */
export const ADDRESS_WAITS_MS = 24 * 60 * 60_000;
/** Span of which the daily limit is the most that one person may ask for. */
export const DAY_MS = 24 * 60 * 60_000;
/** Milliseconds after which a transaction that nobody has seen is said to be unknown. */
export const UNSEEN_MS = 15 * 60_000;
/** Milliseconds for which nobody else pays, or gives back, what somebody pays. */
export const PAYING_MS = 60 * 60_000;
/** Withdrawals of one person that are not decided or not paid yet. */
export const MOST_OPEN = 10;
