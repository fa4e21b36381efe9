import { z } from 'zod';

/**
 * Currencies that the ledger keeps, each with the digits behind the point of its smallest unit: a millionth for both, as
 * Tron's TRX and its token USDT have it.
 */
export const CURRENCY_DIGITS = { USDT: 6, TRX: 6 } as const;
export type Currency = keyof typeof CURRENCY_DIGITS;
export const CURRENCIES = Object.keys(CURRENCY_DIGITS) as [Currency, ...Currency[]];
export const zCurrency = z.enum(CURRENCIES);
/** What amounts are in where nothing else is said. */
export const DEFAULT_CURRENCY: Currency = 'USDT';

/** Digits of the largest amount and balance, in smallest units: two of them added still fit into 64 bits. */
export const AMOUNT_DIGITS = 18;
export const LARGEST_AMOUNT = 10n ** BigInt(AMOUNT_DIGITS) - 1n;

const AMOUNT = /^(?:0|-?[1-9]\d{0,17})$/;

/** A whole number of smallest units as text: `1500000` are 1.5 USDT. JSON's numbers end at 2^53, money does not. */
export const zAmount = z.string().regex(AMOUNT, 'a whole number of at most 18 digits');
export type Amount = z.infer<typeof zAmount>;

/** Whether what a schema takes is an amount: `zAmount`, or what was made of it. */
export function isAmount(schema: z.ZodType): boolean {
  return (schema.def.checks ?? []).some(({ _zod: { def } }) => {
    const { pattern } = def as { pattern?: RegExp };
    return pattern?.source === AMOUNT.source;
  });
}

const TYPED = /^([+-]?)(\d+)(?:\.(\d+))?$/;

/** What somebody typed (`-12.5`) in smallest units (`-12500000`); undefined for what is no amount of the currency. */
export function readAmount(text: string, currency: Currency = DEFAULT_CURRENCY): Amount | undefined {
  const [, sign, whole = '', part = ''] = TYPED.exec(text.trim()) ?? [];
  const digits = CURRENCY_DIGITS[currency];
  if (sign === undefined || part.length > digits || whole.length > AMOUNT_DIGITS) return undefined;
  const units = BigInt(whole + part.padEnd(digits, '0'));
  return units > LARGEST_AMOUNT ? undefined : String(sign === '-' ? -units : units);
}

/** The same of what something costs, which has no sign. */
export const readPrice = (text: string, currency: Currency = DEFAULT_CURRENCY): Amount | undefined =>
  /^\d/.test(text.trim()) ? readAmount(text, currency) : undefined;

/** Behind the point, so that a column of amounts stands straight. */
const LEAST_DIGITS = 2;

/** Smallest units (`-12500000`) as people read them (`-12.50`), with `least` digits behind the point at the least. */
export function showAmount(
  amount: Amount,
  currency: Currency = DEFAULT_CURRENCY,
  least = LEAST_DIGITS,
): string {
  const digits = CURRENCY_DIGITS[currency];
  const isNegative = amount.startsWith('-');
  const text = (isNegative ? amount.slice(1) : amount).padStart(digits + 1, '0');
  const part = text.slice(-digits).replace(/0+$/, '').padEnd(least, '0');
  return `${isNegative ? '-' : ''}${text.slice(0, -digits)}${part === '' ? '' : `.${part}`}`;
}

/** Smallest units as texts have them, thousands apart in every language of the product: `-12,345.60`. */
export const amountText = (amount: Amount, currency: Currency = DEFAULT_CURRENCY): string =>
  groupedAmount(showAmount(amount, currency));

/** The same of an amount that is shown already: `-12345.60`. */
export function groupedAmount(shown: string): string {
  const [whole = '', part] = shown.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? grouped : `${grouped}.${part}`;
}
