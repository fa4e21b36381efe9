import { StoreError } from '../value/errors.ts';
import {
  Decimal128,
  divideNumbers,
  fitsLong,
  Int32,
  int32,
  isNullish,
  isNumber,
  isZero,
  multiplyNumbers,
  type NumberValue,
  toDouble,
  toWholeNumber,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { numeric } from './arithmetic.ts';
import { squareRoot } from './decimal-root.ts';
import { binary } from './operands.ts';
import type { OperatorCompiler, OperatorTable } from './types.ts';

const refuseDecimal = (name: string): StoreError =>
  new StoreError(115, `${name} of a decimal is not supported by the embedded store`);

/** A function of doubles; what needs more digits than a double has is refused. */
const ofDouble = (
  name: string,
  apply: (value: number) => number,
  check?: (value: number) => void,
): OperatorCompiler =>
  numeric(name, 28765, (value) => {
    if (value instanceof Decimal128) throw refuseDecimal(name);
    const number = toDouble(value);
    check?.(number);
    return apply(number);
  });

const mustBePositive =
  (name: string, code: number) =>
  (value: number): void => {
    if (value <= 0)
      throw new StoreError(code, `${name}'s argument must be a positive number, but is ${value}`);
  };

const mustLieIn =
  (name: string, least: number, most: number) =>
  (value: number): void => {
    if (value < least || value > most) {
      throw new StoreError(50989, `cannot apply ${name} to ${value}, value must be in [${least},${most}]`);
    }
  };

const mustBeFinite =
  (name: string) =>
  (value: number): void => {
    if (Math.abs(value) === Number.POSITIVE_INFINITY) {
      throw new StoreError(50989, `cannot apply ${name} to ${value}, value must be in (-inf,inf)`);
    }
  };

const root = (value: NumberValue): Value => {
  if (toDouble(value) < 0) throw new StoreError(28714, "$sqrt's argument must be greater than or equal to 0");
  return value instanceof Decimal128 ? squareRoot(value) : Math.sqrt(toDouble(value));
};

const power = (base: Value | undefined, exponent: Value | undefined): Value => {
  if (isNullish(base) || isNullish(exponent)) return null;
  if (!isNumber(base)) throw new StoreError(28762, `$pow's base must be numeric, not ${typeNameOf(base)}`);
  if (!isNumber(exponent))
    throw new StoreError(28763, `$pow's exponent must be numeric, not ${typeNameOf(exponent)}`);
  if (isZero(base) && toDouble(exponent) < 0)
    throw new StoreError(28764, '$pow cannot take a base of 0 and a negative exponent');
  if (base instanceof Decimal128 || exponent instanceof Decimal128) return decimalPower(base, exponent);
  if (typeof base === 'number' || typeof exponent === 'number') return toDouble(base) ** toDouble(exponent);
  return wholePower(base, exponent);
};

const toBigInt = (value: Int32 | bigint): bigint => (typeof value === 'bigint' ? value : BigInt(value.value));

/** Whole numbers stay whole while they fit; otherwise the result is a double. */
const wholePower = (base: Int32 | bigint, exponent: Int32 | bigint): Value => {
  const number = toBigInt(base);
  const times = toBigInt(exponent);
  const isSmall = number >= -1n && number <= 1n;
  if (times < 0n || (times > 64n && !isSmall)) return Number(number) ** Number(times);
  const result = isSmall && times > 2n ? number ** (2n + (times % 2n)) : number ** times;
  if (!fitsLong(result)) return Number(number) ** Number(times);
  const areInts = base instanceof Int32 && exponent instanceof Int32;
  return areInts && BigInt.asIntN(32, result) === result ? int32(Number(result)) : result;
};

const decimalPower = (base: NumberValue, exponent: NumberValue): Value => {
  const times = toWholeNumber(exponent);
  if (times === undefined || Math.abs(times) > 1000) throw refuseDecimal('$pow with such an exponent');
  let result: NumberValue = new Decimal128('1');
  for (let count = 0; count < Math.abs(times); count++) result = multiplyNumbers(result, base);
  return times < 0 ? divideNumbers(new Decimal128('1'), result) : result;
};

const logarithm = (value: Value | undefined, base: Value | undefined): Value => {
  if (isNullish(value) || isNullish(base)) return null;
  if (!isNumber(value))
    throw new StoreError(28756, `$log's argument must be numeric, not ${typeNameOf(value)}`);
  if (!isNumber(base)) throw new StoreError(28757, `$log's base must be numeric, not ${typeNameOf(base)}`);
  if (value instanceof Decimal128 || base instanceof Decimal128) throw refuseDecimal('$log');
  const number = toDouble(value);
  if (number <= 0) throw new StoreError(28758, `$log's argument must be a positive number, but is ${number}`);
  if (toDouble(base) <= 0 || toDouble(base) === 1) {
    throw new StoreError(
      28759,
      `$log's base must be a positive number not equal to 1, but is ${toDouble(base)}`,
    );
  }
  return Math.log(number) / Math.log(toDouble(base));
};

const arcTangent = (y: Value | undefined, x: Value | undefined): Value => {
  if (isNullish(y) || isNullish(x)) return null;
  if (!isNumber(y)) throw new StoreError(51044, `$atan2 only supports numeric types, not ${typeNameOf(y)}`);
  if (!isNumber(x)) throw new StoreError(51045, `$atan2 only supports numeric types, not ${typeNameOf(x)}`);
  if (y instanceof Decimal128 || x instanceof Decimal128) throw refuseDecimal('$atan2');
  return Math.atan2(toDouble(y), toDouble(x));
};

const HALF_TURN = 180;

export const POWERS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$sqrt', numeric('$sqrt', 28765, root)],
  ['$pow', binary(power)],
  ['$log', binary(logarithm)],
  ['$exp', ofDouble('$exp', Math.exp)],
  ['$ln', ofDouble('$ln', Math.log, mustBePositive('$ln', 28766))],
  ['$log10', ofDouble('$log10', Math.log10, mustBePositive('$log10', 28761))],
  ['$sin', ofDouble('$sin', Math.sin, mustBeFinite('$sin'))],
  ['$cos', ofDouble('$cos', Math.cos, mustBeFinite('$cos'))],
  ['$tan', ofDouble('$tan', Math.tan, mustBeFinite('$tan'))],
  ['$asin', ofDouble('$asin', Math.asin, mustLieIn('$asin', -1, 1))],
  ['$acos', ofDouble('$acos', Math.acos, mustLieIn('$acos', -1, 1))],
  ['$atan', ofDouble('$atan', Math.atan)],
  ['$atan2', binary(arcTangent)],
  ['$sinh', ofDouble('$sinh', Math.sinh)],
  ['$cosh', ofDouble('$cosh', Math.cosh)],
  ['$tanh', ofDouble('$tanh', Math.tanh)],
  ['$asinh', ofDouble('$asinh', Math.asinh)],
  ['$acosh', ofDouble('$acosh', Math.acosh, mustLieIn('$acosh', 1, Number.POSITIVE_INFINITY))],
  ['$atanh', ofDouble('$atanh', Math.atanh, mustLieIn('$atanh', -1, 1))],
  ['$degreesToRadians', ofDouble('$degreesToRadians', (value) => value * (Math.PI / HALF_TURN))],
  ['$radiansToDegrees', ofDouble('$radiansToDegrees', (value) => value * (HALF_TURN / Math.PI))],
]);
