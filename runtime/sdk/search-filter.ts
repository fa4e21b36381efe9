import type { Resource } from '@waypost/contract';
import { literalPattern } from './literal-pattern.ts';
import type { Stored } from './model.ts';
import type { Filter } from './rows/index.ts';

/**
 * The stored rows that the search of a resource's list finds: those that have the text, capital letters or not, in one of
 * the fields that are searched. For what goes over the rows of a list by itself, such as an export.
 * @returns undefined for a text of blanks alone, or where no field is searched: nothing is asked for then
 */
export function searchFilter<R extends Resource>(resource: R, search: string): Filter<Stored<R>> | undefined {
  const text = search.trim();
  const paths = Object.entries(resource.fields).flatMap(([name, { hints }]) =>
    searchedPaths(name, hints.search),
  );
  if (text === '' || paths.length === 0) return undefined;
  return { $or: paths.map((path) => ({ [path]: containsText(text) })) } as unknown as Filter<Stored<R>>;
}

/**
 * Finds a text as it is within another, capital letters or not, and whether its accents are signs of their own or not: what
 * a Mac has typed or a file brought may be stored in either form.
 */
export function containsText(text: string): { $regex: string; $options: 'i' } {
  const forms = new Set([text, text.normalize('NFC'), text.normalize('NFD')]);
  const patterns = [...forms].map(literalPattern);
  return {
    $regex: patterns.length === 1 ? literalPattern(text) : `(?:${patterns.join('|')})`,
    $options: 'i',
  };
}

function searchedPaths(name: string, search: boolean | readonly string[] | undefined): string[] {
  if (typeof search === 'object') return search.map((part) => `${name}.${part}`);
  return search === true ? [name] : [];
}
