import { compileExpression } from '../expression/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  compareValues,
  type Document,
  isDocument,
  isNumber,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import type { Flow, StageCompiler, StageContext } from './flow.ts';
import { COUNT_FIELD, type Fields, fieldsOf, groupDocument, isPathOrExpression } from './group.ts';
import { compileSort } from './sort.ts';
import { limitedSort } from './sort-stage.ts';

interface Ranked {
  value: Value;
  document: Document;
}

/** `$bucketAuto`: documents in the order of a value, cut into buckets of about equal size. */
export const bucketAuto: StageCompiler = (operand, context) => {
  const { groupBy, count, fields } = planOf(operand, context);
  const evaluate = compileExpression(groupBy, context);
  // The value stands beside its document, so that the sort of documents can be used.
  const sorted = limitedSort(compileSort(new Map([['value', 1]]), context.collation), undefined);
  return function* bucketed(source: Flow, environment) {
    const ranked: Ranked[] = [];
    const pairs = function* (): Generator<Document | undefined> {
      for (const document of source) {
        if (document === undefined) yield undefined;
        // An array is one value here, so it is put where the sort does not look into it.
        else yield pairOf(evaluate(document) ?? null, document);
      }
    };
    for (const pair of sorted(pairs(), environment)) {
      if (pair === undefined) yield undefined;
      else ranked.push({ value: valueIn(pair), document: pair.get('document') as Document });
    }
    yield* cut(ranked, { count, fields, context });
  };
};

const pairOf = (value: Value, document: Document): Document =>
  new Map<string, Value>([
    ['value', Array.isArray(value) ? [value] : value],
    ['document', document],
  ]);

const valueIn = (pair: Document): Value => {
  const value = pair.get('value') as Value;
  return Array.isArray(value) ? (value[0] as Value) : value;
};

interface Plan {
  groupBy: Value;
  count: number;
  fields: Fields;
}

const planOf = (operand: Value, context: StageContext): Plan => {
  if (!isDocument(operand))
    throw new StoreError(40240, 'The argument to $bucketAuto must be an object, but found another type');
  for (const key of operand.keys()) {
    if (key === 'granularity')
      throw new StoreError(115, "$bucketAuto with 'granularity' is not supported by the embedded store");
    if (key !== 'groupBy' && key !== 'buckets' && key !== 'output')
      throw new StoreError(40245, `Unrecognized option to $bucketAuto: ${key}.`);
  }
  const groupBy = operand.get('groupBy');
  if (groupBy !== undefined && !isPathOrExpression(groupBy))
    throw new StoreError(40239, "The $bucketAuto 'groupBy' field must be a $-prefixed path or an expression");
  const buckets = operand.get('buckets');
  const count = buckets === undefined ? undefined : countOf(buckets);
  const output = operand.get('output') ?? COUNT_FIELD;
  if (!isDocument(output)) throw new StoreError(40244, "The $bucketAuto 'output' field must be an object");
  if (groupBy === undefined || count === undefined)
    throw new StoreError(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
  return { groupBy, count, fields: fieldsOf(output, context) };
};

const countOf = (buckets: Value): number => {
  if (!isNumber(buckets))
    throw new StoreError(40241, "The $bucketAuto 'buckets' field must be a numeric value");
  const count = toWholeNumber(buckets);
  if (count === undefined)
    throw new StoreError(40242, "The $bucketAuto 'buckets' field must be representable as a 32-bit integer");
  if (count <= 0) throw new StoreError(40243, "The $bucketAuto 'buckets' field must be greater than 0");
  return count;
};

/** Equal values stay together; the last bucket takes what is left. */
function* cut(
  ranked: Ranked[],
  { count, fields, context }: Omit<Plan, 'groupBy'> & { context: StageContext },
): Generator<Document> {
  const size = Math.max(1, Math.round(ranked.length / count));
  const isSame = (left: number, right: number): boolean =>
    compareValues(ranked[left]?.value, ranked[right]?.value, context.collation) === 0;
  let start = 0;
  for (let bucket = 1; bucket <= count && start < ranked.length; bucket++) {
    let end = bucket === count ? ranked.length : Math.min(start + size, ranked.length);
    while (end < ranked.length && isSame(end, end - 1)) end++;
    const accumulators = fields.map(([, factory]) => factory());
    for (const { document } of ranked.slice(start, end))
      for (const accumulator of accumulators) accumulator.add(document);
    // A bucket reaches up to where the next begins.
    const last = ranked[Math.min(end, ranked.length - 1)] as Ranked;
    const id: Document = new Map([
      ['min', (ranked[start] as Ranked).value],
      ['max', last.value],
    ]);
    yield groupDocument(id, fields, accumulators);
    start = end;
  }
}
