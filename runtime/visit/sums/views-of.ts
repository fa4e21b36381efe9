import mongoose, { type ClientSession } from 'mongoose';
import type { VisitCollections } from '../store/collections.ts';
import { withPending } from './pending.ts';

const { ObjectId } = mongoose.mongo;

/** Counted visits of links, by id (hexadecimal), as far as they are in the sums; those that were never visited are left out. */
export function viewsOf(
  collections: Pick<VisitCollections, 'codes' | 'marks' | 'markRuns'>,
  links: readonly string[],
  session: ClientSession | undefined,
): Promise<Map<string, number>> {
  return withPending(
    collections,
    async (pending, options) => {
      const found = await collections.codes
        .find(
          { _id: { $in: links.map((link) => new ObjectId(link)) } },
          { projection: { views: 1 }, ...options },
        )
        .toArray();
      const views = new Map(found.map((code) => [code._id.toHexString(), code.views]));
      for (const [link, days] of await pending.of(links))
        views.set(
          link,
          days.reduce((sum, day) => sum + day.views, views.get(link) ?? 0),
        );
      return views;
    },
    session,
  );
}
