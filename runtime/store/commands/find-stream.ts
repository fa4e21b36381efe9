import type { Matcher } from '../match/index.ts';
import type { Plan } from '../plan/planner.ts';
import type { DocumentOrder } from '../plan/sort-key.ts';
import type { Collection } from '../storage/collection.ts';
import type { RecordRow } from '../storage/connection.ts';
import type { ReadView } from '../storage/view.ts';
import { type Document, decodeDocument, encodeDocument } from '../value/index.ts';
import type { Batch, BatchLimits, DocumentStream } from '../work/cursors.ts';
import type { Operation } from '../work/operation.ts';
import { checkAlive, FIRST_PAGE_ROWS, nextPageSize } from './find-rows.ts';

/** What a find hands out. */
export interface FindRequest {
  view: ReadView;
  collection: Collection;
  plan: Plan;
  /** undefined: every row of the plan's path is wanted. */
  matcher: Matcher | undefined;
  /** The wanted order; undefined when the path gives it already. */
  order: DocumentOrder | undefined;
  skip: number;
  limit: number | undefined;
  project: ((document: Document, arrayIndex?: number) => Document) | undefined;
}

interface Found {
  bytes: Uint8Array;
  document: Document | undefined;
  arrayIndex: number | undefined;
}

/** Documents that match, a batch at a time. Stored bytes are handed on as they are unless something looks into them. */
export const createFindStream = (request: FindRequest): DocumentStream => {
  const { collection, project } = request;
  let next: ((operation: Operation) => Promise<Found | undefined> | Found | undefined) | undefined;
  let toSkip = request.skip;
  let left = request.limit ?? Number.POSITIVE_INFINITY;

  const encode = ({ bytes, document, arrayIndex }: Found, operation: Operation): Uint8Array =>
    project === undefined
      ? bytes
      : operation.within(() => encodeDocument(project(document ?? decodeDocument(bytes), arrayIndex)));

  const nextBatch = async (limits: BatchLimits, operation: Operation): Promise<Batch> => {
    checkAlive(collection);
    next ??=
      request.order === undefined
        ? readInOrder(request)
        : await readSorted(request, request.order, operation);
    const documents: Uint8Array[] = [];
    let bytes = 0;
    const count = limits.count ?? Number.POSITIVE_INFINITY;
    while (left > 0 && documents.length < count && bytes < limits.bytes) {
      const pending = next(operation);
      const found = pending instanceof Promise ? await pending : pending;
      if (found === undefined) return { documents, isDone: true };
      if (toSkip > 0) {
        toSkip -= 1;
        continue;
      }
      const encoded = encode(found, operation);
      documents.push(encoded);
      bytes += encoded.length;
      left -= 1;
    }
    return { documents, isDone: left <= 0 };
  };
  return { nextBatch, close: () => undefined };
};

const CHECK_EVERY = 64;

/** Hands out matching rows in the order of the access path, pausing when the slice is used up. */
const readInOrder = (
  request: FindRequest,
): ((operation: Operation) => Promise<Found | undefined> | Found | undefined) => {
  const { view, collection, plan, matcher } = request;
  const rows = view.rows(collection, plan.path);
  let page: RecordRow[] = [];
  let at = 0;
  let size = FIRST_PAGE_ROWS;
  let read = 0;

  const next = (operation: Operation): Promise<Found | undefined> | Found | undefined => {
    for (;;) {
      if (at >= page.length) {
        if (page.length > 0) size = nextPageSize(page, size);
        checkAlive(collection);
        page = rows.next(size);
        at = 0;
        if (page.length === 0) return undefined;
      }
      read += 1;
      if ((matcher !== undefined || read % CHECK_EVERY === 0) && operation.isSpent())
        return operation.pause().then(() => next(operation));
      const row = page[at] as RecordRow;
      at += 1;
      const found = matcher === undefined ? whole(row) : operation.within(() => accept(row, matcher));
      if (found !== undefined) return found;
    }
  };
  return next;
};

const whole = (row: RecordRow): Found => ({ bytes: row.doc, document: undefined, arrayIndex: undefined });

const accept = (row: RecordRow, matcher: Matcher): Found | undefined => {
  const document = decodeDocument(row.doc);
  const { matched, arrayIndex } = matcher.match(document);
  return matched ? { bytes: row.doc, document, arrayIndex } : undefined;
};

/** Reads everything that matches, then hands it out sorted. */
const readSorted = async (
  request: FindRequest,
  order: DocumentOrder,
  operation: Operation,
): Promise<() => Found | undefined> => {
  const next = readInOrder(request);
  const sorter = order.sorter<Found>(request.limit === undefined ? undefined : request.limit + request.skip);
  for (;;) {
    const pending = next(operation);
    const found = pending instanceof Promise ? await pending : pending;
    if (found === undefined) break;
    const document = found.document ?? decodeDocument(found.bytes);
    // The decoded document is let go: many may be waiting.
    const { bytes, arrayIndex } = found;
    sorter.add(document, { bytes, document: undefined, arrayIndex }, bytes.length);
  }
  return sorter.drain();
};
