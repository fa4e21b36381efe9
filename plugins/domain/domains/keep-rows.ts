import type { PluginContext } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { StoredDomain } from './stored.ts';
import { HELD_STATES } from './values.ts';

/** Rows that are held against each other at once, and how long is waited before the next ones, milliseconds. */
const PORTION = 200;
const PAUSE_MS = 250;

/** Rows that stand beside those of the names that are held, one for each under its id, with some of its fields copied. */
export interface KeptRows<Copy extends object> {
  /** What a row has of its name. */
  copyOf(domain: HeldName): Copy;
  read(filter: RowsBetween): Promise<({ _id: string } & Copy)[]>;
  write(writes: readonly KeptWrite<Copy>[]): Promise<unknown>;
}

const HELD_FIELDS = { name: 1, shown: 1, type: 1, owner: 1, is_platform: 1, registrable: 1 } as const;
export type HeldName = Pick<StoredDomain, '_id' | keyof typeof HELD_FIELDS>;

type RowsBetween = {
  name?: { $in: readonly string[] };
  _id: { $gt: string; $lte?: string };
};

/** A row of a name that has none yet, one whose name has changed, one whose name nobody has any more. */
export type KeptWrite<Copy> = { first: HeldName } | { _id: string; copy: Copy } | { gone: string };

/** Brings rows in line with what is held: each name that is somebody's has one, and nothing else has. `hosts`: only these. */
export async function keepRows<Copy extends object>(
  context: PluginContext,
  rows: KeptRows<Copy>,
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
async function keepPortion<Copy extends object>(
  context: PluginContext,
  { copyOf, read, write }: KeptRows<Copy>,
  { hosts, after }: { hosts: readonly string[] | undefined; after: string },
): Promise<string | undefined> {
  const among = hosts === undefined ? {} : { name: { $in: hosts } };
  const held = await context
    .model(domainResource)
    .find({ ...among, _id: { $gt: after }, state: { $in: HELD_STATES } }, HELD_FIELDS)
    .sort({ _id: 1 })
    .limit(PORTION)
    .lean();
  const last = held.length < PORTION ? undefined : String(held.at(-1)?._id);
  const kept = await read({ ...among, _id: { $gt: after, ...(last === undefined ? {} : { $lte: last }) } });
  const known = new Map(kept.map((row) => [String(row._id), row]));
  const writes: KeptWrite<Copy>[] = [];
  for (const domain of held) {
    const row = known.get(String(domain._id));
    known.delete(String(domain._id));
    const copy = copyOf(domain);
    if (row === undefined) writes.push({ first: domain });
    else if (Object.entries(copy).some(([name, value]) => Reflect.get(row, name) !== value))
      writes.push({ _id: row._id, copy });
  }
  for (const gone of known.keys()) writes.push({ gone });
  if (writes.length > 0) await write(writes);
  return last;
}
