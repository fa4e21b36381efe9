import { join } from 'node:path';
import { batchLength, visitsBeforeBatch } from './batch.ts';
import {
  BATCH_END_MAGIC,
  BATCH_HEAD_BYTES,
  BATCH_MAGIC,
  BATCH_TRAILER_BYTES,
  RECORD_BYTES,
  SEGMENT_HEAD_BYTES,
  segmentName,
  visitsBeforeSegment,
} from './format.ts';
import type { JournalFiles } from './journal-files.ts';

/** Batches start at multiples of this. */
const STEP_BYTES = 16;

/** A file that is looked into, and memory to do it with. */
export interface SegmentView {
  files: JournalFiles;
  file: number;
  /** Larger than any batch. */
  window: Buffer;
}

/** Opens a segment for as long as `look` takes. Throws the file system's error. */
export function withSegment<T>(
  place: { files: JournalFiles; directory: string; segment: number },
  look: (file: number) => T,
): T {
  const { files, directory, segment } = place;
  const file = files.openToRead(join(directory, segmentName(segment)));
  try {
    return look(file);
  } finally {
    files.close(file);
  }
}

/**
 * The first whole batch at `from` or behind it, past bytes that are none. `visits`: batches that begin before so many
 * visits are no continuation and are passed over. The window holds the batch at `at` afterwards.
 */
export function findBatch(
  { files, file, window }: SegmentView,
  from: number,
  visits: number,
): { offset: number; at: number; start: number } | undefined {
  for (let offset = from; ; ) {
    const end = files.read(file, window, window.length, offset);
    let at = 0;
    for (; at + BATCH_HEAD_BYTES + BATCH_TRAILER_BYTES <= end; at += STEP_BYTES) {
      if (window.readUInt32LE(at) !== BATCH_MAGIC) continue;
      if (batchLength(window, at, end) > 0) {
        const start = visitsBeforeBatch(window, at);
        if (Number.isSafeInteger(start) && start >= visits) return { offset: offset + at, at, start };
      } else if (at > 0 && end === window.length && at + window.readUInt32LE(at + 4) > end) break;
    }
    if (end < window.length) return undefined;
    offset += at;
  }
}

/**
 * Visits of the journal before these segments, as the first of them that can tell says; undefined while none can.
 * `isSure`: nothing that is missing can be in these segments themselves.
 */
export function visitsBefore(
  place: { files: JournalFiles; directory: string; window: Buffer },
  segments: readonly number[],
): { visits: number; isSure: boolean } | undefined {
  const { files, window } = place;
  for (const [index, segment] of segments.entries()) {
    const found = withSegment({ ...place, segment }, (file) => {
      const isHeadThere = files.read(file, window, SEGMENT_HEAD_BYTES, 0) === SEGMENT_HEAD_BYTES;
      const told = isHeadThere ? visitsBeforeSegment(window) : undefined;
      if (told !== undefined) return { visits: told, isSure: index === 0 };
      const first = findBatch({ files, file, window }, SEGMENT_HEAD_BYTES, 0);
      if (first === undefined) return undefined;
      return { visits: first.start, isSure: index === 0 && first.offset === SEGMENT_HEAD_BYTES };
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Answered visits that stood in what is left at the end of a dead writer's segment, where no whole batch is. None when it
 * is the beginning of a batch whose write was cut off by a kill: its answers were never given. That can be at the end of
 * the journal only (`isLast`): a segment that has a successor was written whole. Where damage hides the number, 1.
 */
export function visitsInRest(
  view: SegmentView,
  rest: { offset: number; size: number; visits: number; isLast: boolean },
): number {
  const { files, file, window } = view;
  const { offset, size, visits } = rest;
  const told = lastSum(view, rest);
  if (told !== undefined) return told - visits;
  const end = files.read(file, window, BATCH_HEAD_BYTES, offset);
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(BATCH_MAGIC, 0);
  const begun = Math.min(end, magic.length);
  if (!window.subarray(0, begun).equals(magic.subarray(0, begun))) return 1;
  const left = size - offset;
  if (rest.isLast && (end < BATCH_HEAD_BYTES || window.readUInt32LE(4) > left)) return 0;
  if (end < BATCH_HEAD_BYTES) return 1;
  const records = window.readUInt32LE(12);
  return BATCH_HEAD_BYTES + records * RECORD_BYTES <= left ? Math.max(1, records) : 1;
}

/** What the last trailer that stands in these bytes says, or undefined where there is none. */
function lastSum(
  { files, file, window }: SegmentView,
  { offset, size, visits }: { offset: number; size: number; visits: number },
): number | undefined {
  // More visits than this segment could hold are none. Some of it, before these bytes, may be damaged, too.
  const most = visits + Math.floor(size / RECORD_BYTES);
  let last: number | undefined;
  for (let from = offset; from < size; from += window.length) {
    const end = files.read(file, window, window.length, from);
    for (let at = 0; at + BATCH_TRAILER_BYTES <= end; at += STEP_BYTES) {
      if (window.readUInt32LE(at + 12) !== BATCH_END_MAGIC) continue;
      const sum = window.readDoubleLE(at);
      if (Number.isSafeInteger(sum) && sum > (last ?? visits) && sum <= most) last = sum;
    }
  }
  return last;
}
