import type { mongo } from 'mongoose';
import type { GatheredIndexes } from '../../storage/index.ts';

type Indexed = Pick<mongo.Collection, 'collectionName' | 'createIndexes' | 'indexes' | 'dropIndex'>;

/** The order of visitors who came last first; of those of one moment their ids decide. Also the name of its index. */
export const NEWEST_FIRST = { last: -1, _id: -1 } as const;
/** The order of visitors by how often they came; of those who came as often the last first. */
export const MOST_OFTEN_FIRST = { count: -1, ...NEWEST_FIRST } as const;
/**
 * Who came more than once. Only these stand in the order of how often: most visitors come once, and each would be a row at a place of its own, which
 * costs counting as much as half of all other orders together. Those who came once are a part of any other order.
 */
export const CAME_AGAIN = { count: { $gt: 1 } } as const;
/** Kept visits, in the order of their list. */
const KEPT_ORDER = { time: -1, _id: -1 } as const;

interface Listed {
  visitors: Indexed;
  rawVisits: Indexed;
  refusedVisits: Indexed;
}

/** What pages of visitors and of kept visits are read by: each ends in the whole order, so that no page sorts. */
export function addListIndexes(
  indexes: GatheredIndexes,
  { visitors, rawVisits, refusedVisits }: Listed,
): void {
  indexes.add(visitors, { owner: 1, ...NEWEST_FIRST });
  indexes.add(visitors, NEWEST_FIRST);
  // Each order has one over everybody: who is looked for in it is met soon, or is one of few.
  indexes.add(visitors, { first: -1, _id: -1 });
  indexes.add(visitors, MOST_OFTEN_FIRST, { partialFilterExpression: CAME_AGAIN });
  indexes.add(rawVisits, { link: 1, ...KEPT_ORDER });
  indexes.add(rawVisits, { link: 1, ip: 1, ...KEPT_ORDER });
  indexes.add(refusedVisits, KEPT_ORDER);
  indexes.add(refusedVisits, { owner: 1, ...KEPT_ORDER });
  indexes.add(refusedVisits, { link: 1, ...KEPT_ORDER });
  indexes.add(refusedVisits, { target: 1, ...KEPT_ORDER });
  indexes.add(refusedVisits, { ip: 1 });
}

/** Takes away what earlier versions read those pages by. */
export async function dropFormerIndexes({
  visitors,
  rawVisits,
}: Omit<Listed, 'refusedVisits'>): Promise<void> {
  await dropFormer(visitors, [{ owner: 1, last: -1 }, { last: -1 }, { first: -1 }, { count: -1 }]);
  // One of all visitors.
  await dropFormer(visitors, [{ count: -1, _id: -1 }]);
  await dropFormer(rawVisits, [
    { link: 1, time: -1 },
    { link: 1, ip: 1, time: -1 },
  ]);
}

/** Those of earlier versions, as of those that left the order of equal rows open: a write would keep both. */
export async function dropFormer(collection: Indexed, former: readonly object[]): Promise<void> {
  const keys = new Set(former.map((one) => JSON.stringify(one)));
  for (const { name, key } of await collection.indexes())
    if (keys.has(JSON.stringify(key))) await collection.dropIndex(name as string).catch(ignoreGone);
}

const INDEX_NOT_FOUND = 27;

/** Another process that starts has been faster. */
function ignoreGone(error: unknown): void {
  if ((error as { code?: number }).code !== INDEX_NOT_FOUND) throw error;
}
