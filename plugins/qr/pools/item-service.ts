import { errors, type RowOf, VISIT_POOL_MAX_ITEMS } from '@waypost/contract';
import {
  type PluginContext,
  type ResourceBinding,
  requireRow,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { poolResource } from '../screens/internal_code_grouping/resource.ts';
import { poolItemResource } from './item-resource.ts';
import { itemStatus, poolMoment } from './levels.ts';
import { settlePool } from './settle-pool.ts';
import { itemsOf, poolScope, type StoredItem, type StoredPool, takenBy } from './stored.ts';
import type { ItemKind, ItemTarget } from './values.ts';

type Item = typeof poolItemResource;

/** The functions behind resource `qr.pool_item`: each write publishes the item's pool in its own transaction. */
export function bindPoolItems(context: PluginContext): ResourceBinding<Item> {
  return {
    beforeCreate: async (body, { request, session }) => {
      const pool = await takePlace(context, body.pool, { request, session });
      const last = (await itemsOf(context, [body.pool], session)).get(body.pool)?.at(-1);
      const kind = kindOf(body.target);
      return { ...body, kind, position: (last?.position ?? 0) + 1, owner: String(pool.owner) };
    },
    beforeUpdate: async ({ id: _id, version: _version, ...change }, { before }) => {
      if (change.target === undefined || !before) return change;
      const isOther =
        kindOf(change.target) !== before.kind || change.target.picture !== before.target.picture;
      // Another picture is another group: its visitors are counted from the beginning.
      return {
        ...change,
        kind: kindOf(change.target),
        ...(isOther ? { round: (before.round ?? 1) + 1 } : {}),
      };
    },
    afterWrite: async (after, { before, session }) => {
      const pool = String((after ?? before)?.pool);
      // The place of a new one was taken before it was written.
      if (before !== undefined) await touchPool(context, pool, { by: after === undefined ? -1 : 0, session });
      await settlePool(context, { id: pool, isSilent: true, session });
    },
    present: (rows) => presentItems(context, rows),
    actions: {
      renew: async ({ row, session }) => {
        const change = { $inc: { round: 1, version: 1 }, $set: { update_time: context.clock.date() } };
        await context
          .model(poolItemResource)
          .updateOne({ _id: row._id }, change, { session, timestamps: false });
        await touchPool(context, String(row.pool), { by: 0, session });
        await settlePool(context, { id: String(row.pool), isSilent: true, session });
        return null;
      },
    },
  };
}

const kindOf = ({ contact, picture }: ItemTarget): ItemKind =>
  contact === undefined ? (picture === undefined ? 'url' : 'picture') : 'contact';

/** One place of a pool that the caller reaches; two who take the last one meet at its row. */
async function takePlace(
  context: PluginContext,
  id: string,
  { request, session }: { request: SignedRequest; session: Session },
): Promise<StoredPool> {
  const model = context.model(poolResource);
  const reached = { ...poolScope(request), _id: id };
  const taken = await model.updateOne(
    { ...reached, item_number: { $lt: VISIT_POOL_MAX_ITEMS } },
    { $inc: { item_number: 1, touched: 1 } },
    { session, timestamps: false },
  );
  const pool = await model.findOne(reached).session(session).lean();
  if (pool !== null && taken.matchedCount > 0) return pool;
  const message = pool === null ? 'qr.fault.pool_unknown' : 'qr.fault.pool_full';
  throw errors.invalidInput.create(
    {},
    { errors: [{ path: 'pool', message, params: { most: VISIT_POOL_MAX_ITEMS } }] },
  );
}

async function touchPool(
  context: PluginContext,
  id: string,
  { by, session }: { by: number; session: Session },
): Promise<void> {
  await context.model(poolResource).updateOne(
    { _id: id },
    { $inc: { item_number: by, touched: 1 } },
    {
      session,
      timestamps: false,
    },
  );
}

async function presentItems(context: PluginContext, rows: readonly RowOf<Item>[]): Promise<RowOf<Item>[]> {
  const items = await itemsOf(context, [...new Set(rows.map(({ pool }) => pool))]);
  const taken = await takenBy(context, items);
  const moment = poolMoment(context.platform.timeZone, context.clock.now());
  return rows.map((row) => {
    const taken_number = taken.get(row.id) ?? 0;
    const { capacity } = row;
    return {
      ...row,
      taken_number,
      room_number: capacity === null ? null : Math.max(capacity - taken_number, 0),
      status: itemStatus(row, taken_number, moment),
    };
  });
}

/**
 * Moves an item within the order of its pool and publishes the pool. Answers its place, from 1.
 * Errors: `not_found` 404.
 */
export async function moveItem(
  context: PluginContext,
  { id, to }: { id: string; to: 'up' | 'down' | 'first' | 'last' },
  request: SignedRequest,
): Promise<number> {
  const model = context.model(poolItemResource);
  return context.transaction(async (session) => {
    const item = await requireRow(
      model
        .findOne({ ...poolScope(request), _id: id })
        .session(session)
        .lean(),
    );
    const pool = String(item.pool);
    await touchPool(context, pool, { by: 0, session });
    const items = (await itemsOf(context, [pool], session)).get(pool) ?? [];
    const from = items.findIndex(({ _id }) => String(_id) === id);
    const target = {
      up: Math.max(from - 1, 0),
      down: Math.min(from + 1, items.length - 1),
      first: 0,
      last: -1,
    }[to];
    const order = items.toSpliced(from, 1);
    order.splice(target < 0 ? order.length : target, 0, items[from] as StoredItem);
    for (const [at, { _id, position }] of order.entries())
      if (position !== at + 1)
        await model.updateOne(
          { _id },
          { $set: { position: at + 1 } },
          {
            session,
            timestamps: false,
          },
        );
    await settlePool(context, { id: pool, isSilent: true, session });
    const position = order.findIndex(({ _id }) => String(_id) === id) + 1;
    await context.audit(
      {
        type: 'qr.pool_item.move',
        target: id,
        before: { name: item.name, position: from + 1 },
        after: { position },
        request,
      },
      session,
    );
    return position;
  });
}
