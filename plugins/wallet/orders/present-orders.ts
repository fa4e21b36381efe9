import type { PluginContext } from '@waypost/sdk';
import { namesOf } from '../money/names-of.ts';
import { orderResource } from '../screens/order/resource.ts';
import { owedOf } from './refund/share-debts.ts';
import type { StoredOrder } from './stored.ts';

/** What is not in the rows as they are stored, or not for everybody who reads them. */
interface Presented {
  id: string;
  owner_account: string;
  agent_account: string;
  earned: string;
  returned: string;
  owed: string;
}

/** Adds whose orders are, and to those who may know it who earned how much of them. */
export async function presentOrders<R extends { id: string }>(
  context: PluginContext,
  rows: readonly R[],
  mayKnowShares: boolean,
): Promise<(R & Presented)[]> {
  const stored = await context
    .model(orderResource)
    .find(
      { _id: { $in: rows.map(({ id }) => id) } },
      {
        owner: 1,
        agent: 1,
        share: 1,
        share_return: 1,
      },
    )
    .lean();
  const byId = new Map(stored.map((order) => [String(order._id), order]));
  const people = stored.flatMap(({ owner, agent }) => [String(owner), ...(agent === null ? [] : [agent])]);
  const names = await namesOf(context, people);
  const refunded = stored.filter(({ share_return }) => (share_return ?? '0') !== '0');
  const owed =
    mayKnowShares && refunded.length > 0
      ? await owedOf(
          context,
          refunded.map(({ _id }) => String(_id)),
        )
      : new Map<string, string>();
  return rows.map((row) => {
    const order = byId.get(row.id);
    const agent = mayKnowShares ? (order?.agent ?? '') : '';
    return {
      ...row,
      owner_account: names[String(order?.owner)] ?? '',
      agent_account: names[agent] ?? '',
      ...earnedOf(mayKnowShares ? order : undefined, owed.get(row.id) ?? '0'),
    };
  });
}

/** What the agent has earned, and what of it went back: it was taken, or is still owed. */
function earnedOf(
  order: Pick<StoredOrder, 'share' | 'share_return'> | undefined,
  owed: string,
): Pick<Presented, 'earned' | 'returned' | 'owed'> {
  const back = BigInt(order?.share_return ?? '0');
  return {
    earned: String(BigInt(order?.share ?? '0') - back),
    returned: String(back - BigInt(owed)),
    owed,
  };
}
