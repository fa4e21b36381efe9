import { NOBODY } from '@waypost/contract';
import {
  HELD_DOMAINS,
  HELD_DOMAINS_VERSIONS,
  type HeldDomain,
  type HeldDomains,
  newId,
  newRow,
  type PluginContext,
} from '@waypost/sdk';
import { closeGone } from '../push/open-push.ts';

import { hostResource } from './resource.ts';

/**
 * Keeps a row for each name that somebody has. While the plugin of the domains is off nothing changes: what is known stays,
 * and nothing is checked anew.
 * @returns whether somebody could say which names are held
 */
export async function syncHosts(context: PluginContext): Promise<boolean> {
  const held = context.require<HeldDomains>(HELD_DOMAINS, HELD_DOMAINS_VERSIONS);
  if (held === undefined) return false;
  const round = newId(context);
  let after: string | null = null;
  do {
    const { domains, next }: Awaited<ReturnType<HeldDomains['walk']>> = await held.walk({ after });
    await writeHosts(context, domains, round);
    after = next;
  } while (after !== null);
  const model = context.model(hostResource);
  const gone = await model.find({ round: { $ne: round } }).lean();
  for (const { _id } of gone) await closeGone(context, _id);
  if (gone.length > 0) await model.deleteMany({ round: { $ne: round } });
  return true;
}

async function writeHosts(
  context: PluginContext,
  domains: readonly HeldDomain[],
  round: string,
): Promise<void> {
  if (domains.length === 0) return;
  const now = context.clock.date();
  await context.model(hostResource).bulkWrite(
    domains.map(({ id, host, shown, type, owner, is_platform }) => {
      const facts = { shown, name: host, type, is_platform, owner: owner ?? NOBODY, round };
      const { _id, ...first } = newRow(
        context,
        hostResource,
        { next_check_time: now },
        { _id: id, owner: NOBODY },
      );
      for (const name of Object.keys(facts)) delete (first as Record<string, unknown>)[name];
      return {
        updateOne: {
          filter: { _id },
          update: { $set: facts, $setOnInsert: first },
          upsert: true,
          timestamps: false,
        },
      };
    }),
    { ordered: false },
  );
}
