import { compileExpression } from '../expression/index.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, isTruthy, type Value } from '../value/index.ts';
import type { MatchContext } from './context.ts';
import { fieldPredicate } from './field.ts';
import { anyOf, everyOf, negate, type Predicate } from './path-predicate.ts';
import { recordedIndex, recordIndex } from './recorded-index.ts';

/** The predicate of a whole filter document; true for an empty one. */
export const filterPredicate = (filter: Document, context: MatchContext): Predicate => {
  const predicates: Predicate[] = [];
  for (const [name, condition] of filter) {
    if (!name.startsWith('$')) predicates.push(fieldPredicate(name, condition, context));
    else if (name !== '$comment') predicates.push(topLevelPredicate(name, condition, context));
  }
  return everyOf(predicates);
};

/** Operators of MongoDB that are refused on purpose, with the code and why. */
export const REFUSED_FILTER_OPERATORS: ReadonlyMap<string, [number, string]> = new Map([
  ['$where', [13, '$where is not supported by the embedded store']],
  ['$text', [27, 'text index required for $text query']],
  ['$jsonSchema', [115, '$jsonSchema is not supported by the embedded store']],
]);

const topLevelPredicate = (name: string, condition: Value, context: MatchContext): Predicate => {
  const compile = FILTER_OPERATORS.get(name);
  if (compile === undefined) throw refusalOf(name);
  return compile(condition, context);
};

const refusalOf = (name: string): StoreError => {
  const refused = REFUSED_FILTER_OPERATORS.get(name);
  if (refused !== undefined) return new StoreError(...refused);
  return new StoreError(
    2,
    `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
};

const clauses = (name: string, condition: Value, context: MatchContext): Predicate[] => {
  if (!Array.isArray(condition)) throw new StoreError(2, `${name} must be an array`);
  if (condition.length === 0) throw new StoreError(2, '$and/$or/$nor must be a nonempty array');
  return condition.map((clause) => {
    if (!isDocument(clause)) throw new StoreError(2, '$or/$and/$nor entries need to be full objects');
    return filterPredicate(clause, context);
  });
};

const withoutIndex =
  (predicate: Predicate): Predicate =>
  (document) => {
    const before = recordedIndex();
    const isMatch = predicate(document);
    recordIndex(before);
    return isMatch;
  };

const expressionPredicate = (condition: Value, context: MatchContext): Predicate => {
  const evaluate = compileExpression(condition, context);
  return (document) => isTruthy(evaluate(document));
};

type FilterOperator = (condition: Value, context: MatchContext) => Predicate;

/** Every operator that may stand where a field's name does; `$comment` does nothing. */
export const FILTER_OPERATORS: ReadonlyMap<string, FilterOperator> = new Map<string, FilterOperator>([
  ['$and', (condition, context) => everyOf(clauses('$and', condition, context))],
  ['$or', (condition, context) => anyOf(clauses('$or', condition, context))],
  ['$nor', (condition, context) => withoutIndex(negate(anyOf(clauses('$nor', condition, context))))],
  ['$expr', expressionPredicate],
  ['$alwaysTrue', () => () => true],
  ['$alwaysFalse', () => () => false],
]);
