import { compareValues, isNullish, isNumber, toDouble, type Value } from '../value/index.ts';
import { compileArguments } from './operands.ts';
import { addToSum, meanValue, newSum, type Sum, sumValue } from './sum.ts';
import type { Context, OperatorCompiler, OperatorTable } from './types.ts';

/** An operator over its arguments, or over the elements where its only argument is an array. */
const overValues =
  (apply: (values: (Value | undefined)[], context: Context) => Value): OperatorCompiler =>
  (operand, context) => {
    const parts = compileArguments(operand, context);
    const [only] = parts;
    if (parts.length !== 1 || only === undefined) {
      return (root) =>
        apply(
          parts.map((part) => part(root)),
          context,
        );
    }
    return (root) => {
      const value = only(root);
      return apply(Array.isArray(value) ? value : [value], context);
    };
  };

const total = (values: (Value | undefined)[]): Sum => {
  const sum = newSum();
  for (const value of values) if (isNumber(value)) addToSum(sum, value);
  return sum;
};

const extreme =
  (direction: 1 | -1) =>
  (values: (Value | undefined)[], { collation }: Context): Value => {
    let found: Value | undefined;
    for (const value of values) {
      if (isNullish(value)) continue;
      if (found === undefined || compareValues(value, found, collation) * direction > 0) found = value;
    }
    return found ?? null;
  };

const deviation =
  (isSample: boolean) =>
  (values: (Value | undefined)[]): Value => {
    const numbers = values.filter(isNumber).map((value) => toDouble(value));
    const divisor = isSample ? numbers.length - 1 : numbers.length;
    if (divisor < 1) return null;
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    return Math.sqrt(numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / divisor);
  };

export const STATISTICS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$sum', overValues((values) => sumValue(total(values)))],
  ['$avg', overValues((values) => meanValue(total(values)))],
  ['$min', overValues(extreme(-1))],
  ['$max', overValues(extreme(1))],
  ['$stdDevPop', overValues(deviation(false))],
  ['$stdDevSamp', overValues(deviation(true))],
]);
