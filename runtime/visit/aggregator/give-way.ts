import { readFileSync } from 'node:fs';
import type { JournalEnd } from '../journal/journal-end.ts';
import { DEFAULT_SEGMENT_BYTES } from '../journal/journal-writer.ts';

/**
 * Visits a second that are counted although the processor is full: somewhat more than the 2,000 that are promised to be in the
 * statistics within 2 s, so that what waits gets less at that speed.
 */
const PROMISED_PER_SECOND = 2500;
/**
 * What is counted where so many come that counting could not keep up with the whole machine to itself: it goes on, so that figures move, and the rest
 * is caught up with afterwards.
 */
const OVERRUN_PER_SECOND = 1000;
/** Visits a second that no counting keeps up with, on a processor that is full. */
const OVERRUN_VISITS = 12_000;
/** With less of the processor idle than this, whoever answers visits waits for whoever counts them. */
const FULL_BELOW = 0.04;
/** Where so many come each of them waits for one thread, or a disk, as well, and some of the processor rests while they do: of two cores a third. */
const OVERRUN_FULL_BELOW = 0.4;
/** Idle and waiting for a disk, of the numbers of the line that sums all processors up. */
const IDLE_FIELDS = [3, 4];
/** Of fewer visits a second nobody waits for a processor. */
const FEW_VISITS = 500;
/** What was longer ago says more of the rest before a crowd than of the crowd, milliseconds. */
const STALE_MS = 2_000;
const NO_ENDS: ReadonlyMap<string, JournalEnd> = new Map();
/** Of a guest: they are in the first ones already. */
const FIELDS = 8;

/** Says how slowly it is counted, so that answering comes first while the processor is full. */
export interface GivingWay {
  /**
   * Visits a second that are counted at most, by what has been since it was asked last; infinite where nobody waits for the processor, undefined where
   * that was too long ago to say anything of now: it is asked again after a moment. `ends`: where each journal ends by now;
   * `bytesOfVisit`: what a visit takes there.
   */
  most(ends: ReadonlyMap<string, JournalEnd>, bytesOfVisit: number): number | undefined;
}

/** What giving way is measured by. */
export interface GivingWaySources {
  /** What Linux says of its processors' time; undefined where nothing is said: then nothing waits. */
  readTimes(): string | undefined;
  /** Milliseconds on a clock that never goes back. */
  monotonic(): number;
}

export function createGivingWay({ readTimes, monotonic }: GivingWaySources): GivingWay {
  let before = { times: timesOf(readTimes()), ends: NO_ENDS, time: monotonic() };
  return {
    most(ends, bytesOfVisit) {
      const then = before;
      const now = { times: timesOf(readTimes()), ends, time: monotonic() };
      before = now;
      if (now.time - then.time > STALE_MS) return undefined;
      const idle = now.times === undefined || then.times === undefined ? 1 : idleShare(then.times, now.times);
      const perSecond = (grown(then.ends, ends) * 1000) / bytesOfVisit / (now.time - then.time);
      if (perSecond > OVERRUN_VISITS && idle < OVERRUN_FULL_BELOW) return OVERRUN_PER_SECOND;
      // Counting alone may fill the processor: nobody waits for it then.
      return perSecond > FEW_VISITS && idle < FULL_BELOW ? PROMISED_PER_SECOND : Number.POSITIVE_INFINITY;
    },
  };
}

/** Bytes by which journals have grown; one that has begun another segment, by a whole one. */
function grown(from: ReadonlyMap<string, JournalEnd>, to: ReadonlyMap<string, JournalEnd>): number {
  let bytes = 0;
  for (const [journal, { segment, bytes: size }] of to) {
    const known = from.get(journal);
    if (known !== undefined) bytes += (segment - known.segment) * DEFAULT_SEGMENT_BYTES + size - known.bytes;
  }
  return bytes;
}

interface Times {
  idle: number;
  all: number;
}

function timesOf(text: string | undefined): Times | undefined {
  const numbers = /^cpu +([\d ]+)/
    .exec(text ?? '')?.[1]
    ?.trim()
    .split(/ +/)
    .slice(0, FIELDS)
    .map(Number);
  if (numbers === undefined) return undefined;
  return {
    idle: IDLE_FIELDS.reduce((sum, field) => sum + (numbers[field] ?? 0), 0),
    all: numbers.reduce((sum, one) => sum + one, 0),
  };
}

/** Where no time has passed nothing is known to be full. */
const idleShare = (from: Times, to: Times): number =>
  to.all <= from.all ? 1 : (to.idle - from.idle) / (to.all - from.all);

/** What Linux says of its processors' time. */
export function readProcessorTimes(): string | undefined {
  try {
    return readFileSync('/proc/stat', 'latin1');
  } catch {
    // Another system than Linux: it is not known how full the processor is.
    return undefined;
  }
}
