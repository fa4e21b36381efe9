import { planRead } from '../plan/planner.ts';
import type { ReadContext, Reply } from '../request/context.ts';
import { collationField, documentField, findCollection, numberField } from '../request/fields.ts';
import type { Collection } from '../storage/collection.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  type Document,
  decodeDocument,
  hashKey,
  int32,
  splitPath,
  type Value,
  walkPath,
} from '../value/index.ts';
import { checkAlive, FIRST_PAGE_ROWS, matcherOf, nextPageSize } from './find-rows.ts';
import { variablesOf } from './variables.ts';

/** `count`: how many documents match. */
export const count = async (context: ReadContext): Promise<Reply> => {
  const { command } = context;
  const collection = findCollection(context);
  if (collection === undefined) return counted(0);
  const filter: Document = documentField(command, 'count', 'query') ?? new Map();
  const skip = numberField(command, 'skip') ?? 0;
  const limit = Math.abs(numberField(command, 'limit', -2147483648) ?? 0) || undefined;
  const collation = collationField(command, 'count');
  const most = limit === undefined ? undefined : limit + skip;
  const matches = await countMatches(context, collection, {
    filter,
    collation,
    variables: variablesOf(context),
    most,
  });
  return counted(Math.max(0, Math.min(matches - skip, limit ?? matches)));
};

/** What is counted or listed. */
interface MatchQuery {
  filter: Document;
  collation: Collation | undefined;
  variables: ReadonlyMap<string, Value> | undefined;
  /** As many are enough. */
  most: number | undefined;
}

/** How many documents match, at most `most` when that is given. */
export const countMatches = async (
  context: ReadContext,
  collection: Collection,
  query: MatchQuery,
): Promise<number> => {
  const isWhole = query.filter.size === 0 && context.transaction === undefined && query.most === undefined;
  if (isWhole) return context.store.countDocuments(collection, context.operation);
  let found = 0;
  await eachMatch(context, collection, query, () => {
    found += 1;
  });
  return found;
};

const counted = (n: number): Document => new Map<string, Value>([['n', n < 2 ** 31 ? int32(n) : BigInt(n)]]);

/** `distinct`: the different values of a field. */
export const distinct = async (context: ReadContext): Promise<Reply> => {
  const { command } = context;
  const key = command.get('key');
  if (typeof key !== 'string' || key === '')
    throw new StoreError(14, "BSON field 'distinct.key' must be a non-empty string");
  const collection = findCollection(context);
  const collation = collationField(command, 'distinct');
  const values = new Map<string, Value>();
  const add = (value: Value): void => {
    const text = hashKey(value, collation);
    if (!values.has(text)) values.set(text, value);
  };
  const parts = splitPath(key);
  if (collection !== undefined) {
    const filter: Document = documentField(command, 'distinct', 'query') ?? new Map();
    const query: MatchQuery = { filter, collation, variables: variablesOf(context), most: undefined };
    await eachMatch(context, collection, query, (document) => {
      walkPath(document, parts, 'whole', (value) => {
        if (Array.isArray(value)) for (const element of value) add(element);
        else if (value !== undefined) add(value);
        return false;
      });
    });
  }
  return new Map<string, Value>([['values', [...values.values()]]]);
};

/** Calls `visit` for each match, in slices. */
const eachMatch = async (
  context: ReadContext,
  collection: Collection,
  { filter, collation, variables, most }: MatchQuery,
  visit: (document: Document) => void,
): Promise<void> => {
  const { view, operation, command } = context;
  const matcher = matcherOf({ filter, collation, variables });
  const keepsOrder = view.keepsOrder(collection);
  const plan = planRead({ collection, filter, sort: [], hint: command.get('hint'), collation, keepsOrder });
  const rows = view.rows(collection, plan.path);
  let size = FIRST_PAGE_ROWS;
  let seen = 0;
  for (;;) {
    const page = rows.next(size);
    if (page.length === 0) return;
    for (const row of page) {
      if (!plan.isExact && operation.isSpent()) await operation.pause();
      const document = decodeDocument(row.doc);
      if (!plan.isExact && !operation.within(() => matcher.test(document))) continue;
      visit(document);
      seen += 1;
      if (most !== undefined && seen >= most) return;
    }
    size = nextPageSize(page, size);
    if (operation.isSpent()) {
      await operation.pause();
      checkAlive(collection);
    }
  }
};
