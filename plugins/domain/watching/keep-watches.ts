import { newRow, type PluginContext } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { HELD_STATES } from '../domains/values.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import type { StoredWatch } from './stored.ts';

const COPIED = ['name', 'shown', 'type', 'owner', 'is_platform', 'registrable'] as const;
type Copied = (typeof COPIED)[number];
type Held = Pick<StoredDomain, '_id' | Copied>;
const PROJECTION = Object.fromEntries(COPIED.map((name) => [name, 1]));
/** Written at once. */
const PORTION = 500;

/**
 * Brings what is watched in line with what is held: each name that is somebody's has a row, and nothing else has.
 * @param hosts only these; left out: all
 * @param spreadMs within which names that are new are looked at first
 */
export async function keepWatches(
  context: PluginContext,
  { hosts, spreadMs }: { hosts?: readonly string[]; spreadMs: number },
): Promise<void> {
  const among = hosts === undefined ? {} : { name: { $in: hosts } };
  const held = (await context
    .model(domainResource)
    .find({ ...among, state: { $in: HELD_STATES } } as never, PROJECTION)
    .lean()) as unknown as Held[];
  const watches = context.model(watchResource);
  const watched = (await watches.find(among as never, PROJECTION).lean()) as unknown as Pick<
    StoredWatch,
    '_id' | Copied
  >[];
  const known = new Map(watched.map((row) => [row._id, row]));
  const writes: object[] = [];
  for (const domain of held) {
    const row = known.get(String(domain._id));
    known.delete(String(domain._id));
    const copy = Object.fromEntries(COPIED.map((name) => [name, domain[name]]));
    if (row === undefined) writes.push({ insertOne: { document: firstRow(context, domain, spreadMs) } });
    else if (COPIED.some((name) => row[name] !== domain[name]))
      writes.push({ updateOne: { filter: { _id: row._id }, update: { $set: copy } } });
  }
  for (const id of known.keys()) writes.push({ deleteOne: { filter: { _id: id } } });
  for (let from = 0; from < writes.length; from += PORTION)
    await watches.bulkWrite(writes.slice(from, from + PORTION) as never, {
      ...{ ordered: false, timestamps: false },
    });
}

function firstRow(context: PluginContext, domain: Held, spreadMs: number): StoredWatch {
  const { owner, ...fields } = Object.fromEntries(COPIED.map((name) => [name, domain[name]]));
  const next_check_time = new Date(context.clock.now() + spreadMs * context.random.number());
  const start = { _id: String(domain._id), owner: String(owner) };
  return newRow(context, watchResource, { ...fields, next_check_time }, start);
}
