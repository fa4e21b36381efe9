import { compileExpression, type Evaluate } from '../expression/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  compareValues,
  type Document,
  hashKey,
  Int32,
  int32,
  isDocument,
  isNumber,
  rankOf,
  type Value,
} from '../value/index.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { compileAccumulator } from './accumulators.ts';
import type { Flow, Stage, StageCompiler, StageContext } from './flow.ts';
import { compileSort } from './sort.ts';
import { limitedSort } from './sort-stage.ts';

export type Fields = [name: string, factory: AccumulatorFactory][];

const group: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw new StoreError(15947, "a group's fields must be specified in an object");
  if (!operand.has('_id')) throw new StoreError(15955, 'a group specification must include an _id');
  const identify = compileExpression(operand.get('_id') as Value, context);
  return grouping(identify, fieldsOf(operand, context), context);
};

export const fieldsOf = (specification: Document, context: StageContext): Fields => {
  const fields: Fields = [];
  for (const [name, accumulator] of specification) {
    if (name === '_id') continue;
    if (name.includes('.')) throw new StoreError(40235, `The field name '${name}' cannot contain '.'`);
    if (name.startsWith('$'))
      throw new StoreError(40236, `The field name '${name}' cannot be an operator name`);
    fields.push([name, compileAccumulator(name, accumulator, context)]);
  }
  return fields;
};

interface Group {
  id: Value;
  accumulators: Accumulator[];
}

/** Groups come out in the order in which they were first met. */
const grouping = (identify: Evaluate, fields: Fields, { collation }: StageContext): Stage =>
  function* grouped(source: Flow) {
    const groups = new Map<string, Group>();
    for (const document of source) {
      if (document === undefined) {
        yield undefined;
        continue;
      }
      const id = identify(document) ?? null;
      const hash = hashKey(id, collation);
      let group = groups.get(hash);
      if (group === undefined) {
        group = { id, accumulators: fields.map(([, factory]) => factory()) };
        groups.set(hash, group);
      }
      for (const accumulator of group.accumulators) accumulator.add(document);
    }
    for (const { id, accumulators } of groups.values()) yield groupDocument(id, fields, accumulators);
  };

export const groupDocument = (id: Value, fields: Fields, accumulators: Accumulator[]): Document => {
  const document: Document = new Map([['_id', id]]);
  for (let index = 0; index < fields.length; index++) {
    const value = accumulators[index]?.result();
    if (value !== undefined) document.set((fields[index] as Fields[number])[0], value);
  }
  return document;
};

export const COUNT_FIELD: Document = new Map([['count', new Map([['$sum', int32(1)]])]]);

/** Whether a stage's operand is a path or an expression, as those that group by it need. */
export const isPathOrExpression = (operand: Value): boolean =>
  typeof operand === 'string'
    ? operand.startsWith('$')
    : isDocument(operand) && operand.keys().next().value?.startsWith('$') === true;

const checkSortByCount = (operand: Value): void => {
  if (isPathOrExpression(operand)) return;
  if (isDocument(operand))
    throw new StoreError(40147, 'the sortByCount field must be a path or an expression inside an object');
  if (typeof operand === 'string')
    throw new StoreError(40148, 'the sortByCount field must be defined as a $-prefixed path');
  throw new StoreError(40149, 'the sortByCount field must be specified as a string or as an object');
};

const sortByCount: StageCompiler = (operand, context) => {
  checkSortByCount(operand);
  const grouped = grouping(compileExpression(operand, context), fieldsOf(COUNT_FIELD, context), context);
  const sorted = limitedSort(compileSort(new Map([['count', -1]])), undefined);
  return (source, environment) => sorted(grouped(source, environment), environment);
};

const bucket: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw new StoreError(40201, 'Argument to $bucket stage must be an object');
  for (const key of operand.keys()) {
    if (!['groupBy', 'boundaries', 'default', 'output'].includes(key)) {
      throw new StoreError(40197, `Unrecognized option to $bucket: ${key}`);
    }
  }
  const groupBy = operand.get('groupBy');
  if (groupBy === undefined || !operand.has('boundaries'))
    throw new StoreError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  if (!isPathOrExpression(groupBy))
    throw new StoreError(40202, "The $bucket 'groupBy' field must be a $-prefixed path or an expression");
  const boundaries = boundariesOf(operand.get('boundaries'), context);
  const otherwise = operand.has('default') ? constant(operand.get('default') as Value, context) : undefined;
  if (otherwise !== undefined) checkDefault(otherwise, boundaries, context);
  const output = operand.get('output') ?? COUNT_FIELD;
  if (!isDocument(output)) throw new StoreError(40196, "The $bucket 'output' field must be an object");
  const value = compileExpression(groupBy, context);
  const identify: Evaluate = (document) => bucketOf(value(document), boundaries, otherwise, context);
  const grouped = grouping(identify, fieldsOf(output, context), context);
  const sorted = limitedSort(compileSort(new Map([['_id', 1]]), context.collation), undefined);
  return (source, environment) => sorted(grouped(source, environment), environment);
};

const constant = (expression: Value, context: StageContext): Value =>
  compileExpression(expression, context)(new Map()) ?? null;

const boundariesOf = (operand: Value | undefined, context: StageContext): Value[] => {
  if (!Array.isArray(operand))
    throw new StoreError(40200, "The $bucket 'boundaries' field must be an array of values");
  if (operand.length < 2)
    throw new StoreError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  const boundaries = operand.map((item) => constant(item, context));
  for (let index = 1; index < boundaries.length; index++) {
    if (rankOf(boundaries[index - 1]) !== rankOf(boundaries[index]))
      throw new StoreError(40193, "All values in the 'boundaries' option to $bucket must have the same type");
    const order = compareValues(boundaries[index - 1], boundaries[index], context.collation);
    if (order >= 0)
      throw new StoreError(40194, "The 'boundaries' option to $bucket must be sorted in ascending order");
  }
  return boundaries;
};

const checkDefault = (otherwise: Value, boundaries: Value[], { collation }: StageContext): void => {
  const lowest = boundaries[0] as Value;
  const highest = boundaries[boundaries.length - 1] as Value;
  const isBelow = compareValues(otherwise, lowest, collation) < 0;
  const isAbove = compareValues(otherwise, highest, collation) >= 0;
  if (!isBelow && !isAbove) {
    throw new StoreError(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  }
};

/** The lower end of the bucket that holds the value: upper ends do not belong to it. */
const bucketOf = (
  value: Value | undefined,
  boundaries: Value[],
  otherwise: Value | undefined,
  { collation }: StageContext,
): Value => {
  for (let index = boundaries.length - 1; index >= 0; index--) {
    if (compareValues(value, boundaries[index], collation) < 0) continue;
    if (index < boundaries.length - 1) return boundaries[index] as Value;
    break;
  }
  if (otherwise !== undefined) return otherwise;
  throw new StoreError(
    40066,
    '$switch could not find a matching branch for an input, and no default was specified.',
  );
};

/** Whether a `$group` does nothing but count all documents; then the name of its field and its `_id`. */
export const plainCount = (operand: Value): { id: Value; name: string } | undefined => {
  if (!isDocument(operand) || operand.size !== 2) return undefined;
  const id = operand.get('_id');
  if (id === undefined || !(id === null || isNumber(id))) return undefined;
  const [name, accumulator] = [...operand].find(([key]) => key !== '_id') as [string, Value];
  if (!isDocument(accumulator) || accumulator.size !== 1) return undefined;
  const added = accumulator.get('$sum');
  return added instanceof Int32 && added.value === 1 ? { id, name } : undefined;
};

export const GROUP_STAGES: [string, StageCompiler][] = [
  ['$group', group],
  ['$sortByCount', sortByCount],
  ['$bucket', bucket],
];
