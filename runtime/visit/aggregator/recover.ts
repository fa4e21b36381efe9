import { join } from 'node:path';
import type { JournalVisit } from '../journal/batch.ts';
import { segmentName } from '../journal/format.ts';
import type { JournalFiles } from '../journal/journal-files.ts';
import { JournalReader, listSegments } from '../journal/journal-reader.ts';
import { type UnaccountedDocument, visitCollections } from '../store/collections.ts';
import { countUnaccounted } from '../store/count-unaccounted.ts';
import { recoveredBatch } from './aggregate-batch.ts';
import { asideDirectory } from './aside.ts';
import { mayRefuse } from './refusal.ts';
import type { StoreLedgerOptions } from './store-ledger.ts';
import { tallyBatch } from './tally.ts';

/** Visits counted at once. */
const CHUNK = 2000;

/** What a look into the segments that lie aside came to. */
export interface Recovery {
  /** Visits that could be read and are counted now. */
  recovered: number;
  /** Visits that are still unaccounted. */
  unaccounted: number;
}

/**
 * Counts what can be read of the visits that are noted as unaccounted: a segment may have been repaired, or the store may
 * take by now what it refused. What is counted is no longer noted, both in one transaction, so that it can be done any
 * number of times. Segments stay where they are until nothing of their journal is missing.
 * @param directory DATA_DIR/journal
 */
export async function recoverVisits(
  options: StoreLedgerOptions & { files: JournalFiles; directory: string },
): Promise<Recovery> {
  const { database, files, directory } = options;
  const { unaccounted } = visitCollections(database);
  // Segments are deleted on its word: no election takes it back.
  const missing = (journal: string) =>
    unaccounted.countDocuments({ journal, visits: { $gt: 0 } }, { readConcern: { level: 'majority' } });
  let recovered = 0;
  for (const journal of (await unaccounted.distinct('journal')).sort()) {
    const place = join(asideDirectory(directory), journal);
    if (!files.exists(place)) continue;
    let isWhole = true;
    for (const gap of await unaccounted.find({ journal }).sort({ from: 1 }).toArray()) {
      const found = readGap(files, place, gap);
      recovered += await recoverGap(options, gap, found.visits);
      isWhole &&= found.isWhole;
    }
    if (!isWhole || (await missing(journal)) > 0) continue;
    await unaccounted.deleteMany({ journal });
    for (const segment of listSegments(place, files)) files.unlink(join(place, segmentName(segment)));
    if (files.list(place).length === 0) files.removeDirectory(place);
  }
  return { recovered, unaccounted: await countUnaccounted(visitCollections(database)) };
}

/** The visits of a gap that its journal's segments have, in order; `isWhole` when none of it is missing any more. */
function readGap(
  files: JournalFiles,
  place: string,
  { from, to, isOpen }: UnaccountedDocument,
): { visits: JournalVisit[]; isWhole: boolean } {
  const end = isOpen ? Number.POSITIVE_INFINITY : to;
  const found: JournalVisit[] = [];
  let isWhole = true;
  const reader = new JournalReader(place, { segment: 0, offset: 0, visits: from }, files);
  try {
    for (;;) {
      const { visits, gaps } = reader.read({ limit: CHUNK, isWriterAlive: false });
      found.push(...visits.filter(({ sequence }) => sequence <= end));
      if (gaps.some((gap) => gap.from < end)) isWhole = false;
      if (visits.length === 0 && gaps.length === 0) return { visits: found, isWhole };
    }
  } finally {
    reader.close();
  }
}

/** Counts some of a gap's visits at a time, and one by one where the store refuses them. */
async function recoverGap(
  options: StoreLedgerOptions,
  gap: UnaccountedDocument,
  visits: readonly JournalVisit[],
): Promise<number> {
  let left = gap;
  let recovered = 0;
  let size = CHUNK;
  for (let start = 0; start < visits.length; ) {
    const some = unbroken(visits, start, size);
    const rest = restOf(left, some);
    try {
      const tally = tallyBatch(some, options.dayHourOf, options.derivation);
      await recoveredBatch(options, { gap: left, rest, tally });
    } catch (error) {
      if (mayRefuse(error) === 'passes') throw error;
      // Refused alone, it stays noted, and those behind it are tried.
      if (some.length === 1) start++;
      size = 1;
      continue;
    }
    recovered += some.length;
    start += some.length;
    const behind = rest.find(({ from }) => from === some.at(-1)?.sequence);
    if (behind === undefined) break;
    left = behind;
  }
  return recovered;
}

/** Visits from `start` on that follow each other without a gap, at most `size`. */
function unbroken(visits: readonly JournalVisit[], start: number, size: number): JournalVisit[] {
  const first = visits[start] as JournalVisit;
  let end = start + 1;
  while (end < visits.length && end - start < size) {
    if ((visits[end] as JournalVisit).sequence !== first.sequence + end - start) break;
    end++;
  }
  return visits.slice(start, end);
}

/** What a gap is once these of its visits are counted: what lies before them, and what lies behind. */
function restOf(gap: UnaccountedDocument, counted: readonly JournalVisit[]): UnaccountedDocument[] {
  const first = (counted[0] as JournalVisit).sequence;
  const last = (counted.at(-1) as JournalVisit).sequence;
  return [
    { from: gap.from, to: first - 1 },
    { from: last, to: gap.to },
  ]
    .filter(({ from, to }) => to > from)
    .map(({ from, to }) => ({
      ...gap,
      _id: `${gap.journal}:${gap.segment}:${from}`,
      from,
      to,
      visits: to - from,
    }));
}
