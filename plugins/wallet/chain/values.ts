/** Milliseconds by which the chain's clock and ours may differ without anything being late, or too early. */
export const CLOCKS_APART_MS = 60_000;

/** What became of a transfer that was seen. Only a credited one is money of somebody; `gone`: it was, and the chain has it no more. */
export const TRANSFER_STATES = [
  'credited',
  'unmatched',
  'wrong_token',
  'failed',
  'not_ours',
  'gone',
] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** Why a transfer was credited to nobody. */
export const TRANSFER_REASONS = [
  ...(['', 'no_order', 'account_closed', 'refunded', 'too_large', 'restored', 'own_account'] as const),
] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** Whole number of smallest units of any token: USDT's have at most 18 digits. */
export const TOKEN_AMOUNT = /^(?:0|[1-9]\d{0,77})$/;
