import { poolItemKey } from '../links/compiled-pool.ts';
import type { VisitCollections } from '../store/collections.ts';
import { readTargetCounts } from '../store/target-counts.ts';

/** Visitors that the items of pools have taken, by pool and item; one that has taken none has 0. */
export async function readPoolCounts(
  collections: VisitCollections,
  pools: readonly { id: string; items: readonly string[] }[],
): Promise<Record<string, Record<string, number>>> {
  const counts = await readTargetCounts(
    collections,
    pools.map(({ id }) => id),
  );
  return Object.fromEntries(
    pools.map(({ id, items }) => {
      const taken = counts.get(id);
      return [id, Object.fromEntries(items.map((item) => [item, taken?.[String(poolItemKey(item))] ?? 0]))];
    }),
  );
}
