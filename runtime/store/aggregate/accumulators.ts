import { compileExpression, type Evaluate, type ExpressionOptions } from '../expression/index.ts';
import { addToSum, meanValue, newSum, sumValue } from '../expression/sum.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  compareValues,
  type Document,
  hashKey,
  Int32,
  isDocument,
  isNullish,
  isNumber,
  toDouble,
  typeNameOf,
  type Value,
  wholeValue,
} from '../value/index.ts';
import type { Accumulator, AccumulatorCompiler, AccumulatorFactory } from './accumulator.ts';
import { SELECTING_ACCUMULATORS } from './selecting-accumulators.ts';

/** An accumulator that needs no more than each document's value of one expression. */
const over =
  (make: (evaluate: Evaluate, collation: Collation | undefined) => Accumulator): AccumulatorCompiler =>
  (operand, options) => {
    const evaluate = compileExpression(operand, options);
    return () => make(evaluate, options.collation);
  };

const sum: AccumulatorCompiler = (operand, options) => {
  if (operand instanceof Int32 && operand.value === 1) return counter;
  const evaluate = compileExpression(operand, options);
  return () => {
    const total = newSum();
    return {
      add: (document) => {
        const value = evaluate(document);
        if (isNumber(value)) addToSum(total, value);
      },
      result: () => sumValue(total),
    };
  };
};

const counter: AccumulatorFactory = () => {
  let count = 0;
  return {
    add: () => {
      count++;
    },
    result: () => wholeValue(count),
  };
};

const count: AccumulatorCompiler = (operand) => {
  if (!isDocument(operand) || operand.size > 0)
    throw new StoreError(9, '$count takes no arguments, i.e. $count:{}');
  return counter;
};

const average = over((evaluate) => {
  const total = newSum();
  return {
    add: (document) => {
      const value = evaluate(document);
      if (isNumber(value)) addToSum(total, value);
    },
    result: () => meanValue(total),
  };
});

const extreme = (direction: 1 | -1): AccumulatorCompiler =>
  over((evaluate, collation) => {
    let found: Value | undefined;
    return {
      add: (document) => {
        const value = evaluate(document);
        if (isNullish(value)) return;
        if (found === undefined || compareValues(value, found, collation) * direction > 0) found = value;
      },
      result: () => found ?? null,
    };
  });

const first = over((evaluate) => {
  let found: Value | undefined;
  let isSet = false;
  return {
    add: (document) => {
      if (isSet) return;
      isSet = true;
      found = evaluate(document);
    },
    result: () => found ?? null,
  };
});

const last = over((evaluate) => {
  let found: Value | undefined;
  return {
    add: (document) => {
      found = evaluate(document);
    },
    result: () => found ?? null,
  };
});

const push = over((evaluate) => {
  const values: Value[] = [];
  return {
    add: (document) => {
      const value = evaluate(document);
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
});

const addToSet = over((evaluate, collation) => {
  const values = new Map<string, Value>();
  return {
    add: (document) => {
      const value = evaluate(document);
      if (value === undefined) return;
      const hash = hashKey(value, collation);
      if (!values.has(hash)) values.set(hash, value);
    },
    result: () => [...values.values()],
  };
});

const mergeObjects = over((evaluate) => {
  const merged: Document = new Map();
  return {
    add: (document) => {
      const value = evaluate(document);
      if (isNullish(value)) return;
      if (!isDocument(value)) {
        throw new StoreError(
          40400,
          `$mergeObjects requires object inputs, but input is of type ${typeNameOf(value)}`,
        );
      }
      for (const [name, item] of value) merged.set(name, item);
    },
    result: () => merged,
  };
});

/** Welford's method; `isSample` divides by n − 1. */
const deviation = (isSample: boolean): AccumulatorCompiler =>
  over((evaluate) => {
    let n = 0;
    let mean = 0;
    let squares = 0;
    return {
      add: (document) => {
        const value = evaluate(document);
        if (!isNumber(value)) return;
        const number = toDouble(value);
        n++;
        const distance = number - mean;
        mean += distance / n;
        squares += distance * (number - mean);
      },
      result: () => {
        const divisor = isSample ? n - 1 : n;
        return divisor < 1 ? null : Math.sqrt(squares / divisor);
      },
    };
  });

/** Every accumulator of `$group` and its kind. */
export const ACCUMULATORS: ReadonlyMap<string, AccumulatorCompiler> = new Map<string, AccumulatorCompiler>([
  ['$sum', sum],
  ['$avg', average],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$first', first],
  ['$last', last],
  ['$push', push],
  ['$addToSet', addToSet],
  ['$count', count],
  ['$mergeObjects', mergeObjects],
  ['$stdDevPop', deviation(false)],
  ['$stdDevSamp', deviation(true)],
  ...SELECTING_ACCUMULATORS,
]);

/** Compiles `{ $accumulator: operand }`. StoreError 40234, 40238 or 15952 for anything else. */
export const compileAccumulator = (
  field: string,
  specification: Value,
  options: ExpressionOptions,
): AccumulatorFactory => {
  if (!isDocument(specification) || specification.size === 0) {
    throw new StoreError(40234, `The field '${field}' must be an accumulator object`);
  }
  if (specification.size !== 1) {
    throw new StoreError(40238, `The field '${field}' must specify one accumulator`);
  }
  const [name, operand] = specification.entries().next().value as [string, Value];
  const compile = ACCUMULATORS.get(name);
  if (compile === undefined) throw new StoreError(15952, `unknown group operator '${name}'`);
  return compile(operand, options, name);
};
