import type { PluginContext } from '@waypost/sdk';
import { type Member, members } from '../members/member.ts';
import { membershipSteps } from '../members/membership-steps.ts';
import { orderResource } from '../screens/order/resource.ts';

/** Memberships that are looked at in one transaction. */
const PORTION = 500;

/**
 * Has the time that was bought behind given days begin where they end, as the order says: a release before had it begin when it was paid,
 * and a change of plan took the given days for used up. So in what was kept to go back to.
 */
export async function startAfterGifts(context: PluginContext): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await members(context)
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    if (rows.length === 0) break;
    for (const [_id, value_from] of await laterOf(context, rows))
      await members(context).updateMany({ order: _id }, { $set: { value_from } });
    after = String(rows.at(-1)?._id);
  }
  for (let after = ''; ; ) {
    const rows = await membershipSteps(context)
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    if (rows.length === 0) break;
    const later = await laterOf(
      context,
      rows.flatMap(({ member }) => member ?? []),
    );
    for (const { _id, member } of rows) {
      const value_from = member === null ? undefined : later.get(member.order);
      if (member === null || value_from === undefined) continue;
      await membershipSteps(context).updateOne({ _id }, { $set: { member: { ...member, value_from } } });
    }
    after = String(rows.at(-1)?._id);
  }
}

/** Of those that came of a purchase whose time began later than they say: when it did, by the order. */
async function laterOf(context: PluginContext, rows: readonly Member[]): Promise<Map<string, Date>> {
  const orders = await context
    .model(orderResource)
    .find({ _id: { $in: rows.map(({ order }) => order).filter(Boolean) }, kind: 'purchase' })
    .lean();
  const begun = new Map(orders.map(({ _id, from_time }) => [String(_id), from_time]));
  return new Map(
    rows.flatMap(({ order, value_from, value_until }): [string, Date][] => {
      const from = begun.get(order) ?? null;
      return from !== null && from > value_from && from < value_until ? [[order, from]] : [];
    }),
  );
}
