import type { Collation, Document, LeafArrays, Value } from '../value/index.ts';
import type { Predicate, Test } from './path-predicate.ts';

/** What a filter is compiled with. */
export interface MatchOptions {
  collation?: Collation | undefined;
  /** Variables that `$expr` may use, without their `$$`. */
  variables?: ReadonlyMap<string, Value> | undefined;
  /** Variables of `$expr` whose values change between tests. */
  boxes?: ReadonlyMap<string, { value: Value | undefined }> | undefined;
  /** The time that `$$NOW` stands for; the moment of compiling when absent. */
  now?: Date | undefined;
}

/** Makes a predicate of a test by saying which value it is put to. */
export type Bind = (test: Test, leaves?: LeafArrays) => Predicate;

/** What operators are compiled with; the last two let them hold filters and operators in turn. */
export interface MatchContext extends MatchOptions {
  compileFilter: (filter: Document, context: MatchContext) => Predicate;
  compileOperators: (operators: Document, bind: Bind, context: MatchContext) => Predicate;
}
