import type { PluginContext, Session } from '@waypost/sdk';
import { tronResource } from '../../screens/tron/resource.ts';
import { NETWORKS, type Network, networkFacts } from '../networks/values.ts';
import { tills } from '../shared/tills.ts';
import { deposits } from './deposit.ts';

/** Whether an address is one of the operator's own accounts: a key of theirs is for it. */
export async function isOwnAccount(
  context: PluginContext,
  address: string,
  session?: Session,
): Promise<boolean> {
  const found = await context
    .model(tronResource)
    .exists({ address, kind: { $ne: 'deposit' } })
    .session(session ?? null);
  return found !== null;
}

/**
 * Whether payments are received at an address of one of the networks, or were: by an order of its own, or by one that many orders share.
 * What is paid there comes back as somebody's deposit.
 */
export async function isReceivingPlace(
  context: PluginContext,
  { address, networks = NETWORKS }: { address: string; networks?: readonly Network[] },
  session?: Session,
): Promise<boolean> {
  const ids = networks.map((network) => `${network}/${address}`);
  const of = session ?? null;
  // One after the other: within a transaction nothing is asked beside something else.
  const deposit = await deposits(context)
    .exists({ _id: { $in: ids } })
    .session(of);
  if (deposit !== null) return true;
  const till = await tills(context)
    .exists({ _id: { $in: ids } })
    .session(of);
  return till !== null;
}

/** Whether an address is a contract of the token itself, which gives nothing back. */
export const isContract = (address: string): boolean =>
  NETWORKS.some((network) => networkFacts(network).contract === address);
