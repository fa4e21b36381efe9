import { StoreError } from '../errors.ts';
import { type Box, compileExpression, type Evaluate } from '../expression/index.ts';
import { type Document, isDocument, showValue, type Value } from '../value/index.ts';
import type { PipelineOptions } from './flow.ts';

/** Where a pipeline's documents are written; the server does the writing. */
export type PipelineOutput =
  | { kind: '$out'; collection: string; database: string | undefined }
  | {
      kind: '$merge';
      collection: string;
      database: string | undefined;
      /** Fields that a document is found again by; each needs a unique index together. */
      on: string[];
      /**
       * The document to store for an incoming one; undefined leaves all as it is.
       * StoreError 11000 and 13113 where the mode is to fail.
       */
      merge: (existing: Document | undefined, incoming: Document) => Document | undefined;
    };

/** Compiles the transform of a `whenMatched` pipeline; given by the pipeline module. */
export type CompileTransform = (
  stages: Value[],
  options: PipelineOptions,
) => (document: Document) => Document;

/** Reads `$out` and `$merge`. StoreError 9, 16990, 51178 to 51199 for malformed ones. */
export const compileOutput = (
  name: string,
  operand: Value,
  options: PipelineOptions,
  compileTransform: CompileTransform,
): PipelineOutput => {
  if (name === '$out') return { kind: '$out', ...targetOf(operand, 'coll', 'db', name) };
  if (typeof operand !== 'string' && !isDocument(operand)) {
    throw new StoreError(51182, '$merge only supports a string or object argument');
  }
  const settings: Document = isDocument(operand) ? operand : new Map([['into', operand]]);
  const into = settings.get('into');
  if (into === undefined)
    throw new StoreError(40414, "BSON field '$merge.into' is missing but a required field");
  return {
    kind: '$merge',
    ...targetOf(into, 'coll', 'db', name),
    on: onFields(settings.get('on')),
    merge: mergeMode(settings, options, compileTransform),
  };
};

const targetOf = (
  operand: Value,
  collectionKey: string,
  databaseKey: string,
  name: string,
): { collection: string; database: string | undefined } => {
  if (typeof operand === 'string') return { collection: operand, database: undefined };
  const collection = isDocument(operand) ? operand.get(collectionKey) : undefined;
  const database = isDocument(operand) ? operand.get(databaseKey) : undefined;
  if (typeof collection !== 'string' || (database !== undefined && typeof database !== 'string')) {
    throw new StoreError(
      name === '$out' ? 16990 : 51178,
      `${name} only supports a string or object argument`,
    );
  }
  return { collection, database };
};

const onFields = (on: Value | undefined): string[] => {
  if (on === undefined) return ['_id'];
  const fields = Array.isArray(on) ? on : [on];
  if (fields.length === 0)
    throw new StoreError(51187, "If explicitly specifying $merge 'on', must include at least one field");
  return fields.map((field) => {
    if (typeof field !== 'string')
      throw new StoreError(51186, "$merge 'on' field must be either a string or an array of strings");
    return field;
  });
};

type MergeMode = (existing: Document | undefined, incoming: Document) => Document | undefined;

const mergeMode = (
  settings: Document,
  options: PipelineOptions,
  compileTransform: CompileTransform,
): MergeMode => {
  const whenNotMatched = settings.get('whenNotMatched') ?? 'insert';
  if (whenNotMatched !== 'insert' && whenNotMatched !== 'discard' && whenNotMatched !== 'fail') {
    throw new StoreError(
      2,
      `Enumeration value '${String(whenNotMatched)}' for field '$merge.whenNotMatched' is not a valid value.`,
    );
  }
  const combine = matchedMode(settings, options, compileTransform);
  return (existing, incoming) => {
    if (existing !== undefined) return combine(existing, incoming);
    if (whenNotMatched === 'insert') return incoming;
    if (whenNotMatched === 'discard') return undefined;
    throw new StoreError(
      13113,
      '$merge could not find a matching document in the target collection for at least one document in the source collection',
    );
  };
};

type Combine = (existing: Document, incoming: Document) => Document | undefined;

const matchedMode = (
  settings: Document,
  options: PipelineOptions,
  compileTransform: CompileTransform,
): Combine => {
  const mode = settings.get('whenMatched') ?? 'merge';
  if (Array.isArray(mode)) return pipelineMode(mode, settings, options, compileTransform);
  switch (mode) {
    case 'replace':
      return (existing, incoming) => new Map(incoming).set('_id', existing.get('_id') as Value);
    case 'merge':
      return (existing, incoming) =>
        new Map([...existing, ...incoming, ['_id', existing.get('_id') as Value]]);
    case 'keepExisting':
      return () => undefined;
    case 'fail':
      return (existing) => {
        throw new StoreError(
          11000,
          `E11000 duplicate key error dup key: { _id: ${showValue(existing.get('_id'))} }`,
        );
      };
    default:
      throw new StoreError(51191, "$merge 'whenMatched' field must be a known mode or a pipeline");
  }
};

/** A pipeline over the existing document, with the incoming one as `$$new`. */
const pipelineMode = (
  stages: Value[],
  settings: Document,
  options: PipelineOptions,
  compileTransform: CompileTransform,
): Combine => {
  const given = settings.get('let') ?? new Map<string, Value>([['new', '$$ROOT']]);
  if (!isDocument(given)) throw new StoreError(51199, "$merge 'let' must be an object");
  const boxes = new Map<string, Box>(options.boxes ?? []);
  const variables: [Box, Evaluate][] = [...given].map(([name, expression]) => {
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
