import { type Box, compileExpression, type Evaluate, valueAt } from '../expression/index.ts';
import { checkVariableName } from '../expression/logic.ts';
import { StoreError } from '../value/errors.ts';
import {
  BSONRegExp,
  type Collation,
  type Document,
  encodeDocument,
  getPath,
  hashKey,
  isDocument,
  splitPath,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import {
  type Flow,
  type InnerPipeline,
  LARGEST_DOCUMENT_BYTES,
  type PipelineEnvironment,
  type StageCompiler,
  type StageContext,
  withPauses,
} from './flow.ts';
import { lookupFilter } from './lookup-filter.ts';
import { withValue } from './unwind.ts';

interface Lookup {
  from: string;
  as: string[];
  local: string[] | undefined;
  foreign: string | undefined;
  variables: [box: Box, evaluate: Evaluate][];
  boxes: ReadonlyMap<string, Box>;
  inner: InnerPipeline | undefined;
  collation: Collation | undefined;
}

const OPTIONS = new Set(['from', 'as', 'localField', 'foreignField', 'let', 'pipeline']);

/** `$lookup` by fields, by a pipeline with variables, or both. */
export const lookup: StageCompiler = (operand, context) => {
  const plan = planOf(operand, context);
  return function* joined(source: Flow, environment: PipelineEnvironment) {
    const candidates = candidatesFor(plan, environment);
    for (const document of source) {
      if (document === undefined) {
        yield undefined;
        continue;
      }
      for (const [box, evaluate] of plan.variables) box.value = evaluate(document);
      const found: Document[] = [];
      let bytes = 0;
      for (const match of matchesOf(document, plan, candidates, environment)) {
        if (match === undefined) {
          yield undefined;
          continue;
        }
        found.push(match);
        if (found.length % MEASURED !== 0) continue;
        bytes += encodeDocument(match).length * MEASURED;
        if (bytes <= LARGEST_DOCUMENT_BYTES) continue;
        bytes = bytesOf(found);
        if (bytes > LARGEST_DOCUMENT_BYTES) throw tooLarge(plan.from);
      }
      yield withValue(document, plan.as, found);
    }
  };
};

/** One in so many matches is measured: all of them would cost more than the join itself. */
const MEASURED = 16;

const bytesOf = (documents: readonly Document[]): number =>
  documents.reduce((sum, document) => sum + encodeDocument(document).length, 0);

const tooLarge = (from: string): StoreError =>
  new StoreError(
    4568,
    `Total size of documents in ${from} matching pipeline's $lookup stage exceeds ${LARGEST_DOCUMENT_BYTES} bytes`,
  );

/** Gives the foreign documents that a local one is joined with, before the inner pipeline. */
type Candidates = (document: Document) => Flow;

const matchesOf = (
  document: Document,
  { inner }: Lookup,
  candidates: Candidates,
  environment: PipelineEnvironment,
): Flow => {
  const found = candidates(document);
  return inner === undefined ? found : inner.run(found, environment);
};

const candidatesFor = (plan: Lookup, environment: PipelineEnvironment): Candidates => {
  const { from, local, foreign, inner, boxes } = plan;
  if (local === undefined || foreign === undefined) {
    return () => environment.find(from, lookupFilter(inner?.matches ?? [], boxes));
  }
  if (environment.isIndexed?.(from, foreign) === false) return hashedCandidates(plan, environment);
  return (document) => {
    const filter = new Map<string, Value>([[foreign, equalToAny(localValues(document, local))]]);
    const narrowed = lookupFilter(inner?.matches ?? [], boxes);
    return environment.find(from, narrowed.size === 0 ? filter : new Map([['$and', [filter, narrowed]]]));
  };
};

/** Without an index the foreign collection is read once and kept by its values. */
const hashedCandidates = (
  { from, local, foreign, collation }: Lookup,
  environment: PipelineEnvironment,
): Candidates => {
  let table: Map<string, Document[]> | undefined;
  return function* matching(document) {
    if (table === undefined) {
      table = new Map();
      for (const candidate of environment.find(from, new Map())) {
        if (candidate === undefined) yield undefined;
        else addToTable(table, candidate, foreign as string, collation);
      }
    }
    const values = localValues(document, local as string[]);
    // Only an array's elements can lead to one document twice.
    const seen = values.length > 1 ? new Set<Document>() : undefined;
    for (const value of values) yield* withPauses(unseen(table.get(hashKey(value, collation)) ?? [], seen));
  };
};

function* unseen(documents: readonly Document[], seen: Set<Document> | undefined): Generator<Document> {
  for (const document of documents) {
    if (seen?.has(document) === true) continue;
    seen?.add(document);
    yield document;
  }
}

const addToTable = (
  table: Map<string, Document[]>,
  candidate: Document,
  path: string,
  collation: Collation | undefined,
): void => {
  const { values, isMissing } = getPath(candidate, path);
  const hashes = new Set(values.map((value) => hashKey(value, collation)));
  if (isMissing) hashes.add(hashKey(null));
  for (const hash of hashes) {
    const listed = table.get(hash);
    if (listed === undefined) table.set(hash, [candidate]);
    else listed.push(candidate);
  }
};

/** A missing local value joins with null and missing ones; an array with each of its elements. */
const localValues = (document: Document, parts: string[]): Value[] => {
  const value = valueAt(document, parts);
  if (value === undefined) return [null];
  return Array.isArray(value) ? value : [value];
};

const equalToAny = (values: Value[]): Document => {
  const only = values.length === 1 ? (values[0] as Value) : undefined;
  if (only !== undefined) return new Map([['$eq', only]]);
  // A stored regular expression is looked for as itself, which $in cannot say.
  return new Map([['$in', values.filter((value) => !(value instanceof BSONRegExp))]]);
};

const planOf = (operand: Value, context: StageContext): Lookup => {
  if (!isDocument(operand))
    throw new StoreError(9, `the $lookup specification must be an Object, but found ${typeNameOf(operand)}`);
  for (const key of operand.keys()) {
    if (!OPTIONS.has(key)) throw new StoreError(9, `unknown argument to $lookup: ${key}`);
  }
  const from = textOption(operand, 'from');
  const local = textOption(operand, 'localField');
  const foreign = textOption(operand, 'foreignField');
  const as = textOption(operand, 'as');
  if (as === undefined) throw new StoreError(9, "must specify 'as' field for a $lookup");
  if (from === undefined) throw new StoreError(9, "must specify 'from' field for a $lookup");
  const stages = operand.get('pipeline');
  if ((local === undefined) !== (foreign === undefined) || (local === undefined && stages === undefined)) {
    throw new StoreError(
      9,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  context.collections.add(from);
  return {
    from,
    as: splitPath(as),
    local: local === undefined ? undefined : splitPath(local),
    foreign,
    collation: context.collation,
    ...compileInner(operand, stages, context),
  };
};

const compileInner = (
  operand: Document,
  stages: Value | undefined,
  context: StageContext,
): Pick<Lookup, 'variables' | 'boxes' | 'inner'> => {
  const given = operand.get('let');
  if (given !== undefined && !isDocument(given))
    throw new StoreError(9, "$lookup argument 'let' must be an object");
  const variables: [Box, Evaluate][] = [];
  const boxes = new Map<string, Box>(context.boxes ?? []);
  for (const [name, expression] of given ?? []) {
    checkVariableName(name);
    const box: Box = { value: undefined };
    variables.push([box, compileExpression(expression, context)]);
    boxes.set(name, box);
  }
  if (stages === undefined) return { variables, boxes, inner: undefined };
  if (!Array.isArray(stages)) throw new StoreError(9, "$lookup argument 'pipeline' must be an array");
  return { variables, boxes, inner: context.compileInner(stages, { ...context, boxes }, '$lookup') };
};

const textOption = (operand: Document, name: string): string | undefined => {
  const value = operand.get(name);
  if (value !== undefined && typeof value !== 'string') {
    throw new StoreError(9, `$lookup argument '${name}' must be a string, found ${typeNameOf(value)}`);
  }
  return value;
};
