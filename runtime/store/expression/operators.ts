import { ARITHMETIC } from './arithmetic.ts';
import { ARRAY_FUNCTIONS } from './array-functions.ts';
import { ARRAYS } from './arrays.ts';
import { CONVERSION } from './conversion.ts';
import { DATE_ARITHMETIC } from './date-arithmetic.ts';
import { dateToString } from './date-format.ts';
import { dateFromString } from './date-parse.ts';
import { DATE_PARTS } from './date-parts.ts';
import { LOGIC } from './logic.ts';
import { OBJECTS } from './objects.ts';
import { POWERS } from './powers.ts';
import { REGEX_OPERATORS } from './regex-operators.ts';
import { ROUNDING } from './rounding.ts';
import { SETS } from './sets.ts';
import { STATISTICS } from './statistics.ts';
import { STRINGS } from './strings.ts';
import type { OperatorTable } from './types.ts';

/** Every expression operator of the store, by name. */
export const OPERATORS: OperatorTable = new Map([
  ...ARITHMETIC,
  ...ROUNDING,
  ...POWERS,
  ...STATISTICS,
  ...LOGIC,
  ...ARRAYS,
  ...ARRAY_FUNCTIONS,
  ...SETS,
  ...OBJECTS,
  ...STRINGS,
  ...REGEX_OPERATORS,
  ...CONVERSION,
  ...DATE_PARTS,
  ...DATE_ARITHMETIC,
  ['$dateToString', dateToString],
  ['$dateFromString', dateFromString],
]);

/** Operators of MongoDB that are refused on purpose, with the code. */
export const REFUSED_OPERATORS: ReadonlyMap<string, number> = new Map([
  ['$function', 2],
  ['$accumulator', 2],
  ['$where', 13],
]);
