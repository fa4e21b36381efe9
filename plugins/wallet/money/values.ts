import { CURRENCY_DIGITS, DEFAULT_CURRENCY, readAmount } from '@waypost/contract';
import { z } from 'zod';

/** An amount to pay, above 0, in smallest units as text: no sign, no exponent, at most 18 digits. */
export const zPrice = z.string().regex(/^[1-9]\d{0,17}$/, 'wallet.fault.amount');

/** An amount that may be 0. */
export const zFee = z.string().regex(/^(?:0|[1-9]\d{0,17})$/, 'wallet.fault.amount');

const TYPED = new RegExp(`^\\d{1,18}(?:\\.\\d{1,${CURRENCY_DIGITS[DEFAULT_CURRENCY]}})?$`);

/** What somebody typed (`9.90`) in smallest units (`9900000`); undefined for what is no amount to pay. */
export function readPrice(text: string): string | undefined {
  const typed = text.trim();
  return TYPED.test(typed) ? readAmount(typed) : undefined;
}
