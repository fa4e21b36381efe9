import type { TimeRange } from '../store/collections.ts';

const START = Number.NEGATIVE_INFINITY;
const END = Number.POSITIVE_INFINITY;

/** The times that are in none of `ranges`, the earliest first. */
export function openRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const closed = ranges
    .map(({ after, until }) => ({ after: after?.getTime() ?? START, until: until?.getTime() ?? END }))
    .sort((first, second) => first.after - second.after);
  const open: TimeRange[] = [];
  let reached = START;
  for (const { after, until } of closed) {
    if (after > reached) open.push(rangeOf(reached, after));
    reached = Math.max(reached, until);
  }
  if (reached < END) open.push(rangeOf(reached, END));
  return open;
}

/** What of `ranges` is not later than `moment`. */
export function rangesUntil(ranges: readonly TimeRange[], moment: Date): TimeRange[] {
  return ranges
    .filter(({ after }) => after === undefined || after < moment)
    .map(({ after, until }) => ({
      ...(after === undefined ? {} : { after }),
      until: until === undefined || until > moment ? moment : until,
    }));
}

/** A range as a filter of `time`; undefined for all times. */
export function timesIn({ after, until }: TimeRange): { $gt?: Date; $lte?: Date } | undefined {
  if (after === undefined && until === undefined) return undefined;
  return { ...(after === undefined ? {} : { $gt: after }), ...(until === undefined ? {} : { $lte: until }) };
}

function rangeOf(after: number, until: number): TimeRange {
  return {
    ...(after === START ? {} : { after: new Date(after) }),
    ...(until === END ? {} : { until: new Date(until) }),
  };
}
