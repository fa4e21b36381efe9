import { compileMatch, type FilterBounds } from '../match/index.ts';
import { type Document, equalValues, isDocument, type Value } from '../value/index.ts';

/**
 * Whether every document that matches `filter` also matches an index's `partial` filter, as far as that can be told
 * clause by clause; when in doubt: no, and the index is not used.
 */
export const isImplied = (partial: Document, filter: Document, bounds: FilterBounds): boolean => {
  for (const [path, condition] of partial) {
    if (path === '$and') {
      const clauses = Array.isArray(condition) ? condition : [];
      if (!clauses.every((clause) => isDocument(clause) && isImplied(clause, filter, bounds))) return false;
    } else if (!isClauseImplied(path, condition, filter, bounds)) return false;
  }
  return true;
};

const isClauseImplied = (path: string, condition: Value, filter: Document, bounds: FilterBounds): boolean => {
  const asked = filter.get(path);
  if (asked !== undefined && equalValues(asked, condition)) return true;
  if (path.startsWith('$')) return false;
  const known = bounds.paths.get(path);
  if (known === undefined) return false;
  const clause = compileMatch(new Map([[path, condition]]));
  if (known.equals !== undefined) {
    // The clauses that a partial index may have hold for a document as soon as they hold for one of its values.
    return known.equals.every((value) => value !== null && clause.test(documentAt(path, value)));
  }
  if (!isDocument(condition)) return false;
  for (const [operator, operand] of condition) {
    if (operator === '$exists' && operand === true) continue;
    const isLower = operator === '$gt' || operator === '$gte';
    if (!isLower && operator !== '$lt' && operator !== '$lte') return false;
    const end = isLower ? known.lower : known.upper;
    if (end === undefined) return false;
    const single = compileMatch(new Map([[path, new Map([[operator, operand]])]]));
    const holdsAtEnd = single.test(documentAt(path, end.value));
    const isJustOutside = !end.isIncluded && equalValues(end.value, operand);
    if (!holdsAtEnd && !isJustOutside) return false;
  }
  return true;
};

const documentAt = (path: string, value: Value): Document =>
  path
    .split('.')
    .reverse()
    .reduce<Value>((inner, part) => new Map([[part, inner]]), value) as Document;
