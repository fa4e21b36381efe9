import { compileMatch } from '../match/index.ts';
import { StoreError } from '../value/errors.ts';
import { type Collation, type Document, isDocument, splitPath, type Value } from '../value/index.ts';
import type { ElementFilters } from './operation.ts';

const IDENTIFIER = /^[a-z][A-Za-z0-9]*$/;

/** Compiles arrayFilters: by identifier, a test of one array element. StoreError 9 and 2 for malformed ones. */
export const compileArrayFilters = (
  filters: Document[],
  collation: Collation | undefined,
): ElementFilters => {
  const compiled = new Map<string, (element: Value) => boolean>();
  for (const filter of filters) {
    const identifier = identifierOf(filter);
    if (compiled.has(identifier)) {
      throw new StoreError(
        9,
        `Found multiple array filters with the same top-level field name ${identifier}`,
      );
    }
    const matcher = compileMatch(filter, { collation });
    compiled.set(identifier, (element) => matcher.test(new Map([[identifier, element]])));
  }
  return compiled;
};

const identifierOf = (filter: Document): string => {
  const names = new Set(rootNames(filter));
  const [identifier, other] = names;
  if (identifier === undefined) {
    throw new StoreError(9, 'Cannot use an expression without a top-level field name in arrayFilters');
  }
  if (other !== undefined) {
    throw new StoreError(
      9,
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${other}'`,
    );
  }
  if (!IDENTIFIER.test(identifier)) {
    throw new StoreError(
      2,
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
    );
  }
  return identifier;
};

const rootNames = (filter: Document): string[] =>
  [...filter].flatMap(([name, condition]) => {
    if (!name.startsWith('$')) return [splitPath(name)[0] as string];
    return Array.isArray(condition) ? condition.filter(isDocument).flatMap(rootNames) : [];
  });

/** StoreError 2 for an identifier without a filter, 9 for a filter that no path uses. */
export const checkIdentifiers = (paths: string[][], filters: ElementFilters): void => {
  const used = new Set<string>();
  for (const parts of paths) {
    for (const part of parts) {
      if (!part.startsWith('$[') || part === '$[]') continue;
      const identifier = part.slice(2, -1);
      used.add(identifier);
      if (!filters.has(identifier)) {
        throw new StoreError(
          2,
          `No array filter found for identifier '${identifier}' in path '${parts.join('.')}'`,
        );
      }
    }
  }
  for (const identifier of filters.keys()) {
    if (!used.has(identifier)) {
      throw new StoreError(9, `The array filter for identifier '${identifier}' was not used in the update`);
    }
  }
};
