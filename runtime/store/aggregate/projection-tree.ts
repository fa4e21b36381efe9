import { compileExpression, type Evaluate, type ExpressionOptions } from '../expression/index.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, isNumber, isTruthy, splitPath, type Value } from '../value/index.ts';

/** What a projection does with one field: keeps it, drops it, computes it, or looks further inside. */
export type FieldAction = 'include' | 'exclude' | Evaluate | ProjectionTree;

/** Field names at one level with their actions, in the order of the specification. */
export type ProjectionTree = Map<string, FieldAction>;

/** A parsed projection. */
export interface Projection {
  isInclusion: boolean;
  tree: ProjectionTree;
}

/** Takes over a field that only find's projections know; returns what the tree holds for it, or undefined. */
export type SpecialField = (path: string, value: Value) => FieldAction | undefined;

interface Leaf {
  path: string;
  action: Exclude<FieldAction, ProjectionTree>;
}

/**
 * Parses `$project`'s specification. StoreError 51272 for an empty one, 31253/31254 for a mixture of
 * inclusion and exclusion, 31249/31250 for fields that lie within one another, 16410 and 40352 for bad names.
 */
export const parseProjection = (
  specification: Document,
  options: ExpressionOptions,
  special: SpecialField = () => undefined,
): Projection => {
  const leaves: Leaf[] = [];
  flatten(specification, '', { leaves, options, special });
  const isInclusion = decideKind(leaves);
  const tree: ProjectionTree = new Map();
  for (const { path, action } of leaves) addToTree(tree, path, action);
  if (isInclusion && !tree.has('_id')) tree.set('_id', 'include');
  if (isInclusion && tree.get('_id') === 'exclude') tree.delete('_id');
  if (!isInclusion && tree.get('_id') === 'include') tree.delete('_id');
  return { isInclusion, tree };
};

interface Flattening {
  leaves: Leaf[];
  options: ExpressionOptions;
  special: SpecialField;
}

const flatten = (specification: Document, prefix: string, flattening: Flattening): void => {
  const { leaves, options, special } = flattening;
  for (const [name, value] of specification) {
    const path = `${prefix}${name}`;
    const taken = special(path, value);
    checkPath(path);
    if (taken !== undefined) leaves.push({ path, action: taken as Leaf['action'] });
    else if (isFlag(value)) leaves.push({ path, action: isTruthy(value) ? 'include' : 'exclude' });
    else if (isNested(value)) {
      if (value.size === 0)
        throw new StoreError(
          51270,
          'An empty sub-projection is not a valid value. Found empty object at path',
        );
      flatten(value, `${path}.`, flattening);
    } else leaves.push({ path, action: compileExpression(value, options) });
  }
};

const isFlag = (value: Value): boolean => typeof value === 'boolean' || isNumber(value);

const isNested = (value: Value): value is Document =>
  isDocument(value) && value.keys().next().value?.startsWith('$') !== true;

/** StoreError for names that cannot be projected. */
export const checkPath = (path: string): void => {
  if (path.endsWith('.')) throw new StoreError(40353, "FieldPath must not end with a '.'.");
  for (const part of splitPath(path)) {
    if (part === '')
      throw new StoreError(path === '' ? 40352 : 15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$')) {
      throw new StoreError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
  }
};

const decideKind = (leaves: Leaf[]): boolean => {
  if (leaves.length === 0) return false;
  const deciding =
    leaves.find(({ path, action }) => path !== '_id' || typeof action === 'function') ?? leaves[0];
  const isInclusion = deciding?.action !== 'exclude';
  for (const { path, action } of leaves) {
    if (path === '_id' && typeof action === 'string') continue;
    if (isInclusion && action === 'exclude') {
      throw new StoreError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    }
    if (!isInclusion && action === 'include') {
      throw new StoreError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
    }
    if (!isInclusion && typeof action === 'function') {
      throw new StoreError(31310, 'Cannot use an expression in an exclusion projection');
    }
  }
  return isInclusion;
};

/** Puts an action at a dotted path. StoreError 31249, 31250 or `code` where another one is in the way. */
export const addToTree = (
  tree: ProjectionTree,
  path: string,
  action: Leaf['action'],
  code?: number,
): void => {
  const parts = splitPath(path);
  let current = tree;
  for (const part of parts.slice(0, -1)) {
    const existing = current.get(part);
    if (existing !== undefined && !(existing instanceof Map)) {
      throw new StoreError(code ?? 31249, `Path collision at ${path}`);
    }
    const child: ProjectionTree = existing ?? new Map();
    current.set(part, child);
    current = child;
  }
  const last = parts[parts.length - 1] as string;
  if (current.has(last)) throw new StoreError(code ?? 31250, `Path collision at ${path}`);
  current.set(last, action);
};
