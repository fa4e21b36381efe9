import type { Matcher } from '../match/index.ts';
import type { Plan } from '../plan/planner.ts';
import type { DocumentOrder } from '../plan/sort_key.ts';
import type { Operation } from '../server/operation.ts';
import type { Collection } from '../storage/catalog.ts';
import type { RecordRow } from '../storage/connection.ts';
import type { View } from '../storage/view.ts';
import { type Document, decodeDocument } from '../value/index.ts';
import { checkAlive, FIRST_PAGE_ROWS, nextPageSize } from './find_rows.ts';

/** What a pipeline reads before its first own stage. */
export interface SourceRequest {
  view: View;
  collection: Collection;
  plan: Plan;
  matcher: Matcher | undefined;
  order: DocumentOrder | undefined;
  skip: number;
  limit: number | undefined;
  operation: Operation;
}

const SORTED_BATCH = 256;

/** Decoded documents in batches; lets others run between them. */
export async function* readDocuments(request: SourceRequest): AsyncGenerator<Document[]> {
  let toSkip = request.skip;
  let left = request.limit ?? Number.POSITIVE_INFINITY;
  const batches = request.order === undefined ? matches(request) : sorted(request, request.order);
  for await (const batch of batches) {
    const kept = batch.slice(toSkip, toSkip + left);
    toSkip -= Math.min(toSkip, batch.length);
    left -= kept.length;
    if (kept.length > 0) yield kept;
    if (left <= 0) return;
  }
}

async function* matches(
  request: Omit<SourceRequest, 'skip' | 'limit' | 'order'>,
): AsyncGenerator<Document[]> {
  for await (const { documents } of matchingPages(request)) yield documents;
}

interface MatchingPage {
  rows: RecordRow[];
  documents: Document[];
}

async function* matchingPages(
  request: Omit<SourceRequest, 'skip' | 'limit' | 'order'>,
): AsyncGenerator<MatchingPage> {
  const { view, collection, plan, matcher, operation } = request;
  const source = view.rows(collection, plan.path);
  let size = FIRST_PAGE_ROWS;
  for (;;) {
    checkAlive(collection);
    const page = source.next(size);
    if (page.length === 0) return;
    const rows: RecordRow[] = [];
    const documents: Document[] = [];
    for (const row of page) {
      const document = decodeDocument(row.doc);
      if (matcher !== undefined && !matcher.test(document)) continue;
      rows.push(row);
      documents.push(document);
    }
    if (documents.length > 0) yield { rows, documents };
    size = nextPageSize(page, size);
    if (operation.isSpent()) await operation.pause();
  }
}

async function* sorted(request: SourceRequest, order: DocumentOrder): AsyncGenerator<Document[]> {
  const most = request.limit === undefined ? undefined : request.limit + request.skip;
  // Bytes wait for their turn, not decoded documents: they take a tenth of the memory.
  const sorter = order.sorter<Uint8Array>(most);
  for await (const { rows, documents } of matchingPages(request)) {
    documents.forEach((document, at) => {
      const bytes = (rows[at] as RecordRow).doc;
      sorter.add(document, bytes, bytes.length);
    });
  }
  const next = sorter.drain();
  let batch: Document[] = [];
  for (let bytes = next(); bytes !== undefined; bytes = next()) {
    batch.push(decodeDocument(bytes));
    if (batch.length < SORTED_BATCH) continue;
    yield batch;
    batch = [];
    if (request.operation.isSpent()) await request.operation.pause();
  }
  if (batch.length > 0) yield batch;
}
