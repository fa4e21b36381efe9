import type { PluginContext, Session, SignedRequest, Stored } from '@waypost/sdk';
import { poolResource } from '../screens/internal_code_grouping/resource.ts';
import { poolItemResource } from './item-resource.ts';

export type StoredPool = Stored<typeof poolResource>;
export type StoredItem = Stored<typeof poolItemResource>;

/** The pools and items that a caller's calls reach: the own ones, or everyone's with `qr.pool:read_all`. */
export function poolScope({ caller }: SignedRequest): { owner?: string } {
  return seesEveryPool({ caller }) ? {} : { owner: caller.id };
}

export const seesEveryPool = ({ caller }: Pick<SignedRequest, 'caller'>): boolean =>
  caller.isSuper || caller.permissions.has('qr.pool:read_all');

/** The items of pools in their order. */
export async function itemsOf(
  context: PluginContext,
  pools: readonly string[],
  session?: Session,
): Promise<Map<string, StoredItem[]>> {
  const found = await context
    .model(poolItemResource)
    .find({ pool: { $in: pools } })
    .sort({ pool: 1, position: 1, _id: 1 })
    .session(session ?? null)
    .lean();
  return Map.groupBy(found, ({ pool }) => String(pool));
}

export async function findPool(
  context: PluginContext,
  id: string,
  session: Session,
): Promise<StoredPool | null> {
  return await context.model(poolResource).findById(id).session(session).lean();
}

/** What an item's visitors are counted under. */
export const countedAs = ({ _id, round }: Pick<StoredItem, '_id' | 'round'>): string =>
  `${_id}.${round ?? 1}`;

/** Visitors that items have taken, by the item's id. */
export async function takenBy(
  context: PluginContext,
  items: ReadonlyMap<string, readonly StoredItem[]>,
): Promise<ReadonlyMap<string, number>> {
  const asked = [...items].map(([id, list]) => ({ id, items: list.map(countedAs) }));
  const counts = await context.visits.poolCounts(asked);
  return new Map(
    [...items].flatMap(([pool, list]) =>
      list.map((item) => [String(item._id), counts[pool]?.[countedAs(item)] ?? 0] as const),
    ),
  );
}
