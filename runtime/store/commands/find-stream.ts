import type { Matcher } from '../match/index.ts';
import type { Look } from '../plan/choose.ts';
import type { Plan } from '../plan/planner.ts';
import type { Sieve } from '../plan/sieve.ts';
import type { DocumentOrder } from '../plan/sort-key.ts';
import { MOST_KEPT } from '../plan/sorter.ts';
import type { Collection } from '../storage/collection.ts';
import type { RecordRow } from '../storage/connection.ts';
import type { ReadView } from '../storage/view.ts';
import { type Document, decodeDocument, encodeDocument } from '../value/index.ts';
import type { Batch, BatchLimits, DocumentStream } from '../work/cursors.ts';
import type { Operation } from '../work/operation.ts';
import { type Better, type Contest, createContest } from './contest.ts';
import { checkAlive, decoderOf, FIRST_PAGE_ROWS, nextPageSize } from './find-rows.ts';
import { sieveNumbers } from './read-sieved.ts';

/** What a find hands out. */
export interface FindRequest {
  view: ReadView;
  collection: Collection;
  plan: Plan;
  look: Look;
  /** undefined: every row of the plan's path is wanted. */
  matcher: Matcher | undefined;
  /** The wanted order, for a path that does not give it. */
  orderOf: () => DocumentOrder;
  /** Top-level fields that matcher and order look at; undefined: all. */
  fields: readonly string[] | undefined;
  skip: number;
  limit: number | undefined;
  project: ((document: Document, arrayIndex?: number) => Document) | undefined;
  /** Does the same with stored bytes, where it can; undefined: it never can. */
  cut: ((bytes: Uint8Array) => Uint8Array | undefined) | undefined;
}

interface Found {
  bytes: Uint8Array;
  /** Decoded as far as it was looked at. */
  document: Document | undefined;
  arrayIndex: number | undefined;
}

type Read<Result> = (operation: Operation) => Promise<Result> | Result;

/** Documents that match, a batch at a time. Stored bytes are handed on as they are unless something looks into them. */
export const createFindStream = (request: FindRequest): DocumentStream => {
  const { collection, project, cut, plan } = request;
  let next: Read<Found | undefined> | undefined;
  let toSkip = request.skip;
  let left = request.limit ?? Number.POSITIVE_INFINITY;

  /** As it was decoded, where that was all of it. */
  const documentOf = ({ bytes, document }: Found): Document =>
    (request.fields === undefined ? document : undefined) ?? decodeDocument(bytes);
  const encode = (found: Found, operation: Operation): Uint8Array =>
    project === undefined
      ? found.bytes
      : operation.within(
          () => cut?.(found.bytes) ?? encodeDocument(project(documentOf(found), found.arrayIndex)),
        );

  const begin = (operation: Operation): Promise<Read<Found | undefined>> | Read<Found | undefined> => {
    if (!plan.isSorted) return readSorted(request, operation);
    if (plan.isExact && request.skip >= SOON_PASSED)
      return readSieved(request, { paths: [], isExact: true }, operation);
    const contest = contestOf(request);
    return contest === undefined ? readInOrder(request) : readContested(request, contest, operation);
  };

  const nextBatch = async (limits: BatchLimits, operation: Operation): Promise<Batch> => {
    checkAlive(collection);
    next ??= await begin(operation);
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

/** So many rows are read and passed over before their keys are counted instead. */
const SOON_PASSED = 64;

/** Where every row of the path is wanted there is none: nothing is read in vain. */
const contestOf = ({ plan, look, matcher, skip, limit }: FindRequest): Contest | undefined => {
  const { rivals = [], sieving } = plan;
  if (matcher === undefined || limit === undefined || skip + limit > MOST_KEPT) return undefined;
  if (rivals.length === 0 && !sieving?.others.length) return undefined;
  const wanted = skip + limit;
  return createContest({ own: plan.path, rivals, sieving, look, wanted, passed: skip });
};

const CHECK_EVERY = 64;

/** Hands out matching rows in the order of the access path, pausing when the slice is used up. */
const readInOrder = (request: FindRequest, contest?: Contest): Read<Found | undefined> => {
  const { view, collection, plan, matcher } = request;
  const rows = view.rows(collection, plan.path);
  const decode = decoderOf(request.fields);
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
      const found = matcher === undefined ? whole(row) : operation.within(() => accept(row, matcher, decode));
      if (found !== undefined || contest?.missed(row.doc) === true) return found;
    }
  };
  return next;
};

const whole = (row: RecordRow): Found => ({ bytes: row.doc, document: undefined, arrayIndex: undefined });

const accept = (
  row: RecordRow,
  matcher: Matcher,
  decode: (bytes: Uint8Array) => Document,
): Found | undefined => {
  const document = decode(row.doc);
  const { matched, arrayIndex } = matcher.match(document);
  return matched ? { bytes: row.doc, document, arrayIndex } : undefined;
};

/** What is only counted on the way to the first wanted row. */
const PASSED: Found = { bytes: new Uint8Array(), document: undefined, arrayIndex: undefined };

/** Walks through the order until all that is wanted is found, or another path is known to be shorter. */
const readContested = async (
  request: FindRequest,
  contest: Contest,
  operation: Operation,
): Promise<Read<Found | undefined>> => {
  const { skip, limit = 0 } = request;
  const next = readInOrder(request, contest);
  const found: Found[] = [];
  while (found.length < skip + limit) {
    const pending = next(operation);
    const one = pending instanceof Promise ? await pending : pending;
    if (one !== undefined && contest.better === undefined) contest.found();
    if (contest.better !== undefined) return readBetter(request, contest.better, operation);
    if (one === undefined) break;
    found.push(found.length < skip ? PASSED : one);
  }
  let at = 0;
  return () => found[at++];
};

const readBetter = (
  request: FindRequest,
  better: Better,
  operation: Operation,
): Promise<Read<Found | undefined>> =>
  better.kind === 'sieve'
    ? readSieved(request, better.sieve, operation, better.finer)
    : readSorted({ ...request, plan: { ...request.plan, path: better.path } }, operation);

/** Rows that passed through a sieve in vain before it is asked for a finer one, and how many times as many from then on. */
const FIRST_VAIN = 512;
const VAIN_GROWTH = 4;

/** Walks through the order by row numbers, and reads only those that the keys of a sieve do not rule out. */
const readSieved = async (
  request: FindRequest,
  sieve: Pick<Sieve, 'paths' | 'isExact'>,
  started: Operation,
  finer?: (vain: number) => Sieve | undefined,
): Promise<Read<Found | undefined>> => {
  const { view, collection, matcher, plan } = request;
  const numbers = await sieveNumbers(plan.path, sieve, { view, collection, operation: started });
  const decode = decoderOf(request.fields);
  let toPass = sieve.isExact ? request.skip : 0;
  let read = 0;
  let vain = 0;
  let nextFiner = FIRST_VAIN;
  /** Sieves the rest of the way by all that is asked, if that is worth it by now. */
  const refine = (operation: Operation): Promise<void> | undefined => {
    nextFiner *= VAIN_GROWTH;
    const paths = finer?.(vain)?.paths.filter((path) => !sieve.paths.includes(path));
    return paths === undefined || paths.length === 0 ? undefined : numbers.narrow(paths, operation);
  };

  const next = (operation: Operation): Promise<Found | undefined> | Found | undefined => {
    for (;;) {
      const rid = numbers.next();
      if (rid === undefined) {
        if (!numbers.more()) return undefined;
        if (operation.isSpent()) return operation.pause().then(() => next(operation));
        continue;
      }
      if (toPass > 0) {
        toPass -= 1;
        return PASSED;
      }
      const row = view.byRid(collection, rid);
      read += 1;
      const found =
        row === undefined || matcher === undefined
          ? row && whole(row)
          : operation.within(() => accept(row, matcher, decode));
      if (found !== undefined) return found;
      vain += 1;
      const refined = vain >= nextFiner ? refine(operation) : undefined;
      if (refined !== undefined) return refined.then(() => next(operation));
      if (read % CHECK_EVERY === 0 && operation.isSpent())
        return operation.pause().then(() => next(operation));
    }
  };
  return next;
};

/** Reads everything that matches, then hands it out sorted. */
const readSorted = async (request: FindRequest, operation: Operation): Promise<() => Found | undefined> => {
  const next = readInOrder(request);
  const decode = decoderOf(request.fields);
  const wanted = request.limit === undefined ? undefined : request.limit + request.skip;
  const sorter = request.orderOf().sorter<Found>(wanted);
  for (;;) {
    const pending = next(operation);
    const found = pending instanceof Promise ? await pending : pending;
    if (found === undefined) break;
    const document = found.document ?? decode(found.bytes);
    // The decoded document is let go: many may be waiting.
    const { bytes, arrayIndex } = found;
    sorter.add(document, { bytes, document: undefined, arrayIndex }, bytes.length);
  }
  return sorter.drain();
};
