/** What became of a transfer that was seen. Only a credited one is money of somebody. */
export const TRANSFER_STATES = ['credited', 'unmatched', 'wrong_token', 'failed', 'not_ours'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** Why a transfer was credited to nobody. */
export const TRANSFER_REASONS = ['', 'no_order', 'account_closed', 'refunded', 'too_large'] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** What became of an order that is paid over the chain, beyond whether it is paid. */
export const SETTLEMENTS = [
  'waiting',
  'settled',
  'under',
  'over',
  'late',
  'expired',
  'wrong_token',
  'failed',
  'refunded',
] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** Whole number of smallest units of any token: USDT's have at most 18 digits. */
export const TOKEN_AMOUNT = /^(?:0|[1-9]\d{0,77})$/;
