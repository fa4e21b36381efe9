import { type Document, isDocument, type Value } from '../value/index.ts';

/** What a filter still asks of documents that are known to meet every condition on the paths of `said`. */
export const restOf = (filter: Document, said: readonly string[]): Document => {
  const rest = new Map<string, Value>();
  for (const [name, condition] of filter) {
    if (said.includes(name)) continue;
    if (name === '$and' && Array.isArray(condition) && condition.every(isDocument)) {
      const clauses = condition.map((clause) => restOf(clause, said)).filter((clause) => clause.size > 0);
      if (clauses.length > 0) rest.set(name, clauses);
    } else rest.set(name, condition);
  }
  return rest;
};

/** What of a filter is asked on the paths of `said`. */
export const partOf = (filter: Document, said: readonly string[]): Document => {
  const part = new Map<string, Value>();
  for (const [name, condition] of filter) {
    if (said.includes(name)) part.set(name, condition);
    else if (name === '$and' && Array.isArray(condition) && condition.every(isDocument)) {
      const clauses = condition.map((clause) => partOf(clause, said)).filter((clause) => clause.size > 0);
      if (clauses.length > 0) part.set(name, clauses);
    }
  }
  return part;
};
