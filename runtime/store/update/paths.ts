import { StoreError } from '../value/errors.ts';
import { arrayIndexOf, splitPath } from '../value/index.ts';
import type { Operation } from './operation.ts';

/** The parts of an update path. StoreError 56 for empty names, 52 for positional operators that are cut off, 2 for a first `$`. */
export const updateParts = (path: string): string[] => {
  if (path === '') throw new StoreError(56, 'An empty update path is not valid.');
  const parts = splitPath(path);
  for (let index = 0; index < parts.length; index++) checkPart(parts[index] as string, index, path);
  return parts;
};

const checkPart = (part: string, index: number, path: string): void => {
  if (part === '') {
    throw new StoreError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  if (!part.startsWith('$')) return;
  if (isPositional(part)) {
    if (index === 0) {
      throw new StoreError(
        2,
        `Cannot have positional (i.e. '$') element in the first position in path '${path}'`,
      );
    }
  } else if (part.startsWith('$[')) {
    throw new StoreError(
      52,
      `The dollar ($) prefixed field '${part}' in '${path}' is not valid for storage.`,
    );
  }
};

/** Whether a part is `$`, `$[]` or `$[identifier]`. */
export const isPositional = (part: string): boolean =>
  part === '$' || (part.startsWith('$[') && part.endsWith(']'));

/** StoreError 40 when two paths are the same or one lies within the other. */
export const checkConflicts = (paths: string[]): void => {
  const sorted = paths.map(splitPath).sort(comparePaths);
  // What lies within a path comes right behind it in this order.
  for (let index = 1; index < sorted.length; index++) {
    const [before, parts] = [sorted[index - 1], sorted[index]] as [string[], string[]];
    if (isWithin(parts, before)) {
      throw new StoreError(
        40,
        `Updating the path '${parts.join('.')}' would create a conflict at '${before.join('.')}'`,
      );
    }
  }
};

const isWithin = (parts: string[], other: string[]): boolean =>
  other.length <= parts.length && other.every((part, index) => part === parts[index]);

/** Order in which MongoDB applies fields: part by part, names by bytes, numbers by value; parents first. */
export const comparePaths = (left: string[], right: string[]): number => {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const order = compareParts(left[index] as string, right[index] as string);
    if (order !== 0) return order;
  }
  return left.length - right.length;
};

const compareParts = (left: string, right: string): number => {
  if (left === right) return 0;
  const first = arrayIndexOf(left);
  const second = arrayIndexOf(right);
  if (first >= 0 && second >= 0) return first - second;
  return left < right ? -1 : 1;
};

/** Puts operations into the order in which they are applied. */
export const orderOperations = (operations: Operation[]): Operation[] =>
  operations.sort(
    (left, right) =>
      Number(left.isLast ?? false) - Number(right.isLast ?? false) || comparePaths(left.parts, right.parts),
  );
