import { StoreError } from '../value/errors.ts';
import { BSONRegExp, type Document, isDocument, isTruthy, type Value } from '../value/index.ts';
import { allPredicate, elemMatchPredicate } from './array-operators.ts';
import { equalTest, inTest, rangeTest, regExpTest } from './comparison.ts';
import type { Bind, MatchContext } from './context.ts';
import { bitsTest, modTest, sizeTest, typeTest } from './element-operators.ts';
import { isOperatorDocument } from './operator-document.ts';
import { everyOf, negate, type Predicate, pathPredicate } from './path-predicate.ts';
import { recordedIndex, recordIndex } from './recorded-index.ts';

/** The condition that a filter sets on one path: a value to equal, a regular expression or operators. */
export const fieldPredicate = (path: string, condition: Value, context: MatchContext): Predicate => {
  if (condition instanceof BSONRegExp) return pathPredicate(path, regExpTest(condition));
  if (isOperatorDocument(condition)) return operatorsPredicate(condition, bindPath(path), context);
  return pathPredicate(path, equalTest(condition, context.collation));
};

export const bindPath =
  (path: string): Bind =>
  (test, leaves) =>
    pathPredicate(path, test, leaves);

/** All operators of one document, put to the values that `bind` gives. */
export const operatorsPredicate = (operators: Document, bind: Bind, context: MatchContext): Predicate => {
  const predicates: Predicate[] = [];
  for (const [name, operand] of operators) {
    if (name === '$comment') continue;
    if (name === '$options') {
      if (!operators.has('$regex')) throw new StoreError(2, '$options needs a $regex');
      continue;
    }
    const operator = FIELD_OPERATORS.get(name);
    if (operator === undefined) throw refusalOf(name);
    predicates.push(operator({ bind, operand, operators, context }));
  }
  return everyOf(predicates);
};

/** Operators of MongoDB that are refused on purpose, with the code and why. */
export const REFUSED_FIELD_OPERATORS: ReadonlyMap<string, [number, string]> = new Map([
  ['$near', [2, 'geospatial queries are not supported by the embedded store']],
  ['$nearSphere', [2, 'geospatial queries are not supported by the embedded store']],
  ['$geoWithin', [2, 'geospatial queries are not supported by the embedded store']],
  ['$within', [2, 'geospatial queries are not supported by the embedded store']],
  ['$geoIntersects', [2, 'geospatial queries are not supported by the embedded store']],
]);

const refusalOf = (name: string): StoreError => {
  const refused = REFUSED_FIELD_OPERATORS.get(name);
  return refused === undefined ? new StoreError(2, `unknown operator: ${name}`) : new StoreError(...refused);
};

interface Operator {
  bind: Bind;
  operand: Value;
  /** The document the operator stands in. */
  operators: Document;
  context: MatchContext;
}

type OperatorCompiler = (operator: Operator) => Predicate;

const range =
  (name: '$gt' | '$gte' | '$lt' | '$lte'): OperatorCompiler =>
  ({ bind, operand, context }) =>
    bind(rangeTest(name, operand, context.collation));

const bits =
  (name: '$bitsAllSet' | '$bitsAllClear' | '$bitsAnySet' | '$bitsAnyClear'): OperatorCompiler =>
  ({ bind, operand }) =>
    bind(bitsTest(name, operand));

const equal: OperatorCompiler = ({ bind, operand, context }) => {
  if (operand instanceof BSONRegExp) return bind(identicalRegExp(operand));
  return bind(equalTest(operand, context.collation));
};

/** `$eq` with a regular expression looks for that expression itself, not for strings it matches. */
const identicalRegExp = (operand: BSONRegExp) => equalTest(operand);

/** Every operator that may stand on a field. */
export const FIELD_OPERATORS: ReadonlyMap<string, OperatorCompiler> = new Map<string, OperatorCompiler>([
  ['$eq', equal],
  [
    '$ne',
    (operator) => {
      if (operator.operand instanceof BSONRegExp) throw new StoreError(2, "Can't have regex as arg to $ne.");
      return withoutIndex(equal(operator));
    },
  ],
  ['$gt', range('$gt')],
  ['$gte', range('$gte')],
  ['$lt', range('$lt')],
  ['$lte', range('$lte')],
  ['$in', ({ bind, operand, context }) => bind(inTest(operand, '$in', context.collation))],
  ['$nin', ({ bind, operand, context }) => withoutIndex(bind(inTest(operand, '$nin', context.collation)))],
  ['$not', (operator) => withoutIndex(notPredicate(operator))],
  ['$exists', ({ bind, operand }) => existsPredicate(bind, operand)],
  ['$type', ({ bind, operand }) => bind(typeTest(operand))],
  ['$size', ({ bind, operand }) => bind(sizeTest(operand), 'whole')],
  ['$mod', ({ bind, operand }) => bind(modTest(operand))],
  ['$regex', (operator) => regexPredicate(operator)],
  ['$all', ({ bind, operand, context }) => allPredicate(bind, operand, context)],
  ['$elemMatch', ({ bind, operand, context }) => elemMatchPredicate(bind, operand, context)],
  ['$bitsAllSet', bits('$bitsAllSet')],
  ['$bitsAllClear', bits('$bitsAllClear')],
  ['$bitsAnySet', bits('$bitsAnySet')],
  ['$bitsAnyClear', bits('$bitsAnyClear')],
]);

/** The negation of a predicate; what it recorded for the positional operator is forgotten. */
const withoutIndex = (predicate: Predicate): Predicate => {
  const negated = negate(predicate);
  return (document) => {
    const before = recordedIndex();
    const isMatch = negated(document);
    recordIndex(before);
    return isMatch;
  };
};

const notPredicate = ({ bind, operand, context }: Operator): Predicate => {
  if (operand instanceof BSONRegExp) return bind(regExpTest(operand));
  if (!isDocument(operand)) throw new StoreError(2, '$not needs a regex or a document');
  if (operand.size === 0) throw new StoreError(2, '$not cannot be empty');
  const firstName = operand.keys().next().value;
  if (!isOperatorDocument(operand)) {
    throw new StoreError(2, `unknown operator: ${firstName}`);
  }
  return operatorsPredicate(operand, bind, context);
};

const existsPredicate = (bind: Bind, operand: Value): Predicate => {
  const exists = bind((value) => value !== undefined);
  return isTruthy(operand) ? exists : withoutIndex(exists);
};

const regexPredicate = ({ bind, operand, operators }: Operator): Predicate => {
  const options = operators.get('$options');
  if (options !== undefined && typeof options !== 'string') {
    throw new StoreError(2, '$options has to be a string');
  }
  if (typeof operand !== 'string' && !(operand instanceof BSONRegExp)) {
    throw new StoreError(2, '$regex has to be a string');
  }
  return bind(regExpTest(joinRegExp(operand, options)));
};

/** One regular expression of `$regex` and `$options`. StoreError 51074, 51075 or 51108 where they disagree. */
export const joinRegExp = (operand: string | BSONRegExp, options: string | undefined): BSONRegExp => {
  const own = typeof operand === 'string' ? '' : operand.options;
  if (own !== '' && options !== undefined) {
    throw new StoreError(51075, 'options set in both $regex and $options');
  }
  const pattern = typeof operand === 'string' ? operand : operand.pattern;
  if (pattern.includes('\0'))
    throw new StoreError(51109, 'Regular expression cannot contain an embedded null byte');
  const flags = options ?? own;
  const unknown = /[^imsxu]/.exec(flags);
  if (unknown !== null) throw new StoreError(51108, `invalid flag in regex options: ${unknown[0]}`);
  return new BSONRegExp(pattern, flags);
};
