import { ARITHMETIC } from './arithmetic.ts';
import { LOGIC } from './logic.ts';
import type { OperatorTable } from './types.ts';

/** Every expression operator of the store, by name. */
export const OPERATORS: OperatorTable = new Map([...ARITHMETIC, ...LOGIC]);

/** Operators of MongoDB that are refused on purpose, with the code. */
export const REFUSED_OPERATORS: ReadonlyMap<string, number> = new Map([
  ['$function', 2],
  ['$accumulator', 2],
  ['$where', 13],
]);
