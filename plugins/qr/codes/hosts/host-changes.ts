import type { CodeHosts, CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';

/** Hosts of which codes came, went or changed hands in one transaction. */
interface HostChange {
  hosts: string[];
  time: Date;
}

const DAY_SECONDS = 24 * 3_600;
const COLLECTION: CollectionDeclaration<HostChange> = {
  name: 'host_change',
  onUninstall: 'drop',
  fields: { hosts: [String], time: Date },
  indexes: [{ keys: { time: 1 }, expireAfterSeconds: DAY_SECONDS }],
};
/** Changes that are told at once. */
const MOST = 500;

const hostChanges = (context: PluginContext) => context.collection(COLLECTION);

/** Makes the collection at activation: inside a transaction that is a conflict when two do it at once. */
export function keepHostChanges(context: PluginContext): void {
  hostChanges(context);
}

/**
 * Notes in the transaction of a change which hosts it touches; nothing for codes on the platform's own address. A row of its own
 * each time: a count for each host would be one document that everybody who makes a code there waits for.
 */
export async function noteHosts(
  context: PluginContext,
  codes: readonly { way_domains?: readonly string[] | undefined }[],
  session: Session,
): Promise<void> {
  const hosts = [...new Set(codes.flatMap(({ way_domains = [] }) => way_domains))];
  if (hosts.length === 0) return;
  await hostChanges(context).insertMany([{ hosts, time: context.clock.date() }], { session });
}

/** Hosts that changes since a time have touched, the oldest changes first. */
export async function changedHosts(
  context: PluginContext,
  { since }: Parameters<CodeHosts['changed']>[0],
): Promise<Awaited<ReturnType<CodeHosts['changed']>>> {
  const now = context.clock.date();
  const found = await hostChanges(context)
    .find({ time: { $gte: new Date(since) } })
    .sort({ time: 1 })
    .limit(MOST)
    .lean();
  const is_whole = found.length < MOST;
  const until = is_whole ? now : (found.at(-1)?.time ?? now);
  return { hosts: [...new Set(found.flatMap(({ hosts }) => hosts))], until: until.toISOString(), is_whole };
}
