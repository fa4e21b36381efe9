import { BSONSymbol, Decimal128, Int32, ObjectId, type Value } from '../value/index.ts';

const DIGITS = 6;

/**
 * A double as C's `%g` writes it, with six digits: so MongoDB 8.0 turns one into text (StringBuilder in
 * src/mongo/bson/util/builder.h, used by performFormatDouble of its `$convert`). Later releases write all digits.
 */
export const textOfDouble = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits, exponentText] = value.toExponential(DIGITS - 1).split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= DIGITS) {
    const mantissa = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  const fixed = value.toFixed(DIGITS - 1 - exponent);
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
};

/** The text of a scalar that MongoDB turns into a string by itself; undefined for other types. */
export const textOf = (value: Value): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return textOfDouble(value);
  if (value instanceof Int32) return String(value.value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Decimal128) return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  return value instanceof BSONSymbol ? value.value : undefined;
};
