import type { DayRange, VisitScope } from '@waypost/sdk';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import { compareWords, KEY_WORDS, type MarkRows, markAt, ROW_WORDS, writeKey } from '../marks/mark-rows.ts';
import { mergedRows } from '../marks/merged-rows.ts';
import { again, partsBetween } from '../marks/read-runs.ts';
import type { VisitCollections } from '../store/collections.ts';
import { MARKS } from '../store/marks.ts';
import { scopeId } from './scope.ts';

/** A reading that takes longer is refused. */
const TIME_LIMIT_MS = 10_000;
const TOO_LATE = 50;

/** Calls `visit` with the days (yyyymmdd, in their order) on which each address came to all links of a scope. */
async function eachAddress(
  collections: VisitCollections,
  scope: VisitScope,
  visit: (days: readonly number[]) => void,
): Promise<void> {
  const until = performance.now() + TIME_LIMIT_MS;
  const parts = await partsBetween(collections, MARKS, boundsOf(scope));
  for await (const rows of mergedRows(collections.marks, parts)) {
    if (performance.now() > until)
      throw Object.assign(new Error('the addresses of a scope took too long to be counted'), {
        code: TOO_LATE,
      });
    eachKey(rows, boundsOf(scope), visit);
  }
}

function eachKey(
  rows: MarkRows,
  { first, last }: { first: Uint32Array; last: Uint32Array },
  visit: (days: readonly number[]) => void,
): void {
  let start = 0;
  while (start < rows.length) {
    let end = start;
    const days: number[] = [];
    while (end < rows.length && compareWords(rows, start, rows, end, KEY_WORDS) === 0) {
      days.push(markAt(rows, end).day);
      end += ROW_WORDS;
    }
    const isOfScope =
      compareWords(rows, start, first, 0, KEY_WORDS) >= 0 &&
      compareWords(rows, start, last, 0, KEY_WORDS) <= 0;
    if (isOfScope) visit(days);
    start = end;
  }
}

/** The first and the last key that a scope can have. */
function boundsOf(scope: VisitScope): { first: Uint32Array; last: Uint32Array } {
  const id = Buffer.from(scopeId(scope).id).toString('latin1');
  const [first, last] = [new Uint32Array(KEY_WORDS), new Uint32Array(KEY_WORDS)];
  writeKey(first, 0, id + '\0'.repeat(ADDRESS_BYTES));
  writeKey(last, 0, id + '\xff'.repeat(ADDRESS_BYTES));
  return { first, last };
}

/** How many addresses came to a scope on one of these days. */
export const countMarked = (
  collections: VisitCollections,
  scope: VisitScope,
  { first, last }: DayRange,
): Promise<number> =>
  again(async () => {
    let count = 0;
    await eachAddress(collections, scope, (days) => {
      if (days.some((day) => day >= first && day <= last)) count++;
    });
    return count;
  });

/** How many addresses came to a scope for the first time ever, by that day. */
export const countFirstMarked = (
  collections: VisitCollections,
  scope: VisitScope,
): Promise<Map<number, number>> =>
  again(async () => {
    const firsts = new Map<number, number>();
    await eachAddress(collections, scope, ([day]) => {
      if (day !== undefined) firsts.set(day, (firsts.get(day) ?? 0) + 1);
    });
    return firsts;
  });
