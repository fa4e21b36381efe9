import { StoreError } from '../value/errors.ts';
import { type Collation, type Document, isDocument, typeNameOf, type Value } from '../value/index.ts';
import { checkIdentifiers } from './array-filters.ts';
import { addToSet, pop, pull, pullAll } from './array-operators.ts';
import type { ApplyState, ElementFilters, Operation } from './operation.ts';
import { checkConflicts, isPositional, orderOperations, updateParts } from './paths.ts';
import { push } from './push.ts';
import { renameOperations } from './rename.ts';
import { type LeafSource, SCALAR_OPERATORS } from './scalar-operators.ts';
import { carryOut } from './walk.ts';

/** Compiles `{ $set: …, $inc: … }` to operations in the order in which they are applied. */
export const compileOperators = (
  update: Document,
  filters: ElementFilters,
  collation: Collation | undefined,
): Operation[] => {
  const operations: Operation[] = [];
  for (const [operator, fields] of update) {
    checkOperator(operator, fields);
    for (const [path, operand] of fields as Document) {
      operations.push(...operationsOf({ operator, path, operand, collation }));
    }
  }
  checkConflicts(operations.map(({ path }) => path));
  checkIdentifiers(
    operations.map(({ parts }) => parts),
    filters,
  );
  return orderOperations(operations);
};

const checkOperator = (operator: string, fields: Value): void => {
  if (!SCALAR_OPERATORS.has(operator) && !OTHER_OPERATORS.has(operator) && operator !== '$rename') {
    throw new StoreError(
      9,
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  if (!isDocument(fields)) {
    throw new StoreError(
      9,
      `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${typeNameOf(fields)}}`,
    );
  }
};

/** Every update operator. */
export const updateOperatorNames = (): string[] => [
  ...SCALAR_OPERATORS.keys(),
  ...OTHER_OPERATORS.keys(),
  '$rename',
];

const unset = () => () => undefined;

interface OtherOperator {
  compile: (source: LeafSource) => Operation['leaf'];
  isCreating: boolean;
  isLenient: boolean;
}

const OTHER_OPERATORS: ReadonlyMap<string, OtherOperator> = new Map([
  ['$unset', { compile: unset, isCreating: false, isLenient: true }],
  ['$push', { compile: push, isCreating: true, isLenient: false }],
  ['$addToSet', { compile: addToSet, isCreating: true, isLenient: false }],
  ['$pull', { compile: pull, isCreating: false, isLenient: true }],
  ['$pullAll', { compile: pullAll, isCreating: false, isLenient: true }],
  ['$pop', { compile: pop, isCreating: false, isLenient: false }],
]);

const operationsOf = (source: LeafSource): Operation[] => {
  const { operator, path, operand } = source;
  if (operator === '$rename') return renameOperations(path, operand);
  const parts = updateParts(path);
  const base = { path, parts, hasPositional: parts.some(isPositional) };
  const scalar = SCALAR_OPERATORS.get(operator);
  if (scalar !== undefined) {
    return [
      {
        ...base,
        leaf: scalar(source),
        isCreating: true,
        isLenient: false,
        isInsertOnly: operator === '$setOnInsert',
      },
    ];
  }
  const { compile, isCreating, isLenient } = OTHER_OPERATORS.get(operator) as OtherOperator;
  return [{ ...base, leaf: compile(source), isCreating, isLenient }];
};

/** Carries out all operations on the state's root. */
export const applyOperations = (
  operations: Operation[],
  filters: ElementFilters,
  state: ApplyState,
): void => {
  for (const operation of operations) {
    if (operation.isInsertOnly === true && !state.isInsert) continue;
    carryOut(operation, filters, state);
  }
  // Positional operators may turn out to mean the same element.
  if (state.touched.length > 1 && operations.some(({ hasPositional }) => hasPositional))
    checkConflicts(state.touched);
};
