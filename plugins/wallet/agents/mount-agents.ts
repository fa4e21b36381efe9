import { mountAgentDays } from '../screens/agent_daily_statistics/routes.ts';
import { mountShares } from '../screens/agent_divided_into/routes.ts';
import { mountAgentHistory } from '../screens/agent_historical_statistics/routes.ts';
import { mountOwnCustomers } from '../screens/user_customer/routes.ts';
import type { Wallet } from '../wallet.ts';
import { agentCustomers, agentSums } from './sums.ts';

/** What agents earn, by order, day, month and customer, and what they do with their customers. */
export async function mountAgents(wallet: Wallet): Promise<void> {
  agentSums(wallet.context);
  agentCustomers(wallet.context);
  mountShares(wallet);
  mountAgentDays(wallet);
  mountAgentHistory(wallet);
  await mountOwnCustomers(wallet);
}
