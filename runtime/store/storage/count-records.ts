import type { Operation } from '../work/operation.ts';
import type { Collection, Counting } from './collection.ts';
import type { Connection } from './connection.ts';
import type { WriteGroup } from './write-group.ts';

/** Collections whose row numbers stay below this are counted at once: it takes a millisecond. */
const SMALL = 10_000;
const PAGE_ROWS = 4000;

/** The documents of a collection: counted in slices, kept in step with the writes between them, and remembered. */
export const countRecords = (input: {
  writer: Connection;
  group: WriteGroup;
  collection: Collection;
  operation: Operation;
}): number | Promise<number> => {
  const { writer, collection } = input;
  if (collection.nextRid > SMALL) return countInSlices(input);
  const count = writer.prepare<{ n: number }>(`SELECT count(*) AS n FROM c${collection.id}`).get()?.n ?? 0;
  collection.count = count;
  return count;
};

const countInSlices = async (input: {
  writer: Connection;
  group: WriteGroup;
  collection: Collection;
  operation: Operation;
}): Promise<number> => {
  const { writer, group, collection, operation } = input;
  // What a large commit has written so far may still be given up.
  if (group.isHeld()) await operation.waitForTurn();
  let reached: Uint8Array = new Uint8Array(0);
  let count = 0;
  const counting: Counting = {
    changed: (key, by) => {
      if (Buffer.compare(key, reached) <= 0) count += by;
    },
  };
  const page = writer.prepare<{ n: number; last: Uint8Array | null }>(
    `SELECT count(*) AS n, max(k) AS last FROM (SELECT k FROM c${collection.id} WHERE k > ? ORDER BY k LIMIT ${PAGE_ROWS})`,
  );
  collection.countings.add(counting);
  try {
    while (!collection.isDropped) {
      const { n, last } = page.get(reached) ?? { n: 0, last: null };
      count += n;
      if (last === null || n < PAGE_ROWS) break;
      reached = last;
      if (!operation.isSpent()) continue;
      await operation.pause();
      // Writes that it was told of were given up: what it has is wrong.
      if (!collection.countings.has(counting)) return await countInSlices(input);
    }
    if (!collection.isDropped) collection.count = count;
    return count;
  } finally {
    collection.countings.delete(counting);
  }
};

/** Bytes of a collection's documents, summed in slices. */
export const documentBytes = async (
  { writer }: { writer: Connection },
  collection: Collection,
  operation: Operation,
): Promise<number> => {
  const page = writer.prepare<{ bytes: number | null; last: number | null; n: number }>(
    `SELECT sum(length(doc)) AS bytes, max(rid) AS last, count(*) AS n
      FROM (SELECT rid, doc FROM c${collection.id} WHERE rid > ? ORDER BY rid LIMIT 1000)`,
  );
  let bytes = 0;
  for (let position = -1; !collection.isDropped; ) {
    const row = page.get(position);
    if (row === null || row.last === null) break;
    bytes += row.bytes ?? 0;
    position = row.last;
    if (operation.isSpent()) await operation.pause();
  }
  return bytes;
};
