import { StoreError } from '../value/errors.ts';
import { type Document, encodeDocument, isDocument, typeNameOf, type Value } from '../value/index.ts';
import { type Flow, type PipelineEnvironment, type StageCompiler, withPauses } from './flow.ts';
import { lookup } from './lookup.ts';
import { unwind } from './unwind.ts';

/** MongoDB's internalQueryFacetMaxOutputDocSizeBytes. */
const MOST_BYTES = 100 * 1024 * 1024;

/** `$facet`: the same documents through several pipelines, into one document. */
const facet: StageCompiler = (operand, context) => {
  if (!isDocument(operand) || operand.size === 0) {
    throw new StoreError(40169, 'the $facet specification must be a non-empty object');
  }
  const branches = [...operand].map(([name, stages]) => {
    if (!Array.isArray(stages))
      throw new StoreError(
        40170,
        `arguments to $facet must be arrays, ${name} is type ${typeNameOf(stages)}`,
      );
    return { name, inner: context.compileInner(stages, context, '$facet') };
  });
  return function* faceted(source: Flow, environment: PipelineEnvironment) {
    const documents: Document[] = [];
    for (const document of source) {
      if (document === undefined) yield undefined;
      else documents.push(document);
    }
    const result: Document = new Map();
    let bytes = 0;
    for (const { name, inner } of branches) {
      const output: Value[] = [];
      for (const document of inner.run(withPauses(documents), environment)) {
        if (document === undefined) {
          yield undefined;
          continue;
        }
        output.push(document);
        bytes += encodeDocument(document).length;
        if (bytes > MOST_BYTES) {
          throw new StoreError(
            4031700,
            `document constructed by $facet is ${bytes} bytes, which exceeds the limit of ${MOST_BYTES} bytes`,
          );
        }
      }
      result.set(name, output);
    }
    yield result;
  };
};

/** `$unionWith`: another collection's documents after the pipeline's own. */
const unionWith: StageCompiler = (operand, context) => {
  const { collection, stages } = unionOf(operand);
  context.collections.add(collection);
  const inner = context.compileInner(stages, context, '$unionWith');
  return function* united(source: Flow, environment: PipelineEnvironment) {
    yield* source;
    yield* inner.run(environment.find(collection, new Map()), environment);
  };
};

const unionOf = (operand: Value): { collection: string; stages: Value[] } => {
  if (typeof operand === 'string') return { collection: operand, stages: [] };
  for (const field of isDocument(operand) ? operand.keys() : []) {
    if (field !== 'coll' && field !== 'pipeline')
      throw new StoreError(40415, `BSON field '$unionWith.${field}' is an unknown field.`);
  }
  const collection = isDocument(operand) ? operand.get('coll') : undefined;
  const stages = isDocument(operand) ? (operand.get('pipeline') ?? []) : [];
  if (typeof collection !== 'string' || !Array.isArray(stages)) {
    throw new StoreError(9, 'the $unionWith stage specification must be an object or string');
  }
  return { collection, stages };
};

/** Stages that look at many documents at once or at other collections. */
export const COMBINED_STAGES: [string, StageCompiler][] = [
  ['$unwind', unwind],
  ['$lookup', lookup],
  ['$facet', facet],
  ['$unionWith', unionWith],
];
