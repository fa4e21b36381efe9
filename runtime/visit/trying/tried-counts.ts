import { within } from '../links/arena.ts';
import { HAS_POOL, IS_LIMITED } from '../links/compiled-link.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { countAt, findTarget, keyAt, setCountAt, targetAt, targetCountOf } from '../links/record.ts';
import { NO_RECORD } from '../links/rows.ts';
import { setViews, viewsOf } from '../links/visit-limit.ts';

/** Gives links the counts that those of another index with the same ids have. */
export function copyCounts(from: LinkIndex, to: LinkIndex): void {
  for (let ordinal = 0; ordinal < to.end; ordinal++) {
    if (to.recordOf(ordinal) === NO_RECORD) continue;
    const words = Buffer.from(to.idOf(ordinal), 'hex');
    const known = from.findById(words.readUInt32LE(0), words.readUInt32LE(4), words.readUInt32LE(8));
    if (known >= 0) copyOf(from, from.recordOf(known), to, to.recordOf(ordinal));
  }
}

/** Whether anything in an index goes by how often it was visited. */
export function goesByCounts(index: LinkIndex): boolean {
  for (let ordinal = 0; ordinal < index.end; ordinal++) {
    if (index.recordOf(ordinal) === NO_RECORD) continue;
    const bits = index.bitsOf(ordinal);
    if ((bits & (HAS_POOL | IS_LIMITED)) !== 0) return true;
    const position = index.recordOf(ordinal);
    if (targetCountOf(index.arena.bytesAt(position), within(position)) > 1) return true;
  }
  return false;
}

function copyOf(from: LinkIndex, source: number, to: LinkIndex, target: number): void {
  const [known, knownAt] = [from.arena.bytesAt(source), within(source)];
  const [bytes, offset] = [to.arena.bytesAt(target), within(target)];
  for (let at = 0; at < targetCountOf(bytes, offset); at++) {
    const head = targetAt(bytes, offset, at);
    const same = findTarget(known, knownAt, keyAt(bytes, head));
    if (same >= 0) setCountAt(bytes, head, countAt(known, same));
  }
  const views = viewsOf(known, knownAt);
  if (views >= 0) setViews(bytes, offset, views);
}
