import { type Document, decodeDocument, type FieldTree, readTree } from '../value/index.ts';
import type { IndexDefinition } from './collection.ts';

/** What indexes need of an encoded document. */
export const indexedPart = (indexes: readonly IndexDefinition[], bytes: Uint8Array): Document => {
  const tree = treeOf(indexes);
  return tree === undefined ? decodeDocument(bytes) : readTree(bytes, tree);
};

/** Trees by a collection's list of indexes, which grows in place: `count` tells whether it has. */
const known = new WeakMap<readonly IndexDefinition[], { count: number; tree: FieldTree | undefined }>();

const treeOf = (indexes: readonly IndexDefinition[]): FieldTree | undefined => {
  let found = known.get(indexes);
  if (found?.count !== indexes.length) {
    found = { count: indexes.length, tree: makeTree(indexes) };
    known.set(indexes, found);
  }
  return found.tree;
};

/** The fields of all indexes together; undefined when one of them looks at everything. */
const makeTree = (indexes: readonly IndexDefinition[]): FieldTree | undefined => {
  const root: Tree = new Map();
  for (const index of indexes) {
    if (index.partial !== undefined && index.partialTouchesAll) return undefined;
    for (const { parts } of index.fields) addPath(root, parts);
    // What its filter looks at is known by top-level fields only.
    if (index.partial !== undefined) for (const name of index.touchedBy) root.set(name, undefined);
  }
  return root;
};

type Tree = Map<string, Tree | undefined>;

const addPath = (tree: Tree, [name = '', ...rest]: readonly string[]): void => {
  const isWhole = tree.has(name) && tree.get(name) === undefined;
  if (rest.length === 0) tree.set(name, undefined);
  else if (!isWhole) {
    const inner = tree.get(name) ?? new Map();
    tree.set(name, inner);
    addPath(inner, rest);
  }
};
