import type { VisitPool, VisitPoolItem } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { promiseMessage } from '../messages/due-messages.ts';
import { poolResource } from '../screens/internal_code_grouping/resource.ts';
import { isWorse, type PoolRoom, poolLevel, poolMoment, poolRoom } from './levels.ts';
import { countedAs, findPool, itemsOf, type StoredItem, type StoredPool, takenBy } from './stored.ts';

/**
 * Publishes a pool as it stands in the transaction and notes how much it has left. All of its items go along, those that are over,
 * closed or off too: visits judge that themselves, at their own moment, and what an item has taken is not forgotten meanwhile.
 * @param isSilent whoever empties it by an own change knows it; else the owner is told that it got low or empty
 */
export async function settlePool(
  context: PluginContext,
  { id, isSilent, session }: { id: string; isSilent: boolean; session: Session },
): Promise<void> {
  const pool = await findPool(context, id, session);
  if (pool === null) return;
  const items = (await itemsOf(context, [id], session)).get(id) ?? [];
  await context.visits.publishPools([publishedPool(pool, items)], session);
  const taken = await takenBy(context, new Map([[id, items]]));
  const room = roomOf(context, items, taken);
  const level = poolLevel(room, pool);
  if (!isSilent && isWorse(level, pool.level)) await tellOwner(context, { pool, room, level }, session);
  await context.model(poolResource).updateOne(
    { _id: id },
    { $set: { level, seen_taken: room.taken } },
    {
      session,
      timestamps: false,
    },
  );
}

/** What the items of a pool have left now. */
export function roomOf(
  context: PluginContext,
  items: readonly StoredItem[],
  taken: ReadonlyMap<string, number>,
): PoolRoom {
  const moment = poolMoment(context.platform.timeZone, context.clock.now());
  return poolRoom(
    items.map((item) => ({ item: item, taken: taken.get(String(item._id)) ?? 0 })),
    moment,
  );
}

function publishedPool(pool: StoredPool, items: readonly StoredItem[]): VisitPool {
  return {
    id: String(pool._id),
    owner: String(pool.owner),
    plugin: 'qr',
    rotation_model: pool.rotation_model,
    items: items.map(publishedItem),
    ...(pool.fallback ? { fallback: pool.fallback } : {}),
  };
}

function publishedItem(item: StoredItem): VisitPoolItem {
  const { url, picture, contact } = item.target;
  const use = {
    item: countedAs(item),
    is_on: item.state === 'on',
    hours: item.hours ?? [],
    ...(item.capacity ? { capacity: item.capacity } : {}),
    ...(item.expires_at ? { until: new Date(item.expires_at).toISOString() } : {}),
  };
  if (picture !== undefined) return { picture, ...use };
  if (contact !== undefined) return { contact, ...use };
  // `zItemTarget` lets nothing pass that is none of the three.
  if (url === undefined) throw new TypeError('an item leads nowhere');
  return { url, ...use };
}

async function tellOwner(
  context: PluginContext,
  { pool, room, level }: { pool: StoredPool; room: PoolRoom; level: StoredPool['level'] },
  session: Session,
): Promise<void> {
  const { name } = pool;
  await promiseMessage(
    context,
    {
      to: { accounts: [String(pool.owner)] },
      words: `qr.notice.pool_${level}`,
      params: { name, items: String(room.left), room: room.room === null ? '∞' : String(room.room) },
      plain: { title: name, content: name },
      screen: `internal_code_grouping?id=${pool._id}`,
    },
    session,
  );
}
