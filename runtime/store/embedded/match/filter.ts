import { StoreError } from '../errors.ts';
import { compileExpression } from '../expression/index.ts';
import { type Document, isDocument, isTruthy, type Value } from '../value/index.ts';
import type { MatchContext } from './context.ts';
import { fieldPredicate } from './field.ts';
import { anyOf, everyOf, negate, type Predicate } from './path_predicate.ts';
import { recordedIndex, recordIndex } from './recorded_index.ts';

/** The predicate of a whole filter document; true for an empty one. */
export const filterPredicate = (filter: Document, context: MatchContext): Predicate => {
  const predicates: Predicate[] = [];
  for (const [name, condition] of filter) {
    if (!name.startsWith('$')) predicates.push(fieldPredicate(name, condition, context));
    else if (name !== '$comment') predicates.push(topLevelPredicate(name, condition, context));
  }
  return everyOf(predicates);
};

const REFUSED = new Map<string, [number, string]>([
  ['$where', [13, '$where is not supported by the embedded store']],
  ['$text', [27, 'text index required for $text query']],
  ['$jsonSchema', [115, '$jsonSchema is not supported by the embedded store']],
]);

const topLevelPredicate = (name: string, condition: Value, context: MatchContext): Predicate => {
  switch (name) {
    case '$and':
      return everyOf(clauses(name, condition, context));
    case '$or':
      return anyOf(clauses(name, condition, context));
    case '$nor':
      return withoutIndex(negate(anyOf(clauses(name, condition, context))));
    case '$expr':
      return expressionPredicate(condition, context);
    case '$alwaysTrue':
      return () => true;
    case '$alwaysFalse':
      return () => false;
    default:
      throw refusalOf(name);
  }
};

const refusalOf = (name: string): StoreError => {
  const refused = REFUSED.get(name);
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
