import { addParts, negateParts } from './decimal-arithmetic.ts';
import {
  compareParts,
  type DecimalParts,
  digitCount,
  doubleOfParts,
  partsOfDouble,
} from './decimal-parts.ts';
import { growKey, key, keyLength, writeByte } from './key-buffer.ts';
import { toParts } from './numbers.ts';
import { Int32, type NumberValue } from './types.ts';

const NOT_A_NUMBER = 1;
const NEGATIVE = 2;
const ZERO = 3;
const POSITIVE = 4;

/**
 * Writes a number so that all four kinds share one exact order: a class byte, then the magnitude as the
 * greatest double not above it (8 bytes), then what is left over. A negative magnitude is inverted.
 */
export const writeNumberKey = (value: NumberValue): void => {
  const plain = value instanceof Int32 ? value.value : value;
  if (typeof plain === 'number') writeDouble(plain);
  else writeParts(toParts(plain));
};

const writeParts = (parts: DecimalParts): void => {
  if (parts.kind !== 'finite' || parts.coefficient === 0n) {
    writeDouble(doubleOfParts(parts));
    return;
  }
  writeByte(parts.isNegative ? NEGATIVE : POSITIVE);
  const start = keyLength();
  writeMagnitude({ ...parts, isNegative: false });
  if (parts.isNegative) invertFrom(start);
};

const writeDouble = (value: number): void => {
  if (Number.isNaN(value) || value === 0) {
    writeByte(value === 0 ? ZERO : NOT_A_NUMBER);
    return;
  }
  writeByte(value < 0 ? NEGATIVE : POSITIVE);
  const start = growKey(9);
  key().writeDoubleBE(Math.abs(value), start);
  key()[start + 8] = 0;
  if (value < 0) invertFrom(start);
};

const invertFrom = (start: number): void => {
  const bytes = key();
  const end = keyLength();
  for (let index = start; index < end; index++) bytes[index] = ~(bytes[index] as number);
};

const writeMagnitude = (parts: DecimalParts): void => {
  const floor = floorDouble(parts);
  const at = growKey(8);
  key().writeDoubleBE(floor, at);
  const rest = addParts(parts, negateParts(partsOfDouble(floor)));
  writeByte(rest.coefficient === 0n ? 0 : 1);
  if (rest.coefficient !== 0n) writeRest(rest);
};

const scratch = new DataView(new ArrayBuffer(8));

/** The greatest finite double that is not above a positive number. */
const floorDouble = (parts: DecimalParts): number => {
  const nearest = Math.min(doubleOfParts(parts), Number.MAX_VALUE);
  if (compareParts(partsOfDouble(nearest), parts) <= 0) return nearest;
  scratch.setFloat64(0, nearest);
  scratch.setBigUint64(0, scratch.getBigUint64(0) - 1n);
  return scratch.getFloat64(0);
};

/** Above the least exponent that a rest can have: a decimal's -6176, less the digits of a double. */
const EXPONENT_BIAS = 16384;

/** A positive rest as 0.dd… × 10^e: biased e in two bytes, pairs of digits each plus 1, a closing zero. */
const writeRest = (rest: DecimalParts): void => {
  const digits = rest.coefficient.toString().replace(/0+$/, '');
  const exponent = digitCount(rest.coefficient) + rest.exponent;
  const at = growKey(2);
  key().writeUInt16BE(exponent + EXPONENT_BIAS, at);
  for (let index = 0; index < digits.length; index += 2) {
    writeByte(Number(digits.slice(index, index + 2).padEnd(2, '0')) + 1);
  }
  writeByte(0);
};
