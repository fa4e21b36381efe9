import { newRow, type PluginContext } from '@waypost/sdk';
import type { HeldName } from '../domains/keep-rows.ts';
import { keepRows } from '../domains/keep-rows.ts';
import { hijackResource } from '../screens/no_hijack/resource.ts';
import type { StoredHijack } from './stored.ts';

/** `holder` here is whose the domain is: a row of its own has no owner, because operators alone see it. */
const copyOf = ({ name, shown, type, is_platform, owner }: HeldName) => ({
  name,
  shown,
  type,
  is_platform,
  holder: String(owner),
});

/** Brings the rows in line with what is held: each name that is somebody's has one, and nothing else has. */
export async function keepHijacks(
  context: PluginContext,
  { hosts, spreadMs }: { hosts?: readonly string[]; spreadMs: number },
): Promise<void> {
  const model = context.model(hijackResource);
  await keepRows(
    context,
    {
      copyOf,
      read: (filter) => model.find(filter, { name: 1, shown: 1, type: 1, is_platform: 1, holder: 1 }).lean(),
      write: (writes) =>
        model.bulkWrite(
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

function firstRow(context: PluginContext, domain: HeldName, spreadMs: number): StoredHijack {
  const next_check_time = new Date(context.clock.now() + spreadMs * context.random.number());
  return newRow(context, hijackResource, { ...copyOf(domain), next_check_time }, { _id: domain._id });
}
