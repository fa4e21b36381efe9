import type { ClosedDayDocument } from '../store/closed-days.ts';
import type { VisitCollections } from '../store/collections.ts';
import { fromBinary, LINK_ROWS, type Rows, sizeOf } from './pack-rows.ts';

/** Most bytes of rows that are remembered: three of the largest that are packed. */
const MOST_BYTES = 36_000_000;

/** The packed sums of all links up to a day; undefined where they were written to since. */
export type ReadPackedLinks = (day: Pick<ClosedDayDocument, '_id' | 'writes'>) => Promise<Rows | undefined>;

/**
 * Remembers what was read last: the sums up to a day stay as they are until a visit of such a day comes late, and people ask for
 * the same days again and again.
 */
export function rememberPackedLinks({ packedSums }: Pick<VisitCollections, 'packedSums'>): ReadPackedLinks {
  const known = new Map<string, Rows>();
  let size = 0;
  const remember = (key: string, rows: Rows): void => {
    if (sizeOf(rows) > MOST_BYTES || known.has(key)) return;
    size += sizeOf(rows);
    known.set(key, rows);
    for (const [oldest, past] of known) {
      if (size <= MOST_BYTES) return;
      known.delete(oldest);
      size -= sizeOf(past);
    }
  };
  return async ({ _id, writes }) => {
    const key = `${_id} ${writes}`;
    const found = known.get(key);
    if (found !== undefined) {
      // What was used last is let go last.
      known.delete(key);
      known.set(key, found);
      return found;
    }
    const packed = await packedSums.findOne({ _id });
    if (packed?.rows === undefined || packed.writes !== writes) return undefined;
    const rows = fromBinary(LINK_ROWS, packed.rows);
    remember(key, rows);
    return rows;
  };
}
