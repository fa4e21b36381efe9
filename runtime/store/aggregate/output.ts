import { type Box, compileExpression, type Evaluate } from '../expression/index.ts';
import { checkVariableName } from '../expression/logic.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, type Value } from '../value/index.ts';
import type { PipelineOptions } from './flow.ts';

/** What becomes of a document of the target that an incoming one meets; a function: the target's document made anew. */
export type WhenMatched = 'replace' | 'merge' | 'keepExisting' | 'fail' | Combine;

/** Makes the new content of an existing document, with `_id` as the pipeline leaves it. */
type Combine = (existing: Document, incoming: Document) => Document;

/** Where a pipeline's documents are written; the server does the writing. */
export type PipelineOutput =
  | { kind: '$out'; collection: string; database: string | undefined }
  | {
      kind: '$merge';
      collection: string;
      database: string | undefined;
      /** Fields that a document is found again by, which need a unique index together; undefined: `_id`. */
      on: string[] | undefined;
      whenMatched: WhenMatched;
      whenNotMatched: 'insert' | 'discard' | 'fail';
    };

/** Compiles the transform of a `whenMatched` pipeline; given by the pipeline module. */
export type CompileTransform = (
  stages: Value[],
  options: PipelineOptions,
) => (document: Document) => Document;

const MERGE_FIELDS = ['into', 'on', 'let', 'whenMatched', 'whenNotMatched'];

/** Reads `$out` and `$merge`. StoreError 9, 115, 16990, 40414, 40415, 51178 to 51199, 51273 for malformed ones. */
export const compileOutput = (
  name: string,
  operand: Value,
  options: PipelineOptions,
  compileTransform: CompileTransform,
): PipelineOutput => {
  if (name === '$out') return { kind: '$out', ...outTarget(operand) };
  if (typeof operand !== 'string' && !isDocument(operand)) {
    throw new StoreError(51182, '$merge only supports a string or object argument');
  }
  const settings: Document = isDocument(operand) ? operand : new Map([['into', operand]]);
  checkFields(settings, MERGE_FIELDS, '$merge');
  const into = settings.get('into');
  if (into === undefined)
    throw new StoreError(40414, "BSON field '$merge.into' is missing but a required field");
  return {
    kind: '$merge',
    ...mergeTarget(into),
    on: onFields(settings.get('on')),
    ...modesOf(settings, options, compileTransform),
  };
};

const checkFields = (settings: Document, known: readonly string[], name: string): void => {
  for (const field of settings.keys()) {
    if (!known.includes(field))
      throw new StoreError(40415, `BSON field '${name}.${field}' is an unknown field.`);
  }
};

interface Target {
  collection: string;
  database: string | undefined;
}

const outTarget = (operand: Value): Target => {
  if (typeof operand === 'string') return { collection: operand, database: undefined };
  if (!isDocument(operand)) throw new StoreError(16990, '$out only supports a string or object argument');
  checkFields(operand, ['db', 'coll', 'timeseries'], '$out');
  if (operand.has('timeseries'))
    throw new StoreError(115, '$out to a time series is not supported by the embedded store');
  const [collection, database] = [operand.get('coll'), operand.get('db')];
  for (const [field, value] of [
    ['coll', collection],
    ['db', database],
  ]) {
    if (value === undefined)
      throw new StoreError(40414, `BSON field '$out.${String(field)}' is missing but a required field`);
  }
  if (typeof collection !== 'string' || typeof database !== 'string')
    throw new StoreError(16990, '$out only supports a string or object argument');
  return { collection, database };
};

const mergeTarget = (operand: Value): Target => {
  if (typeof operand === 'string') return { collection: operand, database: undefined };
  if (isDocument(operand)) checkFields(operand, ['db', 'coll'], '$merge.into');
  const collection = isDocument(operand) ? operand.get('coll') : undefined;
  const database = isDocument(operand) ? operand.get('db') : undefined;
  if (typeof collection !== 'string' || (database !== undefined && typeof database !== 'string')) {
    throw new StoreError(51178, "$merge 'into' field must be either a string or an object");
  }
  return { collection, database };
};

const onFields = (on: Value | undefined): string[] | undefined => {
  if (on === undefined) return undefined;
  const fields = Array.isArray(on) ? on : [on];
  if (fields.length === 0)
    throw new StoreError(51187, "If explicitly specifying $merge 'on', must include at least one field");
  const names = fields.map((field) => {
    if (typeof field !== 'string')
      throw new StoreError(51186, "$merge 'on' field must be either a string or an array of strings");
    return field;
  });
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new StoreError(31465, `Found a duplicate field '${twice}'`);
  return names;
};

const NOT_MATCHED = ['insert', 'discard', 'fail'] as const;

const modesOf = (
  settings: Document,
  options: PipelineOptions,
  compileTransform: CompileTransform,
): { whenMatched: WhenMatched; whenNotMatched: 'insert' | 'discard' | 'fail' } => {
  const given = settings.get('whenNotMatched') ?? 'insert';
  const whenNotMatched = NOT_MATCHED.find((mode) => mode === given);
  if (whenNotMatched === undefined) {
    throw new StoreError(
      2,
      `Enumeration value '${String(given)}' for field '$merge.whenNotMatched' is not a valid value.`,
    );
  }
  const mode = settings.get('whenMatched') ?? 'merge';
  if (Array.isArray(mode))
    return { whenMatched: pipelineMode(mode, settings, options, compileTransform), whenNotMatched };
  if (mode !== 'replace' && mode !== 'merge' && mode !== 'keepExisting' && mode !== 'fail')
    throw new StoreError(51191, "$merge 'whenMatched' field must be a known mode or a pipeline");
  if ((mode === 'keepExisting' || mode === 'fail') && whenNotMatched !== 'insert') {
    throw new StoreError(
      51181,
      `Combination of $merge modes 'whenMatched: ${mode}' and 'whenNotMatched: ${whenNotMatched}' is not supported`,
    );
  }
  if (settings.has('let'))
    throw new StoreError(51199, `Cannot use 'let' variables with 'whenMatched: ${mode}' mode`);
  return { whenMatched: mode, whenNotMatched };
};

/** A pipeline over the existing document, with the incoming one as `$$new`. */
const pipelineMode = (
  stages: Value[],
  settings: Document,
  options: PipelineOptions,
  compileTransform: CompileTransform,
): Combine => {
  const given = settings.get('let') ?? new Map<string, Value>([['new', '$$ROOT']]);
  if (!isDocument(given))
    throw new StoreError(14, "BSON field '$merge.let' is the wrong type, expected type 'object'");
  const reserved = given.get('new');
  if (reserved !== undefined && reserved !== '$$ROOT') {
    throw new StoreError(
      51273,
      "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'",
    );
  }
  const boxes = new Map<string, Box>(options.boxes ?? []);
  const variables: [Box, Evaluate][] = [...given].map(([name, expression]) => {
    checkVariableName(name);
    const box: Box = { value: undefined };
    boxes.set(name, box);
    return [box, compileExpression(expression, options)];
  });
  const transform = compileTransform(stages, { ...options, boxes });
  return (existing, incoming) => {
    for (const [box, evaluate] of variables) box.value = evaluate(incoming);
    return transform(existing);
  };
};
