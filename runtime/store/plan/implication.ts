import { compileMatch, type FilterBounds } from '../match/index.ts';
import {
  BSONSymbol,
  type Collation,
  type Document,
  equalValues,
  isDocument,
  type Value,
} from '../value/index.ts';

/** What is asked, and how texts are compared in it and in the index. */
interface Question {
  filter: Document;
  bounds: FilterBounds;
  /** The query's. */
  collation: Collation | undefined;
  /** The index's. */
  own: Collation | undefined;
}

/**
 * Whether every document that matches `filter` also matches an index's `partial` filter, as far as that can be told
 * clause by clause; when in doubt: no, and the index is not used.
 */
export const isImplied = (partial: Document, question: Question): boolean => {
  for (const [path, condition] of partial) {
    if (path === '$and') {
      const clauses = Array.isArray(condition) ? condition : [];
      if (!clauses.every((clause) => isDocument(clause) && isImplied(clause, question))) return false;
    } else if (!isClauseImplied(path, condition, question)) return false;
  }
  return true;
};

const isClauseImplied = (
  path: string,
  condition: Value,
  { filter, bounds, collation, own }: Question,
): boolean => {
  // Texts that are equal for the query may be different ones for the index, and the other way round.
  if (collation?.id !== own?.id && hasText(condition)) return false;
  const asked = filter.get(path);
  if (asked !== undefined && equalValues(asked, condition)) return true;
  if (path.startsWith('$')) return false;
  const known = bounds.paths.get(path);
  if (known === undefined) return false;
  const clause = compileMatch(new Map([[path, condition]]), { collation });
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
    const single = compileMatch(new Map([[path, new Map([[operator, operand]])]]), { collation });
    const holdsAtEnd = single.test(documentAt(path, end.value));
    const isJustOutside = !end.isIncluded && equalValues(end.value, operand);
    if (!holdsAtEnd && !isJustOutside) return false;
  }
  return true;
};

const hasText = (value: Value): boolean => {
  if (Array.isArray(value)) return value.some(hasText);
  if (isDocument(value)) return [...value.values()].some(hasText);
  return typeof value === 'string' || value instanceof BSONSymbol;
};

const documentAt = (path: string, value: Value): Document =>
  path
    .split('.')
    .reverse()
    .reduce<Value>((inner, part) => new Map([[part, inner]]), value) as Document;
