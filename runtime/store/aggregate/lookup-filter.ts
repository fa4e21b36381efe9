import type { Box } from '../expression/index.ts';
import { BSONRegExp, type Document, isDocument, type Value } from '../value/index.ts';

/**
 * A filter that lets through every document that the inner pipeline's first `$match` stages do: what
 * can be searched by an index. `$expr: { $eq: ['$field', '$$variable'] }` counts as an equality.
 */
export const lookupFilter = (matches: Document[], boxes: ReadonlyMap<string, Box>): Document => {
  const clauses = matches.flatMap((match) => clausesOf(match, boxes));
  if (clauses.length === 0) return new Map();
  return clauses.length === 1 ? (clauses[0] as Document) : new Map([['$and', clauses]]);
};

const clausesOf = (match: Document, boxes: ReadonlyMap<string, Box>): Document[] => {
  const clauses: Document[] = [];
  for (const [name, condition] of match) {
    if (name === '$expr') clauses.push(...equalitiesIn(condition, boxes));
    else if (name === '$and') {
      for (const clause of Array.isArray(condition) ? condition.filter(isDocument) : []) {
        clauses.push(...clausesOf(clause, boxes));
      }
    } else if (!name.startsWith('$')) clauses.push(new Map([[name, condition]]));
  }
  return clauses;
};

const equalitiesIn = (expression: Value, boxes: ReadonlyMap<string, Box>): Document[] => {
  if (!isDocument(expression)) return [];
  const all = expression.get('$and');
  if (Array.isArray(all)) return all.flatMap((item) => equalitiesIn(item, boxes));
  const sides = expression.get('$eq');
  if (!Array.isArray(sides) || sides.length !== 2) return [];
  const [left, right] = sides as [Value, Value];
  return equality(left, right, boxes) ?? equality(right, left, boxes) ?? [];
};

const equality = (field: Value, other: Value, boxes: ReadonlyMap<string, Box>): Document[] | undefined => {
  if (typeof field !== 'string' || !/^\$[^$]/.test(field)) return undefined;
  const value =
    typeof other === 'string' && other.startsWith('$$') ? boxes.get(other.slice(2))?.value : undefined;
  // Null, arrays and expressions mean something else in a filter than in $expr.
  if (value === undefined || value === null || Array.isArray(value) || value instanceof BSONRegExp)
    return undefined;
  return [new Map([[field.slice(1), new Map([['$eq', value]])]])];
};
