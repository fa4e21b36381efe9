import type { ExpressionOptions } from '../expression/index.ts';
import { compileElementMatch } from '../match/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Document,
  type FieldTree,
  isDocument,
  isNumber,
  isTruthy,
  splitPath,
  toDouble,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import { projectionTransform } from './projection-apply.ts';
import { type FieldAction, type ProjectionTree, parseProjection } from './projection-tree.ts';

/** A compiled find projection; the input is not changed. */
export interface FindProjection {
  /** `arrayIndex` is what matcher.match gave; needed when `needsArrayIndex`. */
  apply: (document: Document, arrayIndex?: number) => Document;
  needsArrayIndex: boolean;
  /** The fields that are kept, where it does nothing but keep some. */
  kept: FieldTree | undefined;
}

type ArrayChange = (array: Value[], arrayIndex: number | undefined) => Value[];

/** What is done to an array after the projection: `$slice` and the positional `$`. */
interface PathChange {
  parts: string[];
  change: ArrayChange;
  /** Whether arrays on the way are walked through; otherwise the first array met is the one changed. */
  isThroughArrays: boolean;
}

/**
 * Compiles find's projection: inclusion, exclusion, expressions, `$slice`, `$elemMatch`, `a.$`.
 * StoreError 31253/31254 for mixtures, 31276 for a second positional path, 28724 and 31274 for bad
 * operands, 2 for `$meta`.
 */
export const compileFindProjection = (
  specification: Document,
  options: ExpressionOptions = {},
): FindProjection => {
  const { plain, changes, needsArrayIndex } = takeChanges(specification);
  const special = (path: string, value: Value): FieldAction | undefined => {
    if (!isDocument(value)) return undefined;
    if (value.has('$meta')) throw new StoreError(2, '$meta is not supported by the embedded store');
    return value.has('$elemMatch') ? firstMatch(path, value.get('$elemMatch') as Value, options) : undefined;
  };
  const parsed = parseProjection(plain, options, special);
  const transform = projectionTransform(parsed);
  return {
    needsArrayIndex,
    kept: parsed.isInclusion && changes.length === 0 ? keptFields(parsed.tree) : undefined,
    apply: (document, arrayIndex) => {
      let result: Value = transform(document);
      for (const pathChange of changes) result = changeAt(result, pathChange, 0, arrayIndex);
      return result as Document;
    },
  };
};

/** What a projection keeps as it is; undefined where it computes something. */
const keptFields = (tree: ProjectionTree): FieldTree | undefined => {
  const kept = new Map<string, FieldTree | undefined>();
  for (const [name, action] of tree) {
    const inner = action instanceof Map ? keptFields(action) : undefined;
    if (action !== 'include' && inner === undefined) return undefined;
    kept.set(name, inner);
  }
  return kept;
};

interface Split {
  plain: Document;
  changes: PathChange[];
  needsArrayIndex: boolean;
}

/** Separates what is done to arrays afterwards from the projection proper. */
const takeChanges = (specification: Document): Split => {
  const plain: Document = new Map();
  const changes: PathChange[] = [];
  const sliced: string[] = [];
  let positional = 0;
  for (const [path, value] of specification) {
    if (path.endsWith('.$')) {
      const base = path.slice(0, -2);
      plain.set(base, true);
      changes.push({ parts: splitPath(base), change: atIndex, isThroughArrays: false });
      positional++;
    } else if (isSlice(value)) {
      sliced.push(path);
      changes.push({
        parts: splitPath(path),
        change: sliceOf(value.get('$slice') as Value),
        isThroughArrays: true,
      });
    } else {
      plain.set(path, value);
    }
  }
  if (positional > 1)
    throw new StoreError(31276, 'Cannot specify more than one positional projection per query.');
  if (isInclusive(plain)) for (const path of sliced) plain.set(path, true);
  return { plain, changes, needsArrayIndex: positional > 0 };
};

/** find's own `$slice`: a number or two; longer forms are the expression of that name. */
const isSlice = (value: Value): value is Document => {
  if (!isDocument(value) || !value.has('$slice')) return false;
  const operand = value.get('$slice') as Value;
  if (!Array.isArray(operand)) return isNumber(operand);
  return operand.length === 2 && operand.every((item) => isNumber(item));
};

const isInclusive = (plain: Document): boolean => {
  const others = [...plain].filter(([path]) => path !== '_id');
  const deciding = others.length > 0 ? others : [...plain];
  return deciding.some(([, value]) => !isFlag(value) || isTruthy(value));
};

const isFlag = (value: Value): boolean => typeof value === 'boolean' || isNumber(value);

const sliceOf = (operand: Value): ArrayChange => {
  if (Array.isArray(operand)) {
    const skip = wholeOf(operand[0]);
    const count = wholeOf(operand[1]);
    if (count <= 0) throw new StoreError(28724, '$slice limit must be positive');
    return (array) => {
      const start = skip < 0 ? Math.max(array.length + skip, 0) : skip;
      return array.slice(start, start + count);
    };
  }
  const count = wholeOf(operand);
  return (array) => (count < 0 ? array.slice(count) : array.slice(0, count));
};

const wholeOf = (value: Value | undefined): number => {
  const whole = isNumber(value) ? toWholeNumber(Math.trunc(toDouble(value))) : undefined;
  if (whole === undefined)
    throw new StoreError(31273, '$slice only supports numbers and [skip, limit] arrays');
  return whole;
};

const atIndex: ArrayChange = (array, arrayIndex) => {
  const element = arrayIndex === undefined ? undefined : array[arrayIndex];
  if (element === undefined) {
    throw new StoreError(51246, "positional operator '.$' couldn't find a matching element in the array");
  }
  return [element];
};

const firstMatch = (path: string, operand: Value, options: ExpressionOptions): FieldAction => {
  if (!isDocument(operand)) throw new StoreError(31274, 'elemMatch: Invalid argument, object required');
  if (path.includes('.')) throw new StoreError(31275, 'Cannot use $elemMatch projection on a nested field');
  const test = compileElementMatch(operand, options);
  return (root) => {
    const array = root.get(path);
    const found = Array.isArray(array) ? array.find((element) => test(element)) : undefined;
    return found === undefined ? undefined : [found];
  };
};

const changeAt = (
  value: Value,
  pathChange: PathChange,
  at: number,
  arrayIndex: number | undefined,
): Value => {
  const { parts, change, isThroughArrays } = pathChange;
  if (Array.isArray(value)) {
    if (at === parts.length || !isThroughArrays) return change(value, arrayIndex);
    return value.map((item) => changeAt(item, pathChange, at, arrayIndex));
  }
  if (!(value instanceof Map) || at === parts.length) return value;
  const name = parts[at] as string;
  const current = value.get(name);
  if (current === undefined) return value;
  const changed = changeAt(current, pathChange, at + 1, arrayIndex);
  return changed === current ? value : new Map(value).set(name, changed);
};
