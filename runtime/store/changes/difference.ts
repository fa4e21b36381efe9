import { type Document, equalValues, int32, isDocument, typeOf, type Value } from '../value/index.ts';

/** What an update event says about the change, field by field. */
export const describeUpdate = (before: Document, after: Document): Document => {
  const changes: Changes = { updated: new Map(), removed: [], truncated: [] };
  compareDocuments('', before, after, changes);
  return new Map<string, Value>([
    ['updatedFields', changes.updated],
    ['removedFields', changes.removed],
    ['truncatedArrays', changes.truncated],
  ]);
};

interface Changes {
  updated: Document;
  removed: Value[];
  truncated: Value[];
}

const compareDocuments = (prefix: string, before: Document, after: Document, changes: Changes): void => {
  for (const [name, value] of after) {
    const old = before.get(name);
    const path = `${prefix}${name}`;
    if (old === undefined) changes.updated.set(path, value);
    else compareParts(path, old, value, changes);
  }
  for (const name of before.keys()) if (!after.has(name)) changes.removed.push(`${prefix}${name}`);
};

const compareParts = (path: string, old: Value, value: Value, changes: Changes): void => {
  if (old === value) return;
  if (isDocument(old) && isDocument(value)) compareDocuments(`${path}.`, old, value, changes);
  else if (Array.isArray(old) && Array.isArray(value)) compareArrays(path, old, value, changes);
  else if (typeOf(old) !== typeOf(value) || !equalValues(old, value)) changes.updated.set(path, value);
};

const compareArrays = (path: string, old: Value[], value: Value[], changes: Changes): void => {
  if (value.length < old.length) {
    changes.truncated.push(
      new Map<string, Value>([
        ['field', path],
        ['newSize', int32(value.length)],
      ]),
    );
  }
  value.forEach((element, at) => {
    const former = old[at];
    if (former === undefined) changes.updated.set(`${path}.${at}`, element);
    else compareParts(`${path}.${at}`, former, element, changes);
  });
};
