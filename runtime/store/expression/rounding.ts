import { quantizeParts, type Rounding } from '../value/decimal-arithmetic.ts';
import { decimalOfParts, doubleOfParts } from '../value/decimal-parts.ts';
import { StoreError } from '../value/errors.ts';
import {
  Decimal128,
  fitsInt,
  fitsLong,
  Int32,
  int32,
  isNullish,
  isNumber,
  type NumberValue,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { toParts } from '../value/numbers.ts';
import { numeric } from './arithmetic.ts';
import { compileCounted, wholeOf } from './operands.ts';
import type { Evaluate, OperatorCompiler, OperatorTable } from './types.ts';

/** The number with no digit below 10^-place, exactly; its kind stays. StoreError 51080 when an int or long overflows. */
const roundTo = (value: NumberValue, place: number, rounding: Rounding): Value => {
  const isWhole = value instanceof Int32 || typeof value === 'bigint';
  if (isWhole && place >= 0) return value;
  const parts = quantizeParts(toParts(value), -place, rounding);
  if (value instanceof Decimal128) return decimalOfParts(parts);
  if (typeof value === 'number') return doubleOfParts(parts);
  const magnitude = parts.coefficient * 10n ** BigInt(parts.exponent);
  const result = parts.isNegative ? -magnitude : magnitude;
  if (!fitsLong(result))
    throw new StoreError(
      51080,
      'invalid conversion from Decimal128 result in $round resulting from arguments',
    );
  return value instanceof Int32 && fitsInt(Number(result)) ? int32(Number(result)) : result;
};

const LEAST_PLACE = -20;
const GREATEST_PLACE = 100;

const roundOperator =
  (rounding: Rounding): OperatorCompiler =>
  (operand, context, name) => {
    const [number, places] = compileCounted(operand, context, { name, least: 1, most: 2 }) as [
      Evaluate,
      Evaluate?,
    ];
    return (root) => {
      const value = number(root);
      if (isNullish(value)) return null;
      if (!isNumber(value))
        throw new StoreError(51081, `${name} only supports numeric types, not ${typeNameOf(value)}`);
      const digits = places === undefined ? int32(0) : places(root);
      if (isNullish(digits)) return null;
      const place = wholeOf(digits, `precision argument to ${name}`, 51082);
      if (place < LEAST_PLACE || place > GREATEST_PLACE) {
        throw new StoreError(
          51083,
          `cannot apply ${name} with precision value ${place} value must be in [-20, 100]`,
        );
      }
      return roundTo(value, place, rounding);
    };
  };

export const ROUNDING: OperatorTable = new Map<string, OperatorCompiler>([
  ['$round', roundOperator('nearest')],
  ['$trunc', roundOperator('truncate')],
  ['$ceil', numeric('$ceil', 28765, (value) => roundTo(value, 0, 'ceiling'))],
  ['$floor', numeric('$floor', 28765, (value) => roundTo(value, 0, 'floor'))],
]);
