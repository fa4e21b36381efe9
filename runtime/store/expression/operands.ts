import { StoreError } from '../value/errors.ts';
import {
  type Document,
  fitsInt,
  isDocument,
  isNumber,
  showValue,
  toWholeNumber,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import type { Context, Evaluate, OperatorCompiler } from './types.ts';

/** The operand as a list of compiled arguments; one that is no array is a single argument. */
export const compileArguments = (operand: Value, context: Context): Evaluate[] =>
  (Array.isArray(operand) ? operand : [operand]).map((item) => context.compile(item, context));

/** Arguments whose number must lie in a range. StoreError 16020. */
export const compileCounted = (
  operand: Value,
  context: Context,
  { name, least, most = least }: { name: string; least: number; most?: number },
): Evaluate[] => {
  const parts = compileArguments(operand, context);
  if (parts.length >= least && parts.length <= most) return parts;
  const expected =
    least === most ? `exactly ${least} arguments` : `at least ${least} arguments, and at most ${most}`;
  throw new StoreError(
    least === most ? 16020 : 28667,
    `Expression ${name} takes ${expected}${least === most ? '' : ' arguments'}. ${parts.length} were passed in.`,
  );
};

/** An operator of exactly one argument. */
export const unary =
  (apply: (value: Value | undefined, context: Context) => Value | undefined): OperatorCompiler =>
  (operand, context, name) => {
    const [part] = compileCounted(operand, context, { name, least: 1 }) as [Evaluate];
    return (root) => apply(part(root), context);
  };

/** An operator of exactly two arguments. */
export const binary =
  (
    apply: (left: Value | undefined, right: Value | undefined, context: Context) => Value | undefined,
  ): OperatorCompiler =>
  (operand, context, name) => {
    const [left, right] = compileCounted(operand, context, { name, least: 2 }) as [Evaluate, Evaluate];
    return (root) => apply(left(root), right(root), context);
  };

/** An operator of any number of arguments. */
export const variadic =
  (apply: (values: (Value | undefined)[], context: Context) => Value | undefined): OperatorCompiler =>
  (operand, context) => {
    const parts = compileArguments(operand, context);
    return (root) =>
      apply(
        parts.map((part) => part(root)),
        context,
      );
  };

/** Rules for the named parts of an operator such as `$map`. */
export interface NamedParts {
  required: string[];
  optional?: string[];
  /** Codes of the errors: no document, an unknown part, and absent parts in the order of `required`; 9 without. */
  codes?: PartCodes;
}

/** The last code stands for all absent parts from there on. */
export type PartCodes = [notDocument: number, unknown: number, ...absent: number[]];

/** The named parts of an operator as they stand. StoreError of the `codes` for unknown and absent ones. */
export const namedParts = (
  operand: Value,
  name: string,
  { required, optional = [], codes = [9, 9, 9] }: NamedParts,
): Document => {
  const [notDocument, unknown, ...absent] = codes;
  if (!isDocument(operand)) {
    throw new StoreError(
      notDocument,
      `${name} only supports an object as its argument, found ${typeNameOf(operand)}`,
    );
  }
  for (const key of operand.keys()) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw new StoreError(unknown, `Unrecognized parameter to ${name}: ${key}`);
    }
  }
  for (const [index, key] of required.entries()) {
    const code = absent[Math.min(index, absent.length - 1)] ?? unknown;
    if (!operand.has(key)) throw new StoreError(code, `Missing '${key}' parameter to ${name}`);
  }
  return operand;
};

/** Compiles one named part; absent ones evaluate to `otherwise`. */
export const compilePart = (parts: Document, key: string, context: Context, otherwise?: Value): Evaluate => {
  const part = parts.get(key);
  return part === undefined ? () => otherwise : context.compile(part, context);
};

/**
 * A whole number that an operator needs. StoreError `code` for other types, `fractionCode` for a number with a
 * fraction or beyond what fits.
 */
export const wholeOf = (
  value: Value | undefined,
  name: string,
  code: number,
  fractionCode = code,
): number => {
  const whole = toWholeNumber(value);
  if (whole !== undefined) return whole;
  if (!isNumber(value)) throw new StoreError(code, `${name} requires a number, found ${typeNameOf(value)}`);
  throw new StoreError(fractionCode, `${name} requires an integral value, found ${showValue(value)}`);
};

/** As wholeOf, for a number that must fit an int. */
export const intOf = (value: Value | undefined, name: string, code: number, fractionCode = code): number => {
  const whole = wholeOf(value, name, code, fractionCode);
  if (fitsInt(whole)) return whole;
  throw new StoreError(fractionCode, `${name} requires a 32-bit integral value, found ${whole}`);
};
