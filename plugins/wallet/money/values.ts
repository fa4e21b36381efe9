import { z } from 'zod';

/** Basis points of one percent. */
export const POINTS_OF_PERCENT = 100;

/** An amount to pay, above 0, in smallest units as text: no sign, no exponent, at most 18 digits. */
export const zPrice = z.string().regex(/^[1-9]\d{0,17}$/, 'wallet.fault.amount');

/** An amount that may be 0. */
export const zFee = z.string().regex(/^(?:0|[1-9]\d{0,17})$/, 'wallet.fault.amount');
