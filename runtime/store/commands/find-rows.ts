import { compileMatch, type Matcher } from '../match/index.ts';
import { lookAt } from '../plan/look.ts';
import { planRead } from '../plan/planner.ts';
import { compileOrder, sortFieldsOf } from '../plan/sort-key.ts';
import type { Collection } from '../storage/collection.ts';
import type { RecordRow } from '../storage/connection.ts';
import type { AccessPath, RowSource } from '../storage/row-source.ts';
import type { View } from '../storage/view.ts';
import { StoreError } from '../value/errors.ts';
import { type Collation, type Document, decodeDocument, fieldsReader, type Value } from '../value/index.ts';
import type { Operation } from '../work/operation.ts';

/** A document that matches, with its stored row. */
export interface FoundRow {
  row: RecordRow;
  document: Document;
  /** Index of the array element that matched, for the positional operator. */
  arrayIndex?: number;
}

export interface RowQuery {
  view: View;
  collection: Collection;
  filter: Document;
  collation: Collation | undefined;
  hint: Value | undefined;
  operation: Operation;
  variables?: ReadonlyMap<string, Value> | undefined;
  /** Which of several matches comes first. */
  sort?: Document | undefined;
}

const FIRST_PAGE = 16;
const LARGEST_PAGE = 512;
const PAGE_BYTES = 1024 * 1024;

/** The next page's size: larger as the scan goes on, unless documents are large. */
export const nextPageSize = (rows: readonly RecordRow[], current: number): number => {
  let bytes = 1;
  for (const row of rows) bytes += row.doc.length;
  const fitting = Math.floor((PAGE_BYTES * rows.length) / bytes);
  return Math.max(1, Math.min(LARGEST_PAGE, current * 4, fitting));
};

export const FIRST_PAGE_ROWS = FIRST_PAGE;

/** The first match, read in one go where an index or `_id` leads to it; else in slices. */
export const findFirst = (
  query: RowQuery,
  matcher: Matcher,
): FoundRow | undefined | Promise<FoundRow | undefined> => {
  const { view, collection, filter, collation, hint } = query;
  const sort = sortFieldsOf(query.sort);
  const plan = planRead({
    collection,
    filter,
    collation,
    hint,
    sort,
    keepsOrder: view.keepsOrder(collection),
  });
  if (query.sort !== undefined && !plan.isSorted) return scanBest(query, query.sort, matcher, plan.path);
  if (plan.path.kind === 'ids' && plan.path.keys.length === 1) {
    const row = view.byKey(collection, plan.path.keys[0] as Uint8Array);
    return row === undefined ? undefined : matchRow(row, matcher);
  }
  const rows = view.rows(collection, plan.path);
  return scanFirst(query, matcher, { rows, page: [], at: 0 });
};

/** How far a scan has come: `at` is the next row of the page. */
interface Scan {
  rows: RowSource;
  page: RecordRow[];
  at: number;
}

const scanFirst = (
  query: RowQuery,
  matcher: Matcher,
  scan: Scan,
): FoundRow | undefined | Promise<FoundRow | undefined> => {
  const { operation } = query;
  for (;;) {
    if (scan.at >= scan.page.length) {
      const { page } = scan;
      scan.page = scan.rows.next(page.length === 0 ? FIRST_PAGE : nextPageSize(page, page.length));
      scan.at = 0;
      if (scan.page.length === 0) return undefined;
    }
    const row = scan.page[scan.at] as RecordRow;
    scan.at += 1;
    const found = operation.within(() => matchRow(row, matcher));
    if (found !== undefined) return found;
    if (operation.isSpent()) {
      return operation.pauseForWriting().then(() => {
        checkAlive(query.collection);
        return scanFirst(query, matcher, scan);
      });
    }
  }
};

/** The first match in an order that no index gives: all are looked at. */
const scanBest = async (
  query: RowQuery,
  sort: Document,
  matcher: Matcher,
  path: AccessPath,
): Promise<FoundRow | undefined> => {
  const rows = query.view.rows(query.collection, path);
  const sorter = compileOrder(sort, query.collation).sorter<FoundRow>(1);
  let size = FIRST_PAGE;
  for (;;) {
    const page = rows.next(size);
    if (page.length === 0) return sorter.drain()();
    for (const row of page) {
      const found = query.operation.within(() => matchRow(row, matcher));
      if (found !== undefined) sorter.add(found.document, found, row.doc.length);
      if (query.operation.isSpent()) await query.operation.pauseForWriting();
    }
    size = nextPageSize(page, size);
    checkAlive(query.collection);
  }
};

/**
 * As findFirst, and hands the match to `use` in the same turn in which it was read, so that it can be changed.
 * A scan that let others run looks again at what it found.
 */
export const useFirst = (
  query: RowQuery,
  matcher: Matcher,
  use: (found: FoundRow | undefined) => void,
): void | Promise<void> => {
  const { view, collection, operation } = query;
  return operation.within(() => {
    const found = findFirst(query, matcher);
    if (!(found instanceof Promise)) return use(found);
    return found.then((late) =>
      operation.within(() => {
        if (late === undefined) return use(undefined);
        const row = view.byRid(collection, late.row.rid);
        const current = row === undefined ? undefined : matchRow(row, matcher);
        return current === undefined ? useFirst(query, matcher, use) : use(current);
      }),
    );
  });
};

/** Tests one row; the document is decoded once. */
export const matchRow = (row: RecordRow, matcher: Matcher): FoundRow | undefined => {
  const document = decodeDocument(row.doc);
  const { matched, arrayIndex } = matcher.match(document);
  if (!matched) return undefined;
  return arrayIndex === undefined ? { row, document } : { row, document, arrayIndex };
};

/**
 * The rows that match now. What is written to one of them may change what the access path finds next, so all are
 * collected before the first is changed; the caller reads each again.
 */
export const collectMatches = async (query: RowQuery, matcher: Matcher): Promise<number[]> => {
  const { view, collection, filter, collation, hint, operation } = query;
  const plan = planRead({
    collection,
    filter,
    collation,
    hint,
    sort: [],
    keepsOrder: view.keepsOrder(collection),
    look: lookAt(view, collection),
  });
  const rows = view.rows(collection, plan.path);
  const found: number[] = [];
  let size = FIRST_PAGE;
  const decode = decoderOf(matcher.fields());
  for (;;) {
    const page = rows.next(size);
    if (page.length === 0) return found;
    for (const row of page) {
      if (plan.isExact || operation.within(() => matcher.test(decode(row.doc)))) found.push(row.rid);
      if (operation.isSpent()) await operation.pauseForWriting();
    }
    size = nextPageSize(page, size);
    checkAlive(collection);
  }
};

/** A collection may be dropped while it is being read. @throws StoreError 175 */
export const checkAlive = (collection: Collection): void => {
  if (collection.isDropped) {
    throw new StoreError(
      175,
      `query plan killed :: caused by :: collection dropped: ${collection.namespace}`,
    );
  }
};

/** Decodes what is looked at, and nothing else: three fields of thirty take a tenth of the time. undefined: everything. */
export const decoderOf = (fields: readonly string[] | undefined): ((bytes: Uint8Array) => Document) =>
  fields === undefined ? (bytes) => decodeDocument(bytes) : fieldsReader(fields);

/** Compiles a filter with the variables of a command's `let`. */
export const matcherOf = (query: Pick<RowQuery, 'filter' | 'collation' | 'variables'>): Matcher =>
  compileMatch(query.filter, { collation: query.collation, variables: query.variables });
