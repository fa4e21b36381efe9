import { COUNTED_PARTS, countOf } from '../expression/array-functions.ts';
import { compileExpression, type Evaluate, type ExpressionOptions } from '../expression/index.ts';
import { type NamedParts, namedParts } from '../expression/operands.ts';
import { StoreError } from '../value/errors.ts';
import { compareValues, type Document, isDocument, isNullish, type Value } from '../value/index.ts';
import type { Accumulator, AccumulatorCompiler, AccumulatorFactory } from './accumulator.ts';
import { compileSort } from './sort.ts';
import type { SortTuple } from './sort-tuples.ts';

/** How many values are kept: a constant, evaluated once. */
const limitOf = (parts: Document, name: string, options: ExpressionOptions): number =>
  countOf(compileExpression(parts.get('n') as Value, options)(new Map()), name);

const RANKING_PARTS: NamedParts = {
  required: ['sortBy', 'output'],
  codes: [5788001, 5788002, 5788005, 5788004],
};
const RANKING_LIST_PARTS: NamedParts = {
  required: ['n', 'output', 'sortBy'],
  codes: [5788001, 5788002, 5788003, 5788004, 5788005],
};

interface Ranked {
  key: SortTuple;
  output: Value;
}

/** `$top`, `$bottom`, `$topN`, `$bottomN`: outputs of the documents that stand first or last in an order. */
const ranking =
  (isTop: boolean, isList: boolean): AccumulatorCompiler =>
  (operand, options, name) => {
    const parts = namedParts(operand, name, isList ? RANKING_LIST_PARTS : RANKING_PARTS);
    const sortBy = parts.get('sortBy') as Value;
    if (!isDocument(sortBy))
      throw new StoreError(10065, `expected 'sortBy' to already be an object in the arguments to ${name}`);
    const sort = compileSort(sortBy, options.collation);
    const output = compileExpression(parts.get('output') as Value, options);
    const limit = isList ? limitOf(parts, name, options) : 1;
    const order = (left: Ranked, right: Ranked): number => sort.compareKeys(left.key, right.key);
    return () => {
      let kept: Ranked[] = [];
      const trim = (): void => {
        kept.sort(order);
        kept = isTop ? kept.slice(0, limit) : kept.slice(-limit);
      };
      return {
        add: (document) => {
          kept.push({ key: sort.keyOf(document), output: output(document) ?? null });
          if (kept.length > limit * 2 + 100) trim();
        },
        result: () => {
          trim();
          const outputs = kept.map((ranked) => ranked.output);
          return isList ? outputs : (outputs[0] ?? null);
        },
      };
    };
  };

type Keep = (evaluate: Evaluate, limit: number, options: ExpressionOptions) => Accumulator;

const listing =
  (keep: Keep): AccumulatorCompiler =>
  (operand, options, name): AccumulatorFactory => {
    const parts = namedParts(operand, name, COUNTED_PARTS);
    const limit = limitOf(parts, name, options);
    const evaluate = compileExpression(parts.get('input') as Value, options);
    return () => keep(evaluate, limit, options);
  };

const firstN: Keep = (evaluate, limit) => {
  const values: Value[] = [];
  return {
    add: (document) => {
      if (values.length < limit) values.push(evaluate(document) ?? null);
    },
    result: () => values,
  };
};

const lastN: Keep = (evaluate, limit) => {
  let values: Value[] = [];
  return {
    add: (document) => {
      values.push(evaluate(document) ?? null);
      if (values.length > limit * 2 + 100) values = values.slice(-limit);
    },
    result: () => values.slice(-limit),
  };
};

const extremeN =
  (direction: 1 | -1): Keep =>
  (evaluate, limit, { collation }) => {
    let values: Value[] = [];
    const trim = (): void => {
      values = values
        .sort((left, right) => direction * compareValues(left, right, collation))
        .slice(0, limit);
    };
    return {
      add: (document) => {
        const value = evaluate(document);
        if (isNullish(value)) return;
        values.push(value);
        if (values.length > limit * 2 + 100) trim();
      },
      result: () => {
        trim();
        return values;
      },
    };
  };

/** Accumulators that keep some of a group's values. */
export const SELECTING_ACCUMULATORS: [string, AccumulatorCompiler][] = [
  ['$top', ranking(true, false)],
  ['$bottom', ranking(false, false)],
  ['$topN', ranking(true, true)],
  ['$bottomN', ranking(false, true)],
  ['$firstN', listing(firstN)],
  ['$lastN', listing(lastN)],
  ['$minN', listing(extremeN(1))],
  ['$maxN', listing(extremeN(-1))],
];
