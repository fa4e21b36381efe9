import { within } from '../links/arena.ts';
import { IS_LIMITED } from '../links/compiled-link.ts';
import { EXTRA } from '../links/extras.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { countAt, extraAt, findTarget, keyAt, setCountAt, thresholdAt } from '../links/record.ts';
import { setViews, viewsOf } from '../links/visit-limit.ts';
import { type LimitedCount, readCounter, targetCounter, viewCounter } from '../shares/shares.ts';

/** What is counted of a target up to its threshold. `target`: offset of its head in the record's bytes. */
export function targetCount(index: LinkIndex, ordinal: number, target: number): LimitedCount {
  const bytes = index.arena.bytesAt(index.recordOf(ordinal));
  return {
    counter: targetCounter(index.idOf(ordinal), keyAt(bytes, target)),
    limit: thresholdAt(bytes, target),
    had: countAt(bytes, target),
  };
}

/** What is counted of a link that expires by visits; undefined of any other. */
export function viewCount(index: LinkIndex, ordinal: number): LimitedCount | undefined {
  if ((index.bitsOf(ordinal) & IS_LIMITED) === 0) return undefined;
  const position = index.recordOf(ordinal);
  const [bytes, offset] = [index.arena.bytesAt(position), within(position)];
  const at = extraAt(bytes, offset, EXTRA.limit);
  if (at < 0) return undefined;
  const counter = viewCounter(index.idOf(ordinal));
  return { counter, limit: bytes.readUInt32LE(at), had: viewsOf(bytes, offset) };
}

/** Takes over that so many are counted by now, where fewer were known. */
export function learnCount(index: LinkIndex, counter: string, counted: number): void {
  const { key, link } = readCounter(counter);
  const words = Buffer.from(link, 'hex');
  const ordinal = index.findById(words.readUInt32LE(0), words.readUInt32LE(4), words.readUInt32LE(8));
  if (ordinal < 0) return;
  const position = index.recordOf(ordinal);
  const [bytes, offset] = [index.arena.bytesAt(position), within(position)];
  if (key === undefined) {
    if (viewsOf(bytes, offset) < counted) setViews(bytes, offset, counted);
    return;
  }
  const target = findTarget(bytes, offset, key);
  if (target >= 0 && countAt(bytes, target) < counted) setCountAt(bytes, target, counted);
}
