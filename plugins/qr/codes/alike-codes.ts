import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { placeKey } from './hosts/values.ts';
import type { StoredCode } from './link.ts';

/** A short code, and whether it answers in capitals as well. */
export type Spelling = Pick<StoredCode, 'short_code'> & Partial<Pick<StoredCode, 'ignore_case'>>;

/** Where codes that differ by capitals alone meet while they are made. */
interface Meeting {
  /** `host/small_code`. */
  _id: string;
  time: Date;
}

const DAY_SECONDS = 24 * 3_600;
const COLLECTION: CollectionDeclaration<Meeting> = {
  name: 'alike_code',
  onUninstall: 'drop',
  fields: { _id: String, time: Date },
  indexes: [{ keys: { time: 1 }, expireAfterSeconds: DAY_SECONDS }],
};

/** Makes the collection at activation: inside a transaction that is a conflict when two do it at once. */
export function keepMeetings(context: PluginContext): void {
  context.collection(COLLECTION);
}

/** What is stored of a short code. */
export const spelled = (short_code: string) => ({ short_code, small_code: short_code.toLowerCase() });

/** Whether a visit could mean either of two codes of a host. */
export function areAlike(one: Spelling, other: Spelling): boolean {
  if (one.short_code === other.short_code) return true;
  const isIgnored = one.ignore_case === true || other.ignore_case === true;
  return isIgnored && one.short_code.toLowerCase() === other.short_code.toLowerCase();
}

/**
 * Has transactions that put codes on some hosts meet where these differ by capitals alone, which no unique index sees: one of two is
 * tried again, and finds the other's code.
 */
export async function meetAlike(
  context: PluginContext,
  { hosts, codes }: { hosts: readonly string[]; codes: readonly Spelling[] },
  session: Session,
): Promise<void> {
  // Two that are small throughout meet at their own place.
  const small = codes.flatMap(({ short_code, ignore_case }) => {
    const { small_code } = spelled(short_code);
    return ignore_case === true || small_code !== short_code ? [small_code] : [];
  });
  const keys = new Set(hosts.flatMap((host) => small.map((code) => placeKey(host, code))));
  if (keys.size === 0) return;
  const time = context.clock.date();
  await context.collection(COLLECTION).bulkWrite(
    [...keys].map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { time } }, upsert: true } })),
    { session },
  );
}
