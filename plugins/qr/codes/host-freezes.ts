import type { CollectionDeclaration, HostFreezes, PluginContext, Session } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { frozen, inPortions, LIFTED } from './change-many.ts';
import type { StoredCode } from './link.ts';

const PREFIX = 'host ';
/** What `frozen_with` says of a freeze for a host; no account's id is like it. */
const withHost = (host: string) => `${PREFIX}${host}`;

/** A host whose freeze holds, whatever its codes are frozen with: one that was frozen already is not frozen once more. */
interface HeldHost {
  _id: string;
}
const COLLECTION: CollectionDeclaration<HeldHost> = {
  name: 'frozen_host',
  onUninstall: 'drop',
  fields: { _id: String },
};
const heldHosts = (context: PluginContext) => context.collection(COLLECTION);

/** Codes that are frozen for any host. */
export const ofAnyHost = { is_frozen: true, frozen_with: { $gt: PREFIX, $lt: 'host!' } } as const;

/** Codes that answer nobody as long as something is the matter with a host of theirs. */
export function hostFreezes(context: PluginContext): HostFreezes {
  const held = (host: string) => ({ frozen_with: withHost(host), is_frozen: true });
  return {
    freeze: async ({ host, reason, by }) => {
      await heldHosts(context).updateOne({ _id: host }, { $setOnInsert: { _id: host } }, { upsert: true });
      return inPortions(
        context,
        frozen(
          { way_domains: host, is_frozen: { $ne: true }, lifted_hosts: { $ne: host } },
          {
            is_frozen: true,
            frozen_reason: reason,
            frozen_with: withHost(host),
            frozen_at: context.clock.date(),
            frozen_by: by ?? '',
          },
        ),
      );
    },
    settle: (host) => inPortions(context, frozen({ ...held(host), way_domains: { $ne: host } }, LIFTED)),
    lift: async (host) => {
      await heldHosts(context).deleteOne({ _id: host });
      const count = await inPortions(context, frozen(held(host), LIFTED));
      // With the freeze ends what an operator has said of it.
      await context
        .model(codeResource)
        .updateMany({ lifted_hosts: host }, { $pull: { lifted_hosts: host } }, { timestamps: false });
      return count;
    },
    count: (host) => context.model(codeResource).countDocuments(held(host)),
  };
}

/**
 * Remembers of frozen codes that an operator lifts that no freeze of a host that holds now is to have them again, whatever they
 * were frozen with. In the transaction that lifts them: the next round would freeze them else.
 * @param codes as they stood before
 */
export async function keepLifted(
  context: PluginContext,
  codes: readonly StoredCode[],
  session: Session,
): Promise<void> {
  const lifted = codes.filter(({ is_frozen }) => is_frozen);
  const ways = [...new Set(lifted.flatMap(({ way_domains = [] }) => way_domains))];
  const holding = await heldHosts(context)
    .find({ _id: { $in: ways } })
    .session(session)
    .lean();
  const held = new Set(holding.map(({ _id }) => _id));
  const ids = new Map<string, string[]>();
  for (const { _id, way_domains = [], frozen_with = '' } of lifted) {
    const hosts = way_domains.filter((host) => held.has(host));
    if (frozen_with.startsWith(PREFIX)) hosts.push(frozen_with.slice(PREFIX.length));
    for (const host of new Set(hosts)) ids.set(host, [...(ids.get(host) ?? []), String(_id)]);
  }
  for (const [host, some] of ids)
    await context
      .model(codeResource)
      .updateMany(
        { _id: { $in: some } },
        { $addToSet: { lifted_hosts: host } },
        { session, timestamps: false },
      );
}
