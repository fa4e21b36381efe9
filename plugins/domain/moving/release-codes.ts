import type { CodeHosts, CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { holderOf, type StoredDomain } from '../domains/stored.ts';
import { HELD_STATES, PLATFORM } from '../domains/values.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { codeHosts } from './count-codes.ts';

/** A name that an account has no more, as long as codes of it may stand there. */
interface FormerName {
  /** `host owner`: one of each. */
  _id: string;
  host: string;
  owner: string;
  time: Date;
  /** How often its codes were taken off. */
  rounds: number;
}

const COLLECTION: CollectionDeclaration<FormerName> = {
  name: 'former_name',
  onUninstall: 'keep',
  fields: { _id: String, host: String, owner: String, time: Date, rounds: Number },
  indexes: [{ keys: { rounds: 1, time: 1 } }],
};
/** Names of one run, and codes of one step. */
const MOST = 50;
const PORTION = 100;
/** So long after a name has gone codes may still be put on it by whoever asked before. */
const SETTLED_MS = 5 * 60_000;

const formerNames = (context: PluginContext) => context.collection(COLLECTION);

/** Makes the collection at activation: inside a transaction that is a conflict when two do it at once. */
export function keepFormerNames(context: PluginContext): void {
  formerNames(context);
}

/** Remembers, in the transaction that takes a name from somebody, that their codes have to leave it. */
export async function rememberFormer(
  context: PluginContext,
  { before, after }: { before: StoredDomain; after: StoredDomain },
  session: Session,
): Promise<void> {
  const owner = holderOf(before);
  if (owner === undefined || owner === holderOf(after)) return;
  const { name: host } = before;
  await formerNames(context).updateOne(
    { _id: `${host} ${owner}` },
    { $set: { host, owner, time: context.clock.date(), rounds: 0 } },
    { session, upsert: true },
  );
}

/**
 * Takes codes off names that are not their owners' any more, so that whoever has a name next finds every short code free there.
 * What cannot be done now, because the plugin of the codes is off, is done by the next run. It is done again for some minutes:
 * a code may just have been put there by somebody who had the name a moment ago.
 */
export async function releaseCodes(context: PluginContext, signal?: AbortSignal): Promise<void> {
  const former = formerNames(context);
  // Those that were done least often first: what is only done again keeps nothing waiting.
  const waiting = await former.find({}).sort({ rounds: 1, time: 1 }).limit(MOST).lean();
  for (const { _id, host, time } of waiting) {
    const service = codeHosts(context);
    if (service === undefined || signal?.aborted) return;
    try {
      const isDone = await releaseAll(service, { host, holder: await holderNow(context, host) }, signal);
      const isSettled = context.clock.now() - time.getTime() >= SETTLED_MS;
      if (isDone && isSettled) await former.deleteOne({ _id, time });
      else await former.updateOne({ _id, time }, { $inc: { rounds: 1 } });
    } catch (error) {
      // It holds up none of the others: it goes behind them.
      context.log.error({ error, domain: host }, 'codes could not leave a domain');
      await former.updateOne({ _id, time }, { $set: { time: context.clock.date() } });
    }
  }
}

/** @returns whether all have left; false where it was broken off */
async function releaseAll(
  service: CodeHosts,
  name: { host: string; holder: string | undefined },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (;;) {
    const { released, left } = await service.release({ ...name, by: null, limit: PORTION });
    if (left === 0) return true;
    if (signal?.aborted) return false;
    if (released === 0) throw new Error(`${left} codes stay`);
  }
}

/** Who has a name now; undefined: nobody. */
async function holderNow(context: PluginContext, name: string): Promise<string | undefined> {
  const held = await context
    .model(domainResource)
    .findOne({ name, owner: { $ne: PLATFORM }, state: { $in: HELD_STATES } }, { owner: 1 })
    .lean();
  return held === null ? undefined : String(held.owner);
}
