import { isOperatorDocument } from '../match/operator-document.ts';
import { StoreError } from '../value/errors.ts';
import { BSONRegExp, type Document, isDocument, splitPath, type Value } from '../value/index.ts';

/**
 * The document that an upsert starts from: every field that the filter fixes to one value, `_id` first.
 * StoreError 54 when a field is fixed twice.
 */
export const buildUpsertDocument = (filter: Document): Document => {
  const fixed = new Map<string, Value>();
  collect(filter, fixed);
  const document: Document = new Map();
  const id = fixed.get('_id');
  if (id !== undefined) document.set('_id', id);
  for (const [path, value] of fixed) setPath(document, path, value);
  return document;
};

const collect = (filter: Document, fixed: Map<string, Value>): void => {
  for (const [name, condition] of filter) {
    if (name === '$and') {
      for (const clause of clausesOf(condition)) collect(clause, fixed);
    } else if (name === '$or') {
      const clauses = clausesOf(condition);
      if (clauses.length === 1) collect(clauses[0] as Document, fixed);
    } else if (!name.startsWith('$')) {
      const value = fixedValue(condition);
      if (value !== undefined) fix(name, value, fixed);
    }
  }
};

const clausesOf = (condition: Value): Document[] =>
  Array.isArray(condition) ? condition.filter(isDocument) : [];

const fixedValue = (condition: Value): Value | undefined => {
  if (condition instanceof BSONRegExp) return undefined;
  if (!isOperatorDocument(condition)) return condition;
  const equal = condition.get('$eq');
  if (equal !== undefined) return equal;
  for (const name of ['$all', '$in']) {
    const list = condition.get(name);
    if (Array.isArray(list) && list.length === 1 && !isOpen(list[0] as Value)) return list[0];
  }
  return undefined;
};

const isOpen = (value: Value): boolean => value instanceof BSONRegExp || isOperatorDocument(value);

const fix = (path: string, value: Value, fixed: Map<string, Value>): void => {
  for (const other of fixed.keys()) {
    if (other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`)) {
      throw new StoreError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    }
  }
  fixed.set(path, value);
};

const setPath = (document: Document, path: string, value: Value): void => {
  const parts = splitPath(path);
  let current = document;
  for (const part of parts.slice(0, -1)) {
    const next = current.get(part);
    const child: Document = next instanceof Map ? next : new Map();
    current.set(part, child);
    current = child;
  }
  current.set(parts[parts.length - 1] as string, value);
};
