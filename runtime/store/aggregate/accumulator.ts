import type { ExpressionOptions } from '../expression/index.ts';
import type { Document, Value } from '../value/index.ts';

/** Collects values of the documents of one group. */
export interface Accumulator {
  add: (document: Document) => void;
  result: () => Value | undefined;
}

/** Makes an empty accumulator for a new group. */
export type AccumulatorFactory = () => Accumulator;

export type AccumulatorCompiler = (
  operand: Value,
  options: ExpressionOptions,
  name: string,
) => AccumulatorFactory;
