import type { Wallet } from '../wallet.ts';
import { shareResource } from './share-resource.ts';
import { agentCustomers, agentSums } from './sums.ts';

/** What agents earn, by order, day, month and customer. */
export function mountAgents({ context }: Wallet): void {
  agentSums(context);
  agentCustomers(context);
  context.resource(shareResource, { scope: ({ caller }) => ({ agent: caller.id }) });
}
