import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { targetName } from '../codes/target-name.ts';
import { poolResource } from '../screens/internal_code_grouping/resource.ts';
import { hoursText } from './hours-text.ts';
import { itemStatus, poolMoment } from './levels.ts';
import { itemsOf, type StoredItem, takenBy } from './stored.ts';

/** Which pools. `owner`: whose they have to be still; undefined: anybody's. */
export const zPoolExportInput = z.strictObject({
  id: z.string().optional(),
  owner: z.string().optional(),
  format: z.string().optional(),
});
type Input = z.infer<typeof zPoolExportInput>;

const PORTION = 200;
const POOL_COLUMNS = ['name', 'fallback'] as const;
const ITEM_COLUMNS = [
  ...(['name', 'kind', 'target', 'status', 'capacity', 'taken_number', 'room_number'] as const),
  ...(['hours', 'expires_at', 'remark'] as const),
];

/** Writes pools as a table, a line for each item; a pool without any has a line of its own. */
export async function exportPools(context: PluginContext, run: OperationRun<Input>): Promise<void> {
  const { input, signal, translate } = run;
  const filter = {
    ...(input.id === undefined ? {} : { _id: input.id }),
    ...(input.owner === undefined ? {} : { owner: input.owner }),
  };
  const model = context.model(poolResource);
  const count = await model.countDocuments(filter);
  run.progress(0, count);
  const table = await createTable(context, run, {
    name: `${translate('menu.internal_code_grouping')} ${todayOf(context)}`,
    columns: [
      ...POOL_COLUMNS.map((column) => translate(`qr.pool.${column}`)),
      ...ITEM_COLUMNS.map((column) => translate(`qr.pool_item.${column}`)),
    ],
    format: input.format,
  });
  let done = 0;
  let after: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const some = await model
      .find({ ...filter, ...(after === undefined ? {} : { $and: [{ _id: { $gt: after } }] }) })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    const last = some.at(-1);
    if (last === undefined) break;
    after = String(last._id);
    const items = await itemsOf(
      context,
      some.map(({ _id }) => String(_id)),
    );
    const taken = await takenBy(context, items);
    for (const pool of some) {
      const head = [pool.name, pool.fallback ?? ''];
      const list = items.get(String(pool._id)) ?? [];
      if (list.length === 0) await table.write([...head, ...ITEM_COLUMNS.map(() => '')]);
      for (const item of list)
        await table.write([
          ...head,
          ...cellsOf(context, { item, taken: taken.get(String(item._id)) ?? 0 }, translate),
        ]);
    }
    done += some.length;
    // Others may have been made since they were counted.
    run.progress(done, Math.max(count, done));
  }
  await table.end();
}

function cellsOf(
  context: PluginContext,
  { item, taken }: { item: StoredItem; taken: number },
  translate: OperationRun<unknown>['translate'],
) {
  const { capacity, target } = item;
  const moment = poolMoment(context.platform.timeZone, context.clock.now());
  const row = {
    name: item.name,
    kind: translate(`qr.pool_item.kind.${item.kind}`),
    target: targetName(target, () => ''),
    status: translate(`qr.pool_item.status.${itemStatus(item, taken, moment)}`),
    capacity: capacity ?? '',
    taken_number: taken,
    room_number: capacity === null ? '' : Math.max(capacity - taken, 0),
    hours: hoursText(item.hours ?? [], translate),
    expires_at: item.expires_at ? new Date(item.expires_at).toISOString() : '',
    remark: item.remark ?? '',
  };
  return ITEM_COLUMNS.map((column) => row[column]);
}
