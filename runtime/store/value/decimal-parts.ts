import { Decimal128 } from './types.ts';

/**
 * A decimal number taken apart: (-1)^isNegative × coefficient × 10^exponent, or NaN, or an infinity.
 * Unlike Decimal128 it may hold any number of digits, so doubles and longs fit in exactly.
 */
export interface DecimalParts {
  kind: 'finite' | 'infinite' | 'nan';
  isNegative: boolean;
  coefficient: bigint;
  exponent: number;
}

// IEEE 754-2008 decimal128: 34 digits, exponents of the last digit from -6176 to 6111, bias 6176.
export const MAXIMUM_DIGITS = 34;
export const MINIMUM_EXPONENT = -6176;
export const MAXIMUM_EXPONENT = 6111;
const MAXIMUM_COEFFICIENT = 10n ** 34n - 1n;
const MASK_113 = (1n << 113n) - 1n;

const finite = (isNegative: boolean, coefficient: bigint, exponent: number): DecimalParts => ({
  kind: 'finite',
  isNegative,
  coefficient,
  exponent,
});

const special = (kind: 'infinite' | 'nan', isNegative: boolean): DecimalParts => ({
  kind,
  isNegative,
  coefficient: 0n,
  exponent: 0,
});

const POWERS: bigint[] = [];

/** 10^exponent for a whole exponent ≥ 0. */
export const powerOfTen = (exponent: number): bigint => {
  if (exponent > 400) return 10n ** BigInt(exponent);
  for (let next = POWERS.length; next <= exponent; next++) POWERS.push(10n ** BigInt(next));
  return POWERS[exponent] as bigint;
};

/** How many decimal digits a non-negative bigint has; 1 for zero. */
export const digitCount = (value: bigint): number => value.toString().length;

/** Takes a Decimal128 apart (binary integer decimal encoding). Non-canonical coefficients are zero. */
export const partsOfDecimal = (value: Decimal128): DecimalParts => {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const high = view.getBigUint64(8, true);
  const isNegative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 31n);
  if (combination >= 30) return special(combination === 31 ? 'nan' : 'infinite', isNegative);
  if (combination >= 24) return finite(isNegative, 0n, Number((high >> 47n) & 0x3fffn) + MINIMUM_EXPONENT);
  const coefficient = ((high << 64n) | view.getBigUint64(0, true)) & MASK_113;
  const exponent = Number((high >> 49n) & 0x3fffn) + MINIMUM_EXPONENT;
  return finite(isNegative, coefficient > MAXIMUM_COEFFICIENT ? 0n : coefficient, exponent);
};

/** The exact value of a double. */
export const partsOfDouble = (value: number): DecimalParts => {
  if (Number.isNaN(value)) return special('nan', false);
  if (!Number.isFinite(value)) return special('infinite', value < 0);
  const isNegative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  if (Number.isSafeInteger(magnitude)) return finite(isNegative, BigInt(magnitude), 0);
  const { mantissa, exponent } = binaryParts(magnitude);
  return exponent >= 0
    ? finite(isNegative, mantissa << BigInt(exponent), 0)
    : finite(isNegative, mantissa * 5n ** BigInt(-exponent), exponent);
};

const scratch = new DataView(new ArrayBuffer(8));

const binaryParts = (magnitude: number): { mantissa: bigint; exponent: number } => {
  scratch.setFloat64(0, magnitude);
  const bits = scratch.getBigUint64(0);
  const biased = Number(bits >> 52n) & 0x7ff;
  const fraction = bits & ((1n << 52n) - 1n);
  let mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  let exponent = biased === 0 ? -1074 : biased - 1075;
  while (mantissa !== 0n && (mantissa & 1n) === 0n && exponent < 0) {
    mantissa >>= 1n;
    exponent++;
  }
  return { mantissa, exponent };
};

export const partsOfLong = (value: bigint): DecimalParts =>
  finite(value < 0n, value < 0n ? -value : value, 0);

/**
 * A double as MongoDB takes it into decimal arithmetic: 15 significant digits
 * (Decimal128(double, kRoundTo15Digits) in src/mongo/platform/decimal128.cpp).
 */
export const roundedPartsOfDouble = (value: number): DecimalParts => {
  if (!Number.isFinite(value) || value === 0) return partsOfDouble(value);
  const [mantissa, exponent] = Math.abs(value).toExponential(14).split('e') as [string, string];
  return finite(value < 0, BigInt(mantissa.replace('.', '')), Number(exponent) - 14);
};

/** Packs parts into a Decimal128, rounding half to even; overflow gives an infinity, underflow zero. */
export const decimalOfParts = (parts: DecimalParts): Decimal128 => {
  if (parts.kind === 'nan') return pack(0x7cn << 56n, 0n);
  const sign = parts.isNegative ? 1n << 63n : 0n;
  if (parts.kind === 'infinite') return pack(sign | (0x78n << 56n), 0n);
  const { coefficient, exponent } = fit(parts);
  if (exponent > MAXIMUM_EXPONENT) return pack(sign | (0x78n << 56n), 0n);
  const biased = BigInt(exponent - MINIMUM_EXPONENT);
  return pack(sign | (biased << 49n) | (coefficient >> 64n), coefficient & 0xffffffffffffffffn);
};

const pack = (high: bigint, low: bigint): Decimal128 => {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, low, true);
  view.setBigUint64(8, high, true);
  return new Decimal128(bytes);
};

/** Brings a finite number into 34 digits and the exponent range, as far as that can be done. */
const fit = (parts: DecimalParts): { coefficient: bigint; exponent: number } => {
  let { coefficient, exponent } = parts;
  const excess = Math.max(digitCount(coefficient) - MAXIMUM_DIGITS, MINIMUM_EXPONENT - exponent, 0);
  if (excess > 0) {
    coefficient = divideHalfEven(coefficient, powerOfTen(Math.min(excess, digitCount(coefficient) + 1)));
    exponent += excess;
    if (coefficient > MAXIMUM_COEFFICIENT) {
      coefficient /= 10n;
      exponent++;
    }
  }
  if (exponent > MAXIMUM_EXPONENT) {
    const padding = exponent - MAXIMUM_EXPONENT;
    if (coefficient === 0n) return { coefficient, exponent: MAXIMUM_EXPONENT };
    if (digitCount(coefficient) + padding <= MAXIMUM_DIGITS) {
      return { coefficient: coefficient * powerOfTen(padding), exponent: MAXIMUM_EXPONENT };
    }
  }
  return { coefficient, exponent };
};

/** Quotient of non-negative numbers, rounded to the nearest, ties to the even one. */
export const divideHalfEven = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && (quotient & 1n) === 1n)) return quotient + 1n;
  return quotient;
};

/** Exact order of two finite or special numbers: NaN lowest and equal to itself, -0 equal to 0. */
export const compareParts = (left: DecimalParts, right: DecimalParts): number => {
  if (left.kind === 'nan' || right.kind === 'nan') {
    return Number(right.kind === 'nan') - Number(left.kind === 'nan');
  }
  const leftSign = signOf(left);
  const rightSign = signOf(right);
  if (leftSign !== rightSign) return leftSign < rightSign ? -1 : 1;
  if (leftSign === 0) return 0;
  return leftSign < 0 ? compareMagnitudes(right, left) : compareMagnitudes(left, right);
};

/** -1, 0 or 1; not for NaN. */
export const signOf = (parts: DecimalParts): number => {
  if (parts.kind === 'finite' && parts.coefficient === 0n) return 0;
  return parts.isNegative ? -1 : 1;
};

const compareMagnitudes = (left: DecimalParts, right: DecimalParts): number => {
  if (left.kind === 'infinite' || right.kind === 'infinite') {
    return Number(left.kind === 'infinite') - Number(right.kind === 'infinite');
  }
  const leftSize = digitCount(left.coefficient) + left.exponent;
  const rightSize = digitCount(right.coefficient) + right.exponent;
  if (leftSize !== rightSize) return leftSize < rightSize ? -1 : 1;
  const lowest = Math.min(left.exponent, right.exponent);
  const first = left.coefficient * powerOfTen(left.exponent - lowest);
  const second = right.coefficient * powerOfTen(right.exponent - lowest);
  return first < second ? -1 : first > second ? 1 : 0;
};

/** The double nearest to the number. */
export const doubleOfParts = (parts: DecimalParts): number => {
  if (parts.kind === 'nan') return Number.NaN;
  const sign = parts.isNegative ? '-' : '';
  return Number(
    parts.kind === 'infinite' ? `${sign}Infinity` : `${sign}${parts.coefficient}e${parts.exponent}`,
  );
};
