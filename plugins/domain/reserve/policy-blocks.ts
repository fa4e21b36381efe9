import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';
import type { StoredDomain } from '../domains/stored.ts';
import { HELD_STATES } from '../domains/values.ts';
import { countCodes } from '../moving/count-codes.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import { openOne } from './open-one.ts';
import { changeTakeOver, openOf, type StoredTakeOver } from './stored.ts';

/** A name that a policy of others blocks, as long as nobody has said that it is lifted. */
interface PolicyBlock {
  _id: string;
  time: Date;
}

const COLLECTION: CollectionDeclaration<PolicyBlock> = {
  name: 'policy_block',
  onUninstall: 'drop',
  fields: { _id: String, time: Date },
};
const UNSERVED: readonly string[] = ['waiting', 'offered'];
const isUnserved = ({ state }: StoredTakeOver) => UNSERVED.includes(state);

const blocks = (context: PluginContext) => context.collection(COLLECTION);

/** Those of some names that a policy blocks, and since when. */
export async function blockedAmong(
  context: PluginContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (names.length === 0) return new Map();
  const found = await blocks(context)
    .find({ _id: { $in: [...names] } })
    .lean();
  return new Map(found.map(({ _id, time }) => [_id, time]));
}

/**
 * A policy of others blocks a name: it is offered to a person, who decides, whatever else is wrong with it. Told again of
 * the same block nothing happens: somebody may have put the offer away.
 */
export async function offerAfterPolicy(context: PluginContext, host: string): Promise<void> {
  const time = context.clock.date();
  await blocks(context).updateOne({ _id: host }, { $setOnInsert: { time } }, { upsert: true });
  const domain = await heldByName(context, host);
  if (domain === undefined) return;
  const from_domain = String(domain._id);
  const there = await openOf(context, from_domain);
  if (there !== undefined && !there.is_policy) {
    const offer = isUnserved(there);
    await changeTakeOver(
      context,
      { _id: there._id, where: { is_policy: false, state: there.state } },
      {
        set: { is_policy: true, ...(offer ? { state: 'offered', hint: 'policy' } : {}) },
        ...(offer ? { told: 'offered_policy' } : {}),
      },
    );
    return;
  }
  const model = context.model(takeOverResource);
  if ((await model.exists({ from_domain, is_policy: true })) !== null) return;
  // While nobody can say what stands there, somebody had better look.
  if ((await countCodes(context, [domain.name]))?.get(domain.name)?.codes === 0) return;
  const opening = { reason: 'policy', hint: 'policy', isPolicy: true, told: 'offered_policy' } as const;
  await openOne(context, domain, opening);
}

/** The block is lifted: what no spare serves yet is over. What fails besides is opened anew, and taken over by itself. */
export async function liftPolicy(context: PluginContext, host: string): Promise<void> {
  await blocks(context).deleteOne({ _id: host });
  const model = context.model(takeOverResource);
  const rows = await model.find({ name: host, is_policy: true }).lean();
  const works_time = context.clock.date();
  for (const row of rows)
    await changeTakeOver(
      context,
      { _id: row._id, where: { is_policy: true, state: row.state } },
      {
        set: {
          is_policy: false,
          ...(isUnserved(row)
            ? { state: 'recovered', hint: '', is_open: false, is_unsettled: false, works_time }
            : {}),
        },
      },
    );
}

async function heldByName(context: PluginContext, name: string): Promise<StoredDomain | undefined> {
  const found = await context
    .model(domainResource)
    .findOne({ name, state: { $in: HELD_STATES } })
    .lean();
  return found ?? undefined;
}
