import type { VisitCollections } from './collections.ts';

/** Visits that are noted as unaccounted. */
export async function countUnaccounted({
  unaccounted,
}: Pick<VisitCollections, 'unaccounted'>): Promise<number> {
  const gaps = await unaccounted.find({}, { projection: { visits: 1 } }).toArray();
  return gaps.reduce((sum, { visits }) => sum + visits, 0);
}
