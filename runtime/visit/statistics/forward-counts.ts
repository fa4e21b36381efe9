import { forwardKey } from '../links/compiled-forwards.ts';
import type { VisitCollections } from '../store/collections.ts';
import { readTargetCounts } from '../store/target-counts.ts';

/** Hits of the rules of hosts, by the id of the host's forwards and the name of the rule; one that nobody met has 0. */
export async function readForwardCounts(
  collections: VisitCollections,
  forwards: readonly { id: string; rules: readonly string[] }[],
): Promise<Record<string, Record<string, number>>> {
  const ids = forwards.map(({ id }) => id);
  const counts = await readTargetCounts(collections, ids);
  return Object.fromEntries(
    forwards.map(({ id, rules }) => {
      const hits = counts.get(id);
      return [id, Object.fromEntries(rules.map((rule) => [rule, hits?.[String(forwardKey(rule))] ?? 0]))];
    }),
  );
}
