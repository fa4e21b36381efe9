/** Bounds of one payment onto a customer's balance, smallest units: 0.01 and 100,000 USDT. */
export const LEAST_TOP_UP = 10_000n;
export const LARGEST_TOP_UP = 100_000_000_000n;
