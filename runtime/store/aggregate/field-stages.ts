import { compileExpression, type ExpressionOptions } from '../expression/index.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, typeNameOf, type Value } from '../value/index.ts';
import { additionTransform, projectionTransform, type Transform } from './projection-apply.ts';
import { addToTree, checkPath, type ProjectionTree, parseProjection } from './projection-tree.ts';

type StageCompiler = (operand: Value, options: ExpressionOptions, name: string) => Transform;

const project: StageCompiler = (operand, options) => {
  if (!isDocument(operand)) throw new StoreError(15969, '$project specification must be an object');
  if (operand.size === 0) {
    throw new StoreError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  return projectionTransform(parseProjection(operand, options));
};

const addFields: StageCompiler = (operand, options, name) => {
  if (!isDocument(operand)) {
    throw new StoreError(40272, `${name} specification stage must be an object, got ${typeNameOf(operand)}`);
  }
  const tree: ProjectionTree = new Map();
  addExpressions(tree, operand, '', options);
  return additionTransform(tree);
};

/** Documents that are no operators stand for the fields inside them, as dotted names do. */
const addExpressions = (
  tree: ProjectionTree,
  fields: Document,
  prefix: string,
  options: ExpressionOptions,
): void => {
  for (const [name, value] of fields) {
    const path = `${prefix}${name}`;
    checkPath(path);
    const isNested =
      isDocument(value) && value.size > 0 && value.keys().next().value?.startsWith('$') !== true;
    if (isNested) addExpressions(tree, value, `${path}.`, options);
    else addToTree(tree, path, compileExpression(value, options), 40176);
  }
};

const unset: StageCompiler = (operand) => {
  if (!Array.isArray(operand) && typeof operand !== 'string')
    throw new StoreError(31002, '$unset specification must be a string or an array');
  const paths = Array.isArray(operand) ? operand : [operand];
  if (paths.length === 0)
    throw new StoreError(31119, '$unset specification must be a string or an array with at least one field');
  const tree: ProjectionTree = new Map();
  for (const path of paths) {
    if (typeof path !== 'string')
      throw new StoreError(
        31120,
        '$unset specification must be a string or an array containing only string values',
      );
    checkPath(path);
    addToTree(tree, path, 'exclude');
  }
  return projectionTransform({ isInclusion: false, tree });
};

const replaceRoot: StageCompiler = (operand, options, name) => {
  if (!isDocument(operand))
    throw new StoreError(
      40229,
      `expected an object as specification for $replaceRoot stage, got ${typeNameOf(operand)}`,
    );
  for (const key of operand.keys()) {
    if (key !== 'newRoot')
      throw new StoreError(40415, `BSON field '$replaceRoot.${key}' is an unknown field.`);
  }
  const root = operand.get('newRoot');
  if (root === undefined)
    throw new StoreError(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
  return replaceWith(root, options, name);
};

const replaceWith: StageCompiler = (operand, options) => {
  const evaluate = compileExpression(operand, options);
  return (document) => {
    const root = evaluate(document);
    if (isDocument(root)) return root;
    throw new StoreError(
      40228,
      `'newRoot' expression must evaluate to an object, but resulting value was of type: ${typeNameOf(root)}`,
    );
  };
};

/** Stages that make one document of each: those that pipeline updates may use, too. */
export const FIELD_STAGES: ReadonlyMap<string, StageCompiler> = new Map([
  ['$project', project],
  ['$addFields', addFields],
  ['$set', addFields],
  ['$unset', unset],
  ['$replaceRoot', replaceRoot],
  ['$replaceWith', replaceWith],
]);

/** The name and operand of a stage. StoreError 40323 when it is not one field, 14 when it is no document. */
export const stageOf = (stage: Value): [name: string, operand: Value] => {
  if (!isDocument(stage)) throw new StoreError(14, "Each element of the 'pipeline' array must be an object");
  const [entry, ...others] = stage;
  if (entry === undefined || others.length > 0) {
    throw new StoreError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return entry;
};
