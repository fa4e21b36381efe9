import type { Collation, Document, Value } from '../value/index.ts';

/** A compiled expression: the value for one document, undefined for a missing one. */
export type Evaluate = (root: Document) => Value | undefined;

/** Holds a variable's value while the expression that uses it runs; expressions run without interruption. */
export interface Box {
  value: Value | undefined;
}

/** What an expression is compiled with by its caller. */
export interface ExpressionOptions {
  collation?: Collation | undefined;
  /** User variables, without their `$$`: fixed values. */
  variables?: ReadonlyMap<string, Value> | undefined;
  /** User variables whose values change between evaluations, such as those of `$lookup`'s `let`. */
  boxes?: ReadonlyMap<string, Box> | undefined;
  /** What `$$NOW` stands for. */
  now?: Date | undefined;
  /** Random numbers from 0 to 1 (without 1) for `$rand`; Math.random without. */
  random?: (() => number) | undefined;
}

/** What operators are compiled with. */
export interface Context {
  collation: Collation | undefined;
  variables: ReadonlyMap<string, Box>;
  now: Date;
  random: () => number;
  /** Compiles an expression inside this one. */
  compile: (expression: Value, context: Context) => Evaluate;
}

/** Compiles an operator from its operand; `name` has its `$`. */
export type OperatorCompiler = (operand: Value, context: Context, name: string) => Evaluate;

export type OperatorTable = ReadonlyMap<string, OperatorCompiler>;
