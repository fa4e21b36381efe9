import { StoreError } from '../value/errors.ts';
import {
  compareValues,
  type Document,
  int32,
  isDocument,
  isNullish,
  isTruthy,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { binary, compileArguments, compileCounted, compilePart, namedParts, unary } from './operands.ts';
import type { Context, Evaluate, OperatorCompiler, OperatorTable } from './types.ts';

const compare = (accepts: (order: number) => Value): OperatorCompiler =>
  binary((left, right, { collation }) => accepts(compareValues(left, right, collation)));

const and: OperatorCompiler = (operand, context) => {
  const parts = compileArguments(operand, context);
  return (root) => parts.every((part) => isTruthy(part(root)));
};

const or: OperatorCompiler = (operand, context) => {
  const parts = compileArguments(operand, context);
  return (root) => parts.some((part) => isTruthy(part(root)));
};

const condition: OperatorCompiler = (operand, context, name) => {
  const [test, yes, no] = Array.isArray(operand)
    ? (compileCounted(operand, context, { name, least: 3 }) as [Evaluate, Evaluate, Evaluate])
    : compileNamedCondition(operand, context);
  return (root) => (isTruthy(test(root)) ? yes(root) : no(root));
};

const compileNamedCondition = (operand: Value, context: Context): [Evaluate, Evaluate, Evaluate] => {
  const parts = namedParts(operand, '$cond', {
    required: ['if', 'then', 'else'],
    codes: [17083, 17083, 17080, 17081, 17082],
  });
  return [
    compilePart(parts, 'if', context),
    compilePart(parts, 'then', context),
    compilePart(parts, 'else', context),
  ];
};

const ifNull: OperatorCompiler = (operand, context, name) => {
  const parts = compileArguments(operand, context);
  if (parts.length < 2) {
    throw new StoreError(1257300, `${name} needs at least two arguments, had: ${parts.length}`);
  }
  const last = parts[parts.length - 1] as Evaluate;
  return (root) => {
    for (const part of parts) {
      const value = part(root);
      if (!isNullish(value) || part === last) return value;
    }
    return undefined;
  };
};

const switchOperator: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: [],
    optional: ['branches', 'default'],
    codes: [40060, 40067],
  });
  const branches = parts.get('branches');
  if (!Array.isArray(branches)) throw new StoreError(40061, `${name} expected an array for 'branches'`);
  if (branches.length === 0) throw new StoreError(40068, '$switch requires at least one branch');
  const compiled = branches.map((branch) => compileBranch(branch, context));
  const otherwise = parts.has('default') ? compilePart(parts, 'default', context) : undefined;
  return (root) => {
    for (const [test, result] of compiled) if (isTruthy(test(root))) return result(root);
    if (otherwise !== undefined) return otherwise(root);
    throw new StoreError(
      40066,
      '$switch could not find a matching branch for an input, and no default was specified.',
    );
  };
};

const compileBranch = (branch: Value, context: Context): [Evaluate, Evaluate] => {
  if (!isDocument(branch)) {
    throw new StoreError(40062, `$switch expected each branch to be an object, found: ${typeNameOf(branch)}`);
  }
  for (const key of branch.keys()) {
    if (key !== 'case' && key !== 'then')
      throw new StoreError(40063, `$switch found an unknown argument to a branch: ${key}`);
  }
  if (!branch.has('case'))
    throw new StoreError(40064, "$switch requires each branch have a 'case' expression");
  if (!branch.has('then'))
    throw new StoreError(40065, "$switch requires each branch have a 'then' expression.");
  return [compilePart(branch, 'case', context), compilePart(branch, 'then', context)];
};

/** `$let`: the variables are evaluated outside, the rest with them. */
const letOperator: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, { required: ['vars', 'in'], codes: [16874, 16875, 16876, 16877] });
  const vars = parts.get('vars') as Value;
  if (!isDocument(vars)) throw new StoreError(10065, `invalid parameter: expected an object (vars)`);
  const variables = new Map(context.variables);
  const assignments: [{ value: Value | undefined }, Evaluate][] = [];
  for (const [variable, expression] of vars as Document) {
    checkVariableName(variable);
    const box = { value: undefined };
    assignments.push([box, context.compile(expression, context)]);
    variables.set(variable, box);
  }
  const body = context.compile(parts.get('in') as Value, { ...context, variables });
  return (root) => {
    const values = assignments.map(([, evaluate]) => evaluate(root));
    assignments.forEach(([box], index) => {
      box.value = values[index];
    });
    return body(root);
  };
};

/** User variables begin with a lower-case letter (or CURRENT). StoreError 9. */
export const checkVariableName = (name: string): void => {
  // It would change what every field path in the expression stands for.
  if (name === 'CURRENT')
    throw new StoreError(115, "a variable 'CURRENT' is not supported by the embedded store");
  if (!/^[a-z\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*$/.test(name)) {
    throw new StoreError(9, `'${name}' starts with an invalid character for a user variable name`);
  }
};

/** `$rand`: another number for each document. */
const rand: OperatorCompiler = (operand, { random }) => {
  if (!isDocument(operand)) throw new StoreError(10065, 'invalid parameter: expected an object ($rand)');
  if (operand.size > 0) throw new StoreError(3040501, '$rand does not currently accept arguments');
  return () => random();
};

const literal: OperatorCompiler = (operand) => () => operand;

export const LOGIC: OperatorTable = new Map<string, OperatorCompiler>([
  ['$eq', compare((order) => order === 0)],
  ['$ne', compare((order) => order !== 0)],
  ['$gt', compare((order) => order > 0)],
  ['$gte', compare((order) => order >= 0)],
  ['$lt', compare((order) => order < 0)],
  ['$lte', compare((order) => order <= 0)],
  ['$cmp', compare((order) => int32(Math.sign(order)))],
  ['$and', and],
  ['$or', or],
  ['$not', unary((value) => !isTruthy(value))],
  ['$cond', condition],
  ['$ifNull', ifNull],
  ['$switch', switchOperator],
  ['$let', letOperator],
  ['$literal', literal],
  ['$const', literal],
  ['$rand', rand],
]);
