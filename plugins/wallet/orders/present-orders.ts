import { ACCOUNT_STATES, type AccountStates, type PluginContext } from '@waypost/sdk';
import { orderResource } from '../screens/order/resource.ts';
import type { StoredOrder } from './stored.ts';

/** What is not in the rows as they are stored, or not for everybody who reads them. */
interface Presented {
  id: string;
  owner_account: string;
  agent_account: string;
  earned: string;
}

/** Adds whose orders are, and to those who may know it who earned how much of them. */
export async function presentOrders<R extends { id: string }>(
  context: PluginContext,
  rows: readonly R[],
  mayKnowShares: boolean,
): Promise<(R & Presented)[]> {
  const stored = (await context
    .model(orderResource)
    .find({ _id: { $in: rows.map(({ id }) => id) } } as never, { owner: 1, agent: 1, share: 1 })
    .lean()) as StoredOrder[];
  const byId = new Map(stored.map((order) => [String(order._id), order]));
  const people = stored.flatMap(({ owner, agent }) => [String(owner), ...(agent === null ? [] : [agent])]);
  const names = (await context.require<AccountStates>(ACCOUNT_STATES, '^1')?.names(people)) ?? {};
  return rows.map((row) => {
    const order = byId.get(row.id);
    const agent = mayKnowShares ? (order?.agent ?? '') : '';
    return {
      ...row,
      owner_account: names[String(order?.owner)] ?? '',
      agent_account: names[agent] ?? '',
      earned: mayKnowShares ? (order?.share ?? '0') : '0',
    };
  });
}
