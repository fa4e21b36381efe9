import { defineError } from '@waypost/contract';

/** What the signer refuses, by the word that it answers with. Texts: `error.<code>` beside the screen `tron`. */
export const signerErrors = {
  /** Another master key, or what it did before was changed: it signs nothing. */
  signer_locked: defineError({ code: 'wallet.signer_locked', status: 409 }),
  /** No master key was given, or it does not answer. */
  signer_away: defineError({ code: 'wallet.signer_away', status: 503 }),
  /** It comes out of a backup, and nobody has said on the command line what was paid since. */
  signer_held: defineError({ code: 'wallet.signer_held', status: 409 }),
  /** A signature does not hold, or its key is not trusted. */
  approval_forged: defineError({ code: 'wallet.approval_forged', status: 409 }),
  /** Too few different people have approved. */
  approval_missing: defineError({ code: 'wallet.approval_missing', status: 409 }),
  /** Something else was approved: another withdrawal, receiver, amount, network or token. */
  approval_other: defineError({ code: 'wallet.approval_other', status: 409 }),
  /** Another transaction was signed for this withdrawal or step, and may still be on its way. */
  approval_used: defineError({ code: 'wallet.approval_used', status: 409 }),
  limit_single: defineError({ code: 'wallet.limit_single', status: 409 }),
  limit_daily: defineError({ code: 'wallet.limit_daily', status: 409 }),
  receiver_not_allowed: defineError({ code: 'wallet.receiver_not_allowed', status: 409 }),
  /** The raw data is something else than the transfer that was asked for, its fee limit or its expiration is too high. */
  not_a_transfer: defineError({ code: 'wallet.not_a_transfer', status: 409 }),
  /** There is no such key, it was removed, or it only watches. */
  key_unknown: defineError({ code: 'wallet.signer_key_unknown', status: 409 }),
  /** The same key is there already. */
  key_known: defineError({ code: 'wallet.signer_key_known', status: 409 }),
  /** So many browsers' keys wait for the command line. */
  offers_full: defineError({ code: 'wallet.signer_offers', status: 409 }),
  /** What was entered is neither words nor a key. */
  secret_unreadable: defineError({ code: 'wallet.signer_secret', status: 422 }),
} as const;
export type SignerRefusal = keyof typeof signerErrors;
