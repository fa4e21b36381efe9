import type { RowOf } from '@waypost/contract';
import type { PluginContext, ResourceBinding } from '@waypost/sdk';
import { qrErrors } from '../../codes/errors.ts';
import { poolItemResource } from '../../pools/item-resource.ts';
import { poolLevel } from '../../pools/levels.ts';
import { roomOf, settlePool } from '../../pools/settle-pool.ts';
import { itemsOf, takenBy } from '../../pools/stored.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { poolResource } from './resource.ts';

type Pool = typeof poolResource;

/** The functions behind resource `qr.pool`: each write publishes the pool in its own transaction. */
export function bindPools(context: PluginContext): ResourceBinding<Pool> {
  return {
    afterWrite: async (after, { before, session }) => {
      if (after) return settlePool(context, { id: String(after._id), isSilent: true, session });
      if (before === undefined) return;
      const id = String(before._id);
      // Those in the bin, too: they would come back with nothing to lead to.
      const codes = await context.model(codeResource).countDocuments({ 'targets.pool': id }).session(session);
      if (codes > 0) throw qrErrors.poolInUse.create({ name: before.name, codes });
      await context.model(poolItemResource).deleteMany({ pool: id }, { session });
      await context.visits.withdraw([id], session);
    },
    present: (rows) => presentPools(context, rows),
  };
}

async function presentPools(context: PluginContext, rows: readonly RowOf<Pool>[]): Promise<RowOf<Pool>[]> {
  const items = await itemsOf(
    context,
    rows.map(({ id }) => id),
  );
  const taken = await takenBy(context, items);
  const codes = context.model(codeResource);
  return Promise.all(
    rows.map(async (row) => {
      const room = roomOf(context, items.get(row.id) ?? [], taken);
      const leading = { 'targets.pool': row.id, remove_time: null };
      return {
        ...row,
        level: poolLevel(room, row),
        open_number: room.open,
        room_number: room.room,
        taken_number: room.taken,
        code_number: await codes.countDocuments(leading),
      };
    }),
  );
}
