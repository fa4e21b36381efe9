import { StoreError } from '../value/errors.ts';
import type { Document } from '../value/index.ts';
import type { Operation } from './operation.ts';

/**
 * A document that is there already may not be given top-level names that begin with `$`, except those of a reference
 * in their order (`$ref`, `$id`, then perhaps `$db`); a new one may, and every document may have them further down.
 * StoreError 52, 55.
 */
export const checkDollarNames = (document: Document): void => {
  for (const name of document.keys()) if (name.startsWith('$')) checkName(document, name);
};

/** The same for what operators have changed. `operations`: those whose path begins with `$`. */
export const checkDollarChanges = (
  operations: readonly Operation[],
  before: Document,
  after: Document,
): void => {
  for (const { parts } of operations) {
    const name = parts[0] as string;
    const [old, value] = [before.get(name), after.get(name)];
    if (value === undefined || value === old) continue;
    if (old === undefined || parts.length === 1) checkName(after, name);
  }
};

const checkName = (document: Document, name: string): void => {
  const names = [...document.keys()];
  const at = names.indexOf(name);
  switch (name) {
    case '$ref':
      if (typeof document.get(name) !== 'string' || names[at + 1] !== '$id')
        throw badReference('a $ref field must be a string and be followed by $id');
      return;
    case '$id':
      if (names[at - 1] !== '$ref') throw badReference('an $id field must come after $ref');
      return;
    case '$db':
      if (typeof document.get(name) !== 'string' || names[at - 1] !== '$id')
        throw badReference('a $db field must be a string and come after $id');
      return;
    default:
      throw new StoreError(
        52,
        `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
  }
};

const badReference = (message: string): StoreError => new StoreError(55, `Invalid reference: ${message}`);
