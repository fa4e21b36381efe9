import type { VisitCollections } from '../store/collections.ts';
import { ALL_DAYS, withPending } from '../sums/pending.ts';
import { figuresAt } from '../sums/sum-rows.ts';

/** Counted visits of all links together, from what is stored of each. */
export function allViews(
  collections: Pick<VisitCollections, 'codes' | 'marks' | 'markRuns'>,
): Promise<number> {
  return withPending(collections, async (pending, options) => {
    const codes = await collections.codes.find({}, { projection: { views: 1 }, ...options }).toArray();
    let sum = codes.reduce((all, { views }) => all + views, 0);
    await pending.eachRow(ALL_DAYS, (words, at) => {
      sum += figuresAt(words, at).views;
    });
    return sum;
  });
}
