import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, splitPath, typeNameOf, type Value } from '../value/index.ts';
import type { Flow, StageCompiler } from './flow.ts';

interface Unwind {
  parts: string[];
  indexField: string[] | undefined;
  keepsEmpty: boolean;
}

export const unwind: StageCompiler = (operand) => {
  const plan = planOf(operand);
  return function* unwound(source: Flow) {
    for (const document of source) {
      if (document === undefined) yield undefined;
      else yield* unwindOne(document, plan);
    }
  };
};

function* unwindOne(document: Document, { parts, indexField, keepsEmpty }: Unwind): Generator<Document> {
  const value = valueIn(document, parts);
  const withIndex = (result: Document, index: Value): Document =>
    indexField === undefined ? result : withValue(result, indexField, index);
  if (Array.isArray(value) && value.length > 0) {
    let index = 0n;
    for (const item of value) yield withIndex(withValue(document, parts, item), index++);
  } else if (value !== undefined && value !== null && !Array.isArray(value)) {
    yield withIndex(document, null);
  } else if (keepsEmpty) {
    yield withIndex(Array.isArray(value) ? withoutValue(document, parts) : document, null);
  }
}

const planOf = (operand: Value): Unwind => {
  const path = isDocument(operand) ? pathOption(operand) : operand;
  if (typeof path !== 'string') {
    throw new StoreError(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeNameOf(operand)}`,
    );
  }
  if (!path.startsWith('$'))
    throw new StoreError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (path === '$' || path.startsWith('$$'))
    throw new StoreError(28810, 'no path specified to $unwind stage');
  const index = isDocument(operand) ? operand.get('includeArrayIndex') : undefined;
  return {
    parts: splitPath(path.slice(1)),
    indexField: index === undefined ? undefined : indexFieldOf(index),
    keepsEmpty: isDocument(operand) && keepsEmptyOf(operand),
  };
};

const pathOption = (operand: Document): Value => {
  for (const key of operand.keys()) {
    if (!['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(key)) {
      throw new StoreError(28811, `unrecognized option to $unwind stage: ${key}`);
    }
  }
  const path = operand.get('path');
  if (path === undefined) throw new StoreError(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string')
    throw new StoreError(28808, `expected a string as the path for $unwind stage, got ${typeNameOf(path)}`);
  return path;
};

const indexFieldOf = (field: Value): string[] => {
  if (typeof field !== 'string' || field === '') {
    throw new StoreError(
      28810,
      'expected a non-empty string for the includeArrayIndex option to $unwind stage',
    );
  }
  if (field.startsWith('$'))
    throw new StoreError(
      28822,
      `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${field}`,
    );
  return splitPath(field);
};

const keepsEmptyOf = (operand: Document): boolean => {
  const value = operand.get('preserveNullAndEmptyArrays') ?? false;
  if (typeof value !== 'boolean') {
    throw new StoreError(
      28809,
      `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeNameOf(value)}`,
    );
  }
  return value;
};

/** The value at a path that leads through documents only. */
export const valueIn = (document: Document, parts: string[]): Value | undefined => {
  let current: Value | undefined = document;
  for (const part of parts) current = current instanceof Map ? current.get(part) : undefined;
  return current;
};

/** A copy of the document with a value at a path; what is in the way of a document gives way. */
export const withValue = (document: Document, parts: string[], value: Value, at = 0): Document => {
  const name = parts[at] as string;
  if (at === parts.length - 1) return new Map(document).set(name, value);
  const inner = document.get(name);
  return new Map(document).set(
    name,
    withValue(inner instanceof Map ? inner : new Map(), parts, value, at + 1),
  );
};

const withoutValue = (document: Document, parts: string[], at = 0): Document => {
  const name = parts[at] as string;
  const copy: Document = new Map(document);
  const inner = document.get(name);
  if (at === parts.length - 1) copy.delete(name);
  else if (inner instanceof Map) copy.set(name, withoutValue(inner, parts, at + 1));
  return copy;
};
