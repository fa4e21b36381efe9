import { CollectionStatus } from '@waypost/contract';

/**
 * What a transaction of ours is for. `payout`: pays a withdrawal; `fund`: TRX to a deposit address, for what its transfer costs;
 * `collect`: what came to a deposit address goes to the collection address.
 */
export const PURPOSES = ['payout', 'fund', 'collect'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** How a transaction of ours ended; `open`: it has not. */
export const SENDING_STATUSES = ['open', ...Object.values(CollectionStatus)] as const;
export type SendingStatus = (typeof SENDING_STATUSES)[number];

/**
 * How far it is. `prepared`: its bytes are kept, and not signed; `signed`: the signature is kept; `broadcast`: a node has taken it;
 * `solid`: it is on the chain for good; `failed`: it is on the chain for good, and moved nothing; `expired`: it will never be on it.
 */
export const SENDING_PHASES = ['prepared', 'signed', 'broadcast', 'solid', 'failed', 'expired'] as const;
export type SendingPhase = (typeof SENDING_PHASES)[number];

/** What moves: the token, or TRX. Both count millionths. */
export const SENT_TOKENS = ['USDT', 'TRX'] as const;
export type SentToken = (typeof SENT_TOKENS)[number];

/** Milliseconds for which a transaction counts, by the chain's clock. */
export const COUNTS_MS = 10 * 60_000;
/** Milliseconds before its end after which nothing is signed any more. */
export const TOO_LATE_MS = 60_000;
/** Milliseconds after its end before another one is signed in its place: the signer keeps an hour by its own clock. */
export const REPLACED_MS = 61 * 60_000;
/** Milliseconds between two looks at what is on its way, and after what could not be done. */
export const LOOK_MS = 5_000;
export const AGAIN_MS = 30_000;
/** Milliseconds after which bytes that nobody shows are broadcast once more. */
export const REBROADCAST_MS = 15_000;
/** Of what is estimated, percent that the limit of the fee lies above it. */
export const MARGIN_PERCENT = 30;

/** What the signer says that will not change by itself: somebody has to decide. */
export const FINAL_REFUSALS: readonly string[] = [
  ...['wallet.approval_forged', 'wallet.approval_missing', 'wallet.approval_other', 'wallet.limit_single'],
  ...['wallet.receiver_not_allowed', 'wallet.not_a_transfer', 'wallet.signer_key_unknown'],
];

/** What is said of a transaction in words of ours: `wallet.sending.remark.<remark>`; of the signer's refusals `error.<code>`; else a node's own code. */
export const REMARKS: readonly string[] = [
  ...['busy', 'expired', 'signature_wrong', 'OUT_OF_ENERGY', 'REVERT', 'CONTRACT_VALIDATE_ERROR'],
  ...['BANDWITH_ERROR', 'TRANSACTION_EXPIRATION_ERROR'],
];
