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
/** Rows that are held against each other at once, and how long is waited before the next ones, milliseconds. */
const PORTION = 200;
const PAUSE_MS = 250;

interface Keeping {
  /** Only these; left out: all. */
  hosts?: readonly string[];
  /** Within which names that are new are looked at first, milliseconds. */
  spreadMs: number;
}

/** Brings what is watched in line with what is held: each name that is somebody's has a row, and nothing else has. */
export async function keepWatches(context: PluginContext, keeping: Keeping): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    after = await keepPortion(context, keeping, after);
    // Ten thousand in one go would be felt by whoever visits meanwhile.
    if (after !== undefined) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Both go by the same ids. @returns the last of the portion; undefined: there are no more */
async function keepPortion(
  context: PluginContext,
  { hosts, spreadMs }: Keeping,
  after: string,
): Promise<string | undefined> {
  const among = hosts === undefined ? {} : { name: { $in: hosts } };
  const held = (await context
    .model(domainResource)
    .find({ ...among, _id: { $gt: after }, state: { $in: HELD_STATES } } as never, PROJECTION)
    .sort({ _id: 1 } as never)
    .limit(PORTION)
    .lean()) as unknown as Held[];
  const last = held.length < PORTION ? undefined : String(held.at(-1)?._id);
  const ids = { $gt: after, ...(last === undefined ? {} : { $lte: last }) };
  const watches = context.model(watchResource);
  const watched = (await watches.find({ ...among, _id: ids } as never, PROJECTION).lean()) as unknown as Pick<
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
  if (writes.length > 0) await watches.bulkWrite(writes as never, { ordered: false, timestamps: false });
  return last;
}

function firstRow(context: PluginContext, domain: Held, spreadMs: number): StoredWatch {
  const { owner, ...fields } = Object.fromEntries(COPIED.map((name) => [name, domain[name]]));
  const next_check_time = new Date(context.clock.now() + spreadMs * context.random.number());
  const start = { _id: String(domain._id), owner: String(owner) };
  return newRow(context, watchResource, { ...fields, next_check_time }, start);
}
