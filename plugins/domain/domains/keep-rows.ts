import type { PluginContext } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { StoredDomain } from './stored.ts';
import { HELD_STATES } from './values.ts';

/** Rows that are held against each other at once, and how long is waited before the next ones, milliseconds. */
const PORTION = 200;
const PAUSE_MS = 250;

/** Rows that stand beside those of the names that are held, one for each under its id, with some of its fields copied. */
export interface KeptRows<Copied extends keyof StoredDomain> {
  copied: readonly Copied[];
  read(filter: object, projection: Record<string, 1>): Promise<Pick<StoredDomain, '_id' | Copied>[]>;
  write(writes: readonly object[]): Promise<unknown>;
  /** The row of a name that has none yet. */
  first(domain: Pick<StoredDomain, '_id' | Copied>): object;
}

/** Brings rows in line with what is held: each name that is somebody's has one, and nothing else has. `hosts`: only these. */
export async function keepRows<Copied extends keyof StoredDomain>(
  context: PluginContext,
  rows: KeptRows<Copied>,
  hosts?: readonly string[],
): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    after = await keepPortion(context, rows, { hosts, after });
    // Ten thousand in one go would be felt by whoever visits meanwhile.
    if (after !== undefined) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Both go by the same ids. @returns the last of the portion; undefined: there are no more */
async function keepPortion<Copied extends keyof StoredDomain>(
  context: PluginContext,
  { copied, read, write, first }: KeptRows<Copied>,
  { hosts, after }: { hosts: readonly string[] | undefined; after: string },
): Promise<string | undefined> {
  const among = hosts === undefined ? {} : { name: { $in: hosts } };
  const projection = Object.fromEntries(copied.map((name) => [name, 1 as const]));
  const held = (await context
    .model(domainResource)
    .find({ ...among, _id: { $gt: after }, state: { $in: HELD_STATES } } as never, projection)
    .sort({ _id: 1 } as never)
    .limit(PORTION)
    .lean()) as unknown as Pick<StoredDomain, '_id' | Copied>[];
  const last = held.length < PORTION ? undefined : String(held.at(-1)?._id);
  const kept = await read(
    { ...among, _id: { $gt: after, ...(last === undefined ? {} : { $lte: last }) } },
    projection,
  );
  const known = new Map(kept.map((row) => [String(row._id), row]));
  const writes: object[] = [];
  for (const domain of held) {
    const row = known.get(String(domain._id));
    known.delete(String(domain._id));
    if (row === undefined) writes.push({ insertOne: { document: first(domain) } });
    else if (copied.some((name) => row[name] !== domain[name])) {
      const copy = Object.fromEntries(copied.map((name) => [name, domain[name]]));
      writes.push({ updateOne: { filter: { _id: row._id }, update: { $set: copy } } });
    }
  }
  for (const id of known.keys()) writes.push({ deleteOne: { filter: { _id: id } } });
  if (writes.length > 0) await write(writes);
  return last;
}
