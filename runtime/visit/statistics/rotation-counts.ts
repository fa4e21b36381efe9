import type { VisitTarget } from '@waypost/contract';
import { targetKeys } from '../links/compiled-link.ts';
import type { VisitCollections } from '../store/collections.ts';
import { readTargetCounts } from '../store/target-counts.ts';

/** Visits that each target of links was given in its turn, by link and in the order of its targets; one that has had none has 0. */
export async function readRotationCounts(
  collections: Pick<VisitCollections, 'codes'>,
  links: readonly { id: string; targets: readonly VisitTarget[] }[],
): Promise<Record<string, number[]>> {
  const counts = await readTargetCounts(
    collections,
    links.map(({ id }) => id),
  );
  return Object.fromEntries(
    links.map(({ id, targets }) => {
      const visits = counts.get(id);
      return [id, targetKeys(targets).map((key) => visits?.[String(key)] ?? 0)];
    }),
  );
}
