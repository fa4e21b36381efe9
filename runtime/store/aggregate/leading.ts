import { type Document, isDocument, type Value, wholeValue } from '../value/index.ts';
import { countField, limitOf, skipOf } from './basic-stages.ts';
import { plainCount } from './group.ts';

/** The stages at a pipeline's beginning that a search can take over. */
export interface LeadingStages {
  match?: Document;
  sort?: Document;
  skip?: number;
  limit?: number;
  /** How many stages `match` covers. */
  matchStages: number;
  /** How many stages all of them cover. */
  stages: number;
}

type Entry = [name: string, operand: Value];

/** Finds `$match`es, then a `$sort`, then a `$skip`, then a `$limit`, each as far as it is there. */
export const leadingStages = (entries: Entry[]): LeadingStages => {
  const matches: Document[] = [];
  let at = 0;
  for (let entry = entries[at]; entry?.[0] === '$match' && isDocument(entry[1]); entry = entries[++at]) {
    matches.push(entry[1]);
  }
  const leading: LeadingStages = { matchStages: at, stages: at };
  if (matches.length === 1) leading.match = matches[0] as Document;
  else if (matches.length > 1) leading.match = new Map([['$and', matches]]);
  const sort = entries[at];
  if (sort?.[0] === '$sort' && isDocument(sort[1])) {
    leading.sort = sort[1];
    at++;
  }
  const skip = entries[at];
  if (skip?.[0] === '$skip') {
    leading.skip = skipOf(skip[1]);
    at++;
  }
  const limit = entries[at];
  if (limit?.[0] === '$limit') {
    leading.limit = limitOf(limit[1]);
    at++;
  }
  leading.stages = at;
  return leading;
};

/** The answer of a pipeline that only counts what its leading stages let through; undefined for any other. */
export const countingOnly = (
  entries: Entry[],
  leading: LeadingStages,
): ((count: number) => Document | undefined) | undefined => {
  if (leading.sort !== undefined || entries.length !== leading.stages + 1) return undefined;
  const [name, operand] = entries[leading.stages] as Entry;
  if (name === '$count') {
    const field = countField(operand);
    return (count) => (count === 0 ? undefined : new Map([[field, wholeValue(count)]]));
  }
  const counting = name === '$group' ? plainCount(operand) : undefined;
  if (counting === undefined) return undefined;
  return (count) =>
    count === 0
      ? undefined
      : new Map<string, Value>([
          ['_id', counting.id],
          [counting.name, wholeValue(count)],
        ]);
};
