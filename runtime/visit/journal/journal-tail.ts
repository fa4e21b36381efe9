import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  BATCH_END_MAGIC,
  BATCH_HEAD_BYTES,
  BATCH_MAGIC,
  BATCH_TRAILER_BYTES,
  SEGMENT_HEAD_BYTES,
  segmentName,
} from './format.ts';
import { systemFiles } from './journal-files.ts';
import { type JournalPosition, listSegments } from './journal-reader.ts';
import { writtenEnd } from './written-end.ts';

function withSegment<T>(directory: string, segment: number, read: (file: number, size: number) => T): T {
  const file = openSync(join(directory, segmentName(segment)), 'r');
  try {
    return read(file, writtenEnd(systemFiles, file));
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, length: number, position: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  return readSync(file, bytes, 0, length, position) === length ? bytes : undefined;
}

/** Visits of the journal at the end of a segment, or undefined when it holds no whole batch. */
function sumAtEnd(file: number, size: number): number | undefined {
  const trailer =
    size < BATCH_TRAILER_BYTES ? undefined : readAt(file, BATCH_TRAILER_BYTES, size - BATCH_TRAILER_BYTES);
  if (trailer?.readUInt32LE(12) === BATCH_END_MAGIC) return trailer.readDoubleLE(0);
  // The end is torn or just being written: go from head to head.
  let sum: number | undefined;
  for (let offset = SEGMENT_HEAD_BYTES; ; ) {
    const head = readAt(file, BATCH_HEAD_BYTES, offset);
    if (head?.readUInt32LE(0) !== BATCH_MAGIC || offset + head.readUInt32LE(4) > size) return sum;
    sum = head.readDoubleLE(32);
    offset += head.readUInt32LE(4);
  }
}

function lastSum(directory: string, segments: readonly number[]): number | undefined {
  for (const segment of segments.toReversed()) {
    const sum = withSegment(directory, segment, sumAtEnd);
    if (sum !== undefined) return sum;
  }
  return undefined;
}

/**
 * Visits that were written to a journal since it began, as its last whole batch says; undefined when no batch is there.
 * Throws ENOENT when a segment was aggregated and deleted meanwhile.
 */
export function journalledVisits(directory: string): number | undefined {
  return lastSum(directory, listSegments(directory));
}

/**
 * What a journal holds beyond a position: visits, and the time of the first of them. Reads a few bytes only.
 * Throws ENOENT when a segment was aggregated and deleted meanwhile.
 */
export function journalBacklog(
  directory: string,
  from: JournalPosition,
): { visits: number; since: number | undefined } {
  const segments = listSegments(directory).filter((segment) => segment >= from.segment);
  const visits = Math.max(0, (lastSum(directory, segments) ?? from.visits) - from.visits);
  if (visits === 0) return { visits, since: undefined };
  for (const segment of segments) {
    const offset = segment === from.segment ? Math.max(from.offset, SEGMENT_HEAD_BYTES) : SEGMENT_HEAD_BYTES;
    const head = withSegment(directory, segment, (file) => readAt(file, BATCH_HEAD_BYTES, offset));
    if (head?.readUInt32LE(0) === BATCH_MAGIC && head.readUInt32LE(12) > 0)
      return { visits, since: head.readDoubleLE(24) };
  }
  return { visits, since: undefined };
}
