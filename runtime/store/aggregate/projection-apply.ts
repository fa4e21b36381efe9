import type { Document, Value } from '../value/index.ts';
import type { FieldAction, Projection, ProjectionTree } from './projection-tree.ts';

export type Transform = (document: Document) => Document;

/** The function that carries out a parsed projection; the input is not changed. */
export const projectionTransform = ({ isInclusion, tree }: Projection): Transform => {
  if (!isInclusion) return (document) => exclude(document, tree);
  if (!hasComputed(tree)) return (document) => include(document, tree);
  return (document) => compute(include(document, tree), tree, document);
};

/** `$set`: computes fields and keeps all others. Expressions see the document as it came in. */
export const additionTransform =
  (tree: ProjectionTree): Transform =>
  (document) =>
    compute(new Map(document), tree, document);

const hasComputed = (tree: ProjectionTree): boolean => {
  for (const action of tree.values()) {
    if (typeof action === 'function' || (action instanceof Map && hasComputed(action))) return true;
  }
  return false;
};

const include = (document: Document, tree: ProjectionTree): Document => {
  const result: Document = new Map();
  for (const [name, value] of document) {
    const action = tree.get(name);
    if (action === 'include') result.set(name, value);
    else if (action instanceof Map) {
      const inner = includeIn(value, action);
      if (inner !== undefined) result.set(name, inner);
    }
  }
  return result;
};

/**
 * Scalars have no fields that could be kept, so they go; arrays keep what their documents keep. Where fields are
 * computed, a scalar in an array gives way to a document.
 */
const includeIn = (value: Value, tree: ProjectionTree): Value | undefined => {
  if (value instanceof Map) return include(value, tree);
  if (!Array.isArray(value)) return undefined;
  const isFilled = hasComputed(tree);
  return value
    .map((item) => includeIn(item, tree) ?? (isFilled ? (new Map() as Document) : undefined))
    .filter((item) => item !== undefined);
};

const exclude = (document: Document, tree: ProjectionTree): Document => {
  const result: Document = new Map();
  for (const [name, value] of document) {
    const action = tree.get(name);
    if (action === undefined) result.set(name, value);
    else if (action instanceof Map) result.set(name, excludeIn(value, action));
  }
  return result;
};

const excludeIn = (value: Value, tree: ProjectionTree): Value => {
  if (value instanceof Map) return exclude(value, tree);
  return Array.isArray(value) ? value.map((item) => excludeIn(item, tree)) : value;
};

/** Adds computed fields to `target`, which must be a document of this computation. */
const compute = (target: Document, tree: ProjectionTree, root: Document): Document => {
  for (const [name, action] of tree) {
    const value = computed(target.get(name), action, root);
    if (value === undefined) {
      if (typeof action === 'function') target.delete(name);
    } else if (typeof action !== 'string') target.set(name, value);
  }
  return target;
};

const computed = (current: Value | undefined, action: FieldAction, root: Document): Value | undefined => {
  if (typeof action === 'function') return action(root);
  if (typeof action === 'string' || !hasComputed(action)) return current;
  return computeIn(current, action, root);
};

/** Fields inside an array are computed in each element; a scalar gives way to a document. */
const computeIn = (current: Value | undefined, tree: ProjectionTree, root: Document): Value => {
  if (Array.isArray(current)) return current.map((item) => computeIn(item, tree, root));
  return compute(current instanceof Map ? new Map(current) : new Map(), tree, root);
};
