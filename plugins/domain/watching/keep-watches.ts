import { newRow, type PluginContext } from '@waypost/sdk';
import type { HeldName } from '../domains/keep-rows.ts';
import { keepRows } from '../domains/keep-rows.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import type { StoredWatch } from './stored.ts';

interface Keeping {
  /** Only these; left out: all. */
  hosts?: readonly string[];
  /** Within which names that are new are looked at first, milliseconds. */
  spreadMs: number;
}

/** Brings what is watched in line with what is held: each name that is somebody's has a row, and nothing else has. */
export async function keepWatches(context: PluginContext, { hosts, spreadMs }: Keeping): Promise<void> {
  const watches = context.model(watchResource);
  await keepRows(
    context,
    {
      copyOf: ({ _id, owner, ...fields }) => ({ ...fields, owner: String(owner) }),
      read: async (filter) =>
        (
          await watches
            .find(filter, { name: 1, shown: 1, type: 1, owner: 1, is_platform: 1, registrable: 1 })
            .lean()
        ).map(({ owner, ...row }) => ({ ...row, owner: String(owner) })),
      write: (writes) =>
        watches.bulkWrite(
          writes.map((write) =>
            'first' in write
              ? { insertOne: { document: firstRow(context, write.first, spreadMs) } }
              : 'copy' in write
                ? { updateOne: { filter: { _id: write._id }, update: { $set: write.copy } } }
                : { deleteOne: { filter: { _id: write.gone } } },
          ),
          { ordered: false, timestamps: false },
        ),
    },
    hosts,
  );
}

function firstRow(context: PluginContext, domain: HeldName, spreadMs: number): StoredWatch {
  const { _id, owner, ...fields } = domain;
  const next_check_time = new Date(context.clock.now() + spreadMs * context.random.number());
  const start = { _id, owner: String(owner) };
  return newRow(context, watchResource, { ...fields, next_check_time }, start);
}
