import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { holderOf, type StoredDomain } from '../domains/stored.ts';
import { HELD_STATES } from '../domains/values.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { codeHosts } from './count-codes.ts';

/** A name that an account has no more, as long as codes of it may stand there. */
interface FormerName {
  /** `host owner`: one of each. */
  _id: string;
  host: string;
  owner: string;
  time: Date;
}

const COLLECTION: CollectionDeclaration = {
  name: 'former_name',
  onUninstall: 'keep',
  fields: { _id: String, host: String, owner: String, time: Date },
};
/** Names of one run, and codes of one step. */
const MOST = 50;
const PORTION = 100;

const formerNames = (context: PluginContext) => context.collection<FormerName>(COLLECTION);

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
    { $set: { host, owner, time: context.clock.date() } },
    { session, upsert: true },
  );
}

/**
 * Takes codes off names that are not their owners' any more, so that whoever has a name next finds every short code free there.
 * What cannot be done now, because the plugin of the codes is off, is done by the next run.
 */
export async function releaseCodes(context: PluginContext, signal?: AbortSignal): Promise<void> {
  const former = formerNames(context);
  const waiting = await former.find({}).sort({ time: 1 }).limit(MOST).lean<FormerName[]>();
  for (const { _id, host, owner, time } of waiting) {
    const service = codeHosts(context);
    if (service === undefined || signal?.aborted) return;
    if (!(await isTheirs(context, { host, owner })))
      while ((await service.release({ host, owner, by: null, limit: PORTION })).left > 0)
        if (signal?.aborted) return;
    // Lost once more meanwhile: it stays for the next run.
    await former.deleteOne({ _id, time });
  }
}

/** Whether they have it again. */
async function isTheirs(
  context: PluginContext,
  { host, owner }: Pick<FormerName, 'host' | 'owner'>,
): Promise<boolean> {
  const held = { name: host, owner, state: { $in: HELD_STATES } };
  return (await context.model(domainResource).exists(held as never)) !== null;
}
