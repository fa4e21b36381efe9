import { StoreError } from '../value/errors.ts';
import { type Document, showField, type Value } from '../value/index.ts';
import type { ApplyState, Operation } from './operation.ts';
import { isPositional, updateParts } from './paths.ts';

/** `$rename` as two operations: the new name takes the old one's value, and last the old name goes. */
export const renameOperations = (source: string, target: Value): Operation[] => {
  if (typeof target !== 'string') {
    throw new StoreError(2, `The 'to' field for $rename must be a string: ${showField(source, target)}`);
  }
  if (source === target) {
    throw new StoreError(
      2,
      `The source and target field for $rename must differ: ${showField(source, target)}`,
    );
  }
  const from = updateParts(source);
  const to = updateParts(target);
  for (const [role, parts, path] of [
    ['source', from, source],
    ['destination', to, target],
  ] as const) {
    if (parts.some(isPositional))
      throw new StoreError(2, `The ${role} field for $rename may not be dynamic: ${path}`);
  }
  const take: Operation = {
    path: target,
    parts: to,
    isCreating: true,
    isLenient: false,
    hasPositional: false,
    leaf: (current, state) => {
      const value = fieldIn(state, from, 'source', source);
      if (value === undefined) return current;
      fieldIn(state, to, 'destination', target);
      return value;
    },
  };
  const drop: Operation = {
    path: source,
    parts: from,
    isCreating: false,
    isLenient: true,
    hasPositional: false,
    isLast: true,
    leaf: () => undefined,
  };
  return [take, drop];
};

/** The value at a path that may lead through documents only. StoreError 2 where it meets an array. */
const fieldIn = (state: ApplyState, parts: string[], role: string, path: string): Value | undefined => {
  let current: Value | undefined = state.root as Document;
  let name = '';
  for (const part of parts) {
    if (Array.isArray(current)) {
      const id = state.root.get('_id');
      throw new StoreError(
        2,
        `The ${role} field cannot be an array element, '${path}' in doc with ${showField('_id', id)} has an array field called '${name}'`,
      );
    }
    if (!(current instanceof Map)) return undefined;
    name = part;
    current = current.get(part);
  }
  return current;
};
