import { StoreError } from '../errors.ts';
import {
  type Document,
  isDocument,
  isNumber,
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
  /** The error for an unknown or absent part. */
  code?: number;
}

/** The named parts of an operator as they stand. StoreError 9 (or `code`) for unknown and absent ones. */
export const namedParts = (
  operand: Value,
  name: string,
  { required, optional = [], code = 9 }: NamedParts,
): Document => {
  if (!isDocument(operand)) {
    throw new StoreError(
      code,
      `${name} only supports an object as its argument, found ${typeNameOf(operand)}`,
    );
  }
  for (const key of operand.keys()) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw new StoreError(code, `Unrecognized parameter to ${name}: ${key}`);
    }
  }
  for (const key of required) {
    if (!operand.has(key)) throw new StoreError(code, `Missing '${key}' parameter to ${name}`);
  }
  return operand;
};

/** Compiles one named part; absent ones evaluate to `otherwise`. */
export const compilePart = (parts: Document, key: string, context: Context, otherwise?: Value): Evaluate => {
  const part = parts.get(key);
  return part === undefined ? () => otherwise : context.compile(part, context);
};

/** A whole number that an operator needs. StoreError `code` for anything else. */
export const wholeOf = (value: Value | undefined, name: string, code: number): number => {
  const whole = toWholeNumber(value);
  if (whole === undefined) {
    const shown = isNumber(value) ? 'a number with a fraction' : typeNameOf(value);
    throw new StoreError(code, `${name} requires an integral value, found ${shown}`);
  }
  return whole;
};
