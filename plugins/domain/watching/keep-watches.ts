import { newRow, type PluginContext } from '@waypost/sdk';
import { keepRows } from '../domains/keep-rows.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import type { StoredWatch } from './stored.ts';

const COPIED = ['name', 'shown', 'type', 'owner', 'is_platform', 'registrable'] as const;
type Held = Pick<StoredDomain, '_id' | (typeof COPIED)[number]>;

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
      copied: COPIED,
      read: async (filter, projection) =>
        (await watches.find(filter as never, projection).lean()) as unknown as Held[],
      write: (writes) => watches.bulkWrite(writes as never, { ordered: false, timestamps: false }),
      first: (domain) => firstRow(context, domain, spreadMs),
    },
    hosts,
  );
}

function firstRow(context: PluginContext, domain: Held, spreadMs: number): StoredWatch {
  const { owner, ...fields } = Object.fromEntries(COPIED.map((name) => [name, domain[name]]));
  const next_check_time = new Date(context.clock.now() + spreadMs * context.random.number());
  const start = { _id: String(domain._id), owner: String(owner) };
  return newRow(context, watchResource, { ...fields, next_check_time }, start);
}
