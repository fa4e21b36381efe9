import { documentField, type ReadContext } from '../server/context.ts';
import type { Value } from '../value/index.ts';

/** The variables of a command's `let`, for `$$name` in its expressions; undefined when it has none. */
export const variablesOf = (context: ReadContext): ReadonlyMap<string, Value> | undefined =>
  documentField(context.command, context.name, 'let');
