import type { mongo } from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import { type IdColumn, readIds } from './id-column.ts';
import { readValues, type ValueColumn } from './value-column.ts';

/** Bytes of columns that a process keeps: they never change. */
const KEPT_BYTES = 64 * 2 ** 20;
const ASKED_AT_ONCE = 2_000;

/** Columns by their ids. */
export interface Columns {
  values: ReadonlyMap<string, ValueColumn>;
  /** Those named `owner` and `link`. */
  ids: ReadonlyMap<string, IdColumn>;
}

/** Reads columns; undefined when one of them is not there any more. Throws the store's error. */
export type ReadColumns = (
  collections: Pick<VisitCollections, 'packedColumns'>,
  ids: readonly string[],
) => Promise<Columns | undefined>;

interface Kept {
  bytes: number;
  value?: ValueColumn;
  id?: IdColumn;
}

/** Makes the function that reads columns, and keeps those that were read last. */
export function createColumnReader(): ReadColumns {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  const keep = (id: string, one: Kept): void => {
    const before = kept.get(id);
    kept.delete(id);
    kept.set(id, one);
    bytes += one.bytes - (before?.bytes ?? 0);
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= KEPT_BYTES) break;
      kept.delete(oldest);
      bytes -= freed;
    }
  };

  return async ({ packedColumns }, wanted) => {
    const values = new Map<string, ValueColumn>();
    const ids = new Map<string, IdColumn>();
    const take = (id: string, one: Kept): void => {
      if (one.value !== undefined) values.set(id, one.value);
      if (one.id !== undefined) ids.set(id, one.id);
      // The one that was used last goes last.
      keep(id, one);
    };
    const missing = new Set(wanted);
    for (const id of wanted) {
      const one = kept.get(id);
      if (one === undefined) continue;
      take(id, one);
      missing.delete(id);
    }
    const asked = [...missing];
    for (let start = 0; start < asked.length; start += ASKED_AT_ONCE) {
      const $in = asked.slice(start, start + ASKED_AT_ONCE);
      for (const { _id, v } of await packedColumns
        .find({ _id: { $in } }, { batchSize: ASKED_AT_ONCE })
        .toArray()) {
        take(_id, columnOf(_id, v));
        missing.delete(_id);
      }
    }
    return missing.size === 0 ? { values, ids } : undefined;
  };
}

const ID_COLUMN = /:(owner|link)$/;

function columnOf(id: string, { buffer, position }: mongo.Binary): Kept {
  const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, position);
  return ID_COLUMN.test(id)
    ? { bytes: position, id: readIds(bytes) }
    : { bytes: position, value: readValues(bytes) };
}
