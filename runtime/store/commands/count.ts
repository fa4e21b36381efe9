import { type Matcher, restOf } from '../match/index.ts';
import type { Look } from '../plan/choose.ts';
import { lookAt } from '../plan/look.ts';
import { type Plan, planRead } from '../plan/planner.ts';
import type { ReadContext, Reply } from '../request/context.ts';
import { collationField, documentField, findCollection, numberField } from '../request/fields.ts';
import type { Collection } from '../storage/collection.ts';
import type { AccessPath } from '../storage/row-source.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  type Document,
  hashKey,
  int32,
  splitPath,
  type Value,
  walkPath,
} from '../value/index.ts';
import { type Contest, createContest } from './contest.ts';
import { checkAlive, decoderOf, FIRST_PAGE_ROWS, matcherOf, nextPageSize } from './find-rows.ts';
import { countSieved } from './read-sieved.ts';
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

interface MatchRead {
  plan: Plan;
  matcher: Matcher;
  look: Look;
}

interface Visit {
  most: number | undefined;
  /** Top-level fields that the visit looks at. */
  fields: readonly string[];
}

/** How many documents match, at most `most` when that is given. */
export const countMatches = async (
  context: ReadContext,
  collection: Collection,
  query: MatchQuery,
): Promise<number> => {
  const isWhole = query.filter.size === 0 && context.transaction === undefined && query.most === undefined;
  if (isWhole) return context.store.countDocuments(collection, context.operation);
  const read = readOf(context, collection, query);
  const { path, isExact } = read.plan;
  if (isExact && path.kind === 'index') return countKeys(context, collection, path, query.most);
  const place = { ...context, collection };
  if (isExact && path.kind === 'union') return countSieved(path, { paths: [] }, place, query.most);
  const contest = contestOf(read, query.most);
  let found = 0;
  const visit = () => {
    found += 1;
    return contest?.found() === true;
  };
  const missed = (stored: Uint8Array) => contest?.missed(stored) === true;
  await eachMatch(context, collection, read, { most: query.most, fields: [] }, visit, missed);
  if (contest?.better?.kind !== 'sieve') return found;
  return countSieved(path, contest.better.sieve, place, query.most);
};

/** Whether it is worth counting on by keys is asked of all that is read: nothing of it is handed out. */
const contestOf = ({ plan, look }: MatchRead, most = Number.POSITIVE_INFINITY): Contest | undefined =>
  plan.isExact || plan.sieving?.asked === undefined
    ? undefined
    : createContest({ own: plan.path, rivals: [], sieving: plan.sieving, look, wanted: most, passed: most });

/** Keys between two looks at the clock: a millisecond. */
const KEYS_AT_ONCE = 32_768;

/** Where the keys of an index say all that is asked, they are counted and no document is read. */
const countKeys = async (
  { view, operation }: ReadContext,
  collection: Collection,
  path: Extract<AccessPath, { kind: 'index' }>,
  most = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const keys = view.documentKeys(collection, path);
  let found = 0;
  for (;;) {
    const wanted = Math.min(KEYS_AT_ONCE, most - found);
    const n = keys.next(wanted);
    found += n;
    if (n < wanted || found >= most) return found;
    if (operation.isSpent()) {
      await operation.pause();
      checkAlive(collection);
    }
  }
};

/** How the matches of a query are read. */
const readOf = (context: ReadContext, collection: Collection, query: MatchQuery): MatchRead => {
  const { view, command } = context;
  const { filter, collation } = query;
  const look = lookAt(view, collection);
  const plan = planRead({
    collection,
    filter,
    collation,
    sort: [],
    hint: command.get('hint'),
    keepsOrder: view.keepsOrder(collection),
    look,
  });
  // What the keys of the path say is not read again: an array of a hundred ancestors takes longer than all else of a row.
  const said = plan.sieving?.said ?? [];
  return { plan, look, matcher: matcherOf({ ...query, filter: restOf(filter, said) }) };
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
    const read = readOf(context, collection, query);
    await eachMatch(
      context,
      collection,
      read,
      { most: undefined, fields: [parts[0] as string] },
      (document) => {
        walkPath(document, parts, 'whole', (value) => {
          if (Array.isArray(value)) for (const element of value) add(element);
          else if (value !== undefined) add(value);
          return false;
        });
        return false;
      },
    );
  }
  return new Map<string, Value>([['values', [...values.values()]]]);
};

/** Calls `visit` for each match, in slices, until that or `missed`, which is told of what does not match, answers true. */
const eachMatch = async (
  context: ReadContext,
  collection: Collection,
  { plan, matcher }: MatchRead,
  { most, fields }: Visit,
  visit: (document: Document) => boolean,
  missed: (stored: Uint8Array) => boolean = () => false,
): Promise<void> => {
  const { view, operation } = context;
  const rows = view.rows(collection, plan.path);
  const tested = plan.isExact ? [] : matcher.fields();
  const decode = decoderOf(tested === undefined ? undefined : [...new Set([...tested, ...fields])]);
  let size = FIRST_PAGE_ROWS;
  let seen = 0;
  for (;;) {
    const page = rows.next(size);
    if (page.length === 0) return;
    for (const row of page) {
      if (!plan.isExact && operation.isSpent()) await operation.pause();
      const document = decode(row.doc);
      if (!plan.isExact && !operation.within(() => matcher.test(document))) {
        if (missed(row.doc)) return;
        continue;
      }
      if (visit(document)) return;
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
