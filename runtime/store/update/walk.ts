import { StoreError } from '../value/errors.ts';
import {
  arrayIndexOf,
  type Document,
  isIdentical,
  showField,
  showValue,
  type Value,
} from '../value/index.ts';
import type { ApplyState, ElementFilters, Operation } from './operation.ts';

/** MongoDB pads an array with at most this many nulls (kMaxPaddingAllowed in src/mongo/db/update/path_support.h). */
const MAXIMUM_PADDING = 1_500_000;

/** Carries out one operation on the state's root, copying the containers that it changes. */
export const carryOut = (operation: Operation, filters: ElementFilters, state: ApplyState): void => {
  const { parts, leaf } = operation;
  if (parts.length === 1) {
    const name = parts[0] as string;
    const current = state.root.get(name);
    const next = leaf(current, state);
    if (next === current || isIdentical(next, current)) return;
    state.root = store(state.root, name, next, state);
    state.touched.push(name);
    return;
  }
  state.trail.length = 0;
  state.root = inDocument(state.root, { operation, filters, state }, 0) as Document;
};

interface Walk {
  operation: Operation;
  filters: ElementFilters;
  state: ApplyState;
}

const descend = (container: Value, walk: Walk, at: number): Value => {
  if (container instanceof Map) return inDocument(container, walk, at);
  if (Array.isArray(container)) return inArray(container, walk, at);
  const { parts, isLenient } = walk.operation;
  if (isLenient) return container;
  if ((parts[at] as string).startsWith('$[')) throw notAnArray(walk, at, container);
  throw blocked(walk, at, container);
};

const blocked = ({ operation: { parts } }: Walk, at: number, container: Value): StoreError =>
  new StoreError(
    28,
    `Cannot create field '${parts[at]}' in element ${showField(parts[at - 1] as string, container)}`,
  );

const notAnArray = ({ operation: { parts } }: Walk, at: number, container: Value): StoreError =>
  new StoreError(
    2,
    `Cannot apply array updates to non-array element ${parts[at - 1]}: ${showValue(container)}`,
  );

/** The value below one part: changed, made or left as it is. */
const next = (current: Value | undefined, walk: Walk, at: number): Value | undefined => {
  const { operation, state } = walk;
  if (at === operation.parts.length) {
    const result = operation.leaf(current, state);
    if (result === current || isIdentical(result, current)) return current;
    state.touched.push(operation.hasPositional ? state.trail.join('.') : operation.path);
    return result;
  }
  if (current !== undefined) return descend(current, walk, at);
  return operation.isCreating ? create(walk, at) : undefined;
};

/** A missing part of the path as documents, down to the value. */
const create = (walk: Walk, at: number): Value | undefined => {
  const { operation, state } = walk;
  const rest = operation.parts.slice(at);
  if (rest.some((part) => part.startsWith('$['))) {
    const path = operation.parts.slice(0, at).join('.');
    throw new StoreError(2, `The path '${path}' must exist in the document in order to apply array updates.`);
  }
  let value = operation.leaf(undefined, state);
  if (value === undefined) return undefined;
  state.touched.push(operation.hasPositional ? [...state.trail, ...rest].join('.') : operation.path);
  for (const part of rest.reverse()) {
    const made: Document = new Map([[positionOf(part, state), value]]);
    state.owned.add(made);
    value = made;
  }
  return value;
};

/** A part as a name: the positional operator becomes the index that the query matched. */
const positionOf = (part: string, state: ApplyState): string => {
  if (part !== '$') return part;
  if (state.arrayIndex === undefined) {
    throw new StoreError(2, 'The positional operator did not find the match needed from the query.');
  }
  return String(state.arrayIndex);
};

const inDocument = (document: Document, walk: Walk, at: number): Value => {
  const { operation, state } = walk;
  const part = operation.parts[at] as string;
  if (part.startsWith('$[')) {
    if (operation.isLenient && at === 0) return document;
    throw notAnArray(walk, at, document);
  }
  const name = positionOf(part, state);
  const current = document.get(name);
  state.trail.push(name);
  const result = next(current, walk, at + 1);
  state.trail.pop();
  return result === current ? document : store(document, name, result, state);
};

const store = (document: Document, name: string, value: Value | undefined, state: ApplyState): Document => {
  const own = state.owned.has(document) ? document : new Map(document);
  state.owned.add(own);
  if (value === undefined) own.delete(name);
  else own.set(name, value);
  return own;
};

const inArray = (array: Value[], walk: Walk, at: number): Value => {
  const { operation, filters, state } = walk;
  const part = operation.parts[at] as string;
  if (part === '$[]') return inElements(array, () => true, walk, at);
  if (part.startsWith('$[')) {
    const filter = filters.get(part.slice(2, -1)) as (element: Value) => boolean;
    return inElements(array, filter, walk, at);
  }
  const index = arrayIndexOf(positionOf(part, state));
  if (index >= 0) return inElement(array, index, walk, at);
  if (operation.isLenient) return array;
  throw blocked(walk, at, array);
};

const inElements = (array: Value[], isChosen: (element: Value) => boolean, walk: Walk, at: number): Value => {
  let result = array;
  for (let index = 0; index < array.length; index++) {
    if (isChosen(array[index] as Value)) result = inElement(result, index, walk, at);
  }
  return result;
};

const inElement = (array: Value[], index: number, walk: Walk, at: number): Value[] => {
  const { state } = walk;
  const current = array[index];
  state.trail.push(String(index));
  const result = next(current, walk, at + 1);
  state.trail.pop();
  if (result === current) return array;
  if (index - array.length > MAXIMUM_PADDING) {
    throw new StoreError(
      2,
      `cannot use the part (${index}) to traverse the array: it would be padded too far`,
    );
  }
  const own = state.owned.has(array) ? array : array.slice();
  state.owned.add(own);
  while (own.length < index) own.push(null);
  // An element that is unset leaves null, so that the others keep their places.
  own[index] = result ?? null;
  return own;
};
