import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, splitPath, type Value } from '../value/index.ts';
import { checkSize, spend } from '../work/effort.ts';
import { rootPath, valueAt } from './field-path.ts';
import { OPERATORS, REFUSED_OPERATORS } from './operators.ts';
import type { Box, Context, Evaluate, ExpressionOptions } from './types.ts';

/**
 * Compiles an aggregation expression to a function of a document.
 * StoreError 168 for unknown operators, 17276 for undefined variables, 16410 and 15998 for bad field paths,
 * and the operators' own codes.
 */
export const compileExpression = (expression: Value, options: ExpressionOptions = {}): Evaluate => {
  const variables = new Map<string, Box>(options.boxes ?? []);
  for (const [name, value] of options.variables ?? []) {
    if (!variables.has(name)) variables.set(name, { value });
  }
  return compileIn(expression, {
    collation: options.collation,
    variables,
    now: options.now ?? new Date(),
    random: options.random ?? Math.random,
    compile: compileIn,
  });
};

const compileIn = (expression: Value, context: Context): Evaluate => {
  if (typeof expression === 'string') return compileText(expression, context);
  if (Array.isArray(expression)) return compileArray(expression, context);
  if (isDocument(expression)) return compileDocument(expression, context);
  return () => expression;
};

const compileText = (text: string, context: Context): Evaluate => {
  if (text.startsWith('$$')) return compileVariable(text.slice(2), context);
  if (!text.startsWith('$')) return () => text;
  const path = text.slice(1);
  checkFieldPath(path);
  return rootPath(path);
};

const checkFieldPath = (path: string): void => {
  if (path === '') throw new StoreError(16872, "'$' by itself is not a valid FieldPath");
  if (path.endsWith('.')) throw new StoreError(40353, "FieldPath must not end with a '.'.");
  for (const part of splitPath(path)) {
    if (part === '') throw new StoreError(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$')) {
      throw new StoreError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
  }
};

const compileVariable = (reference: string, context: Context): Evaluate => {
  const [name = '', ...rest] = reference.split('.');
  if (name === '') throw new StoreError(9, 'empty variable names are not allowed');
  if (rest.length > 0) checkFieldPath(rest.join('.'));
  const base = variableValue(name, context);
  return rest.length === 0 ? base : (root) => valueAt(base(root), rest);
};

const variableValue = (name: string, context: Context): Evaluate => {
  const box = context.variables.get(name);
  if (box !== undefined) return () => box.value;
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return (root) => root;
    case 'REMOVE':
      return () => undefined;
    case 'NOW': {
      const { now } = context;
      return () => now;
    }
    default:
      throw new StoreError(17276, `Use of undefined variable: ${name}`);
  }
};

const compileArray = (items: Value[], context: Context): Evaluate => {
  const parts = items.map((item) => compileIn(item, context));
  return (root) => parts.map((part) => part(root) ?? null);
};

const compileDocument = (document: Document, context: Context): Evaluate => {
  const first = document.keys().next();
  if (first.done !== true && first.value.startsWith('$')) {
    if (document.size !== 1) {
      throw new StoreError(15983, 'an object representing an expression must have exactly one field');
    }
    return compileOperator(first.value, document.get(first.value) as Value, context);
  }
  return compileObject(document, context);
};

const compileOperator = (name: string, operand: Value, context: Context): Evaluate => {
  const operator = OPERATORS.get(name);
  if (operator !== undefined) return counted(name, operator(operand, context, name));
  const refused = REFUSED_OPERATORS.get(name);
  if (refused !== undefined) throw new StoreError(refused, `${name} is not supported by the embedded store`);
  throw new StoreError(168, `Unrecognized expression '${name}'`);
};

/** Characters that count as one step. */
const CHARACTERS_A_STEP = 16;
/** Bytes of one character in memory, and of one element of an array beside what it points to. */
const CHARACTER_BYTES = 2;
const ELEMENT_BYTES = 8;

/** Each operator counts its call and the size of what it makes, so that none runs for long without a look at the clock. */
const counted =
  (name: string, evaluate: Evaluate): Evaluate =>
  (root) => {
    spend();
    const value = evaluate(root);
    if (typeof value === 'string') {
      spend(value.length / CHARACTERS_A_STEP);
      checkSize(name, value.length * CHARACTER_BYTES);
    } else if (Array.isArray(value)) {
      spend(value.length);
      checkSize(name, value.length * ELEMENT_BYTES);
    }
    return value;
  };

const compileObject = (document: Document, context: Context): Evaluate => {
  const fields: [string, Evaluate][] = [];
  for (const [name, value] of document) {
    if (name.startsWith('$'))
      throw new StoreError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    if (name.includes('.'))
      throw new StoreError(
        16412,
        `FieldPath field names may not contain '.'. Consider using $getField or $setField.`,
      );
    fields.push([name, compileIn(value, context)]);
  }
  return (root) => {
    const result: Document = new Map();
    for (const [name, evaluate] of fields) {
      const value = evaluate(root);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
};
