import type { Matcher } from '../match/index.ts';
import type { Plan } from '../plan/planner.ts';
import type { DocumentOrder } from '../plan/sort-key.ts';
import type { Collection } from '../storage/collection.ts';
import type { ReadView } from '../storage/view.ts';
import { type Document, decodeDocument } from '../value/index.ts';
import { beginDocument, isOverdue } from '../work/effort.ts';
import { checkAlive, FIRST_PAGE_ROWS, nextPageSize } from './find-rows.ts';

/** What a pipeline reads before its first own stage. */
export interface SourceRequest {
  view: ReadView;
  collection: Collection;
  plan: Plan;
  /** undefined: every row of the plan's path is wanted. */
  matcher: Matcher | undefined;
  /** The wanted order; undefined when the path gives it already. */
  order: DocumentOrder | undefined;
  skip: number;
  limit: number | undefined;
}

/** Decoded documents; `undefined` among them is a point where others may be let run. */
export function* readDocuments(request: SourceRequest): Generator<Document | undefined> {
  let toSkip = request.skip;
  let left = request.limit ?? Number.POSITIVE_INFINITY;
  const documents = request.order === undefined ? matches(request) : sorted(request, request.order);
  for (const document of documents) {
    if (document === undefined) yield undefined;
    else if (toSkip > 0) toSkip -= 1;
    else if (left > 0) {
      yield document;
      left -= 1;
    }
    if (left <= 0) return;
  }
}

type Matches = Pick<SourceRequest, 'view' | 'collection' | 'plan' | 'matcher'>;

function* matches(request: Matches): Generator<Document | undefined> {
  for (const found of matchingRows(request)) yield found?.document;
}

function* matchingRows(request: Matches): Generator<{ document: Document; bytes: Uint8Array } | undefined> {
  const { view, collection, plan, matcher } = request;
  const source = view.rows(collection, plan.path);
  let size = FIRST_PAGE_ROWS;
  for (;;) {
    checkAlive(collection);
    const page = source.next(size);
    if (page.length === 0) return;
    for (const row of page) {
      beginDocument();
      const document = decodeDocument(row.doc);
      if (matcher === undefined || matcher.test(document)) yield { document, bytes: row.doc };
      if (isOverdue()) yield undefined;
    }
    size = nextPageSize(page, size);
    yield undefined;
  }
}

const SORTED_BEFORE_PAUSE = 256;

function* sorted(request: SourceRequest, order: DocumentOrder): Generator<Document | undefined> {
  const most = request.limit === undefined ? undefined : request.limit + request.skip;
  // Bytes wait for their turn, not decoded documents: they take a tenth of the memory.
  const sorter = order.sorter<Uint8Array>(most);
  for (const found of matchingRows(request)) {
    if (found === undefined) yield undefined;
    else sorter.add(found.document, found.bytes, found.bytes.length);
  }
  const next = sorter.drain();
  let count = 0;
  for (let bytes = next(); bytes !== undefined; bytes = next()) {
    yield decodeDocument(bytes);
    count += 1;
    if (count % SORTED_BEFORE_PAUSE === 0) yield undefined;
  }
}
