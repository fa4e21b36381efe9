import type { PluginContext } from '@waypost/sdk';
import { type PayConfig, readPayConfig } from '../chain/config/pay-config.ts';
import { chainErrors } from '../chain/errors.ts';
import { NoProvider, ProviderFault } from '../chain/providers/fault.ts';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';
import { readKeys, type SendingKeys } from '../sending/accounts.ts';
import { readAccount, readCosts, readEnergy } from '../sending/chain-calls.ts';
import { TRX_BYTES } from '../sending/estimate.ts';
import { openSending } from '../sending/send-round.ts';
import type { Sender, Sending } from '../sending/sender.ts';
import { type Collectable, findCollectable } from './find-deposits.ts';
import { countLines, findOpenRun } from './run.ts';
import type { CollectionObstacle } from './values.ts';

/** What a run would do, and what it would cost; amounts in smallest units. */
export interface CollectionPlan {
  addresses: number;
  amount: string;
  receiver: string;
  /** What would be burned, and what the account that pays for it has; sun. */
  fee: string;
  fee_account: string;
  fee_balance: string;
  /** Whether that is enough. */
  is_covered: boolean;
  obstacle: CollectionObstacle;
  /** Of the run that goes on: how many addresses are done, of how many. */
  done: number;
  total: number;
}

const NOTHING: CollectionPlan = {
  addresses: 0,
  amount: '0',
  receiver: '',
  fee: '0',
  fee_account: '',
  fee_balance: '0',
  is_covered: false,
  obstacle: '',
  done: 0,
  total: 0,
};

/** Says what a run would cost, of what the chain charges now; nothing is sent. Errors: `wallet.chain_away` 503 */
export async function planCollection(sender: Sender, least: string): Promise<CollectionPlan> {
  const { context, signer } = sender;
  const config = await readPayConfig(context);
  const open = await findOpenRun(context);
  if (open !== null) {
    const { total, waiting, funding, collecting } = await countLines(context, open._id);
    return { ...NOTHING, obstacle: 'running', done: total - waiting - funding - collecting, total };
  }
  const keys = await readKeys(signer, config);
  const obstacle = obstacleOf(keys, config);
  if (keys === undefined || obstacle !== '') return { ...NOTHING, obstacle };
  const { network } = config;
  const found = await findCollectable(context, { network, least: BigInt(least), keys });
  try {
    const sending = await openSending(sender);
    if (sending === undefined) throw chainErrors.chainAway.create();
    return await costOf(sending, { keys, found });
  } catch (error) {
    if (error instanceof NoProvider || error instanceof ProviderFault) throw chainErrors.chainAway.create();
    throw error;
  }
}

export function obstacleOf(
  keys: SendingKeys | undefined,
  { collect_to }: Pick<PayConfig, 'collect_to'>,
): CollectionObstacle {
  if (keys === undefined) return 'signer';
  if (keys.limits.collect_to === '') return 'collect_to';
  // Two places have to say it: whoever has got at one of them leads nothing elsewhere unseen.
  if (collect_to !== '' && collect_to !== keys.limits.collect_to) return 'collect_other';
  return keys.fees === undefined ? 'fee_account' : '';
}

async function costOf(
  sending: Sending,
  { keys, found }: { keys: SendingKeys; found: readonly Collectable[] },
): Promise<CollectionPlan> {
  const { chain, context } = sending;
  const receiver = keys.limits.collect_to;
  const fee_account = keys.fees?.address ?? '';
  const [largest] = found;
  const { trx } = await readAccount(chain, fee_account);
  const common = { ...NOTHING, receiver, fee_account, fee_balance: String(trx) };
  if (largest === undefined) return { ...common, is_covered: true };
  const costs = await readCosts(chain);
  const value = String(largest.amount);
  const energyTo = async (to: string) => (await readEnergy(chain, { from: largest.address, to, value })) ?? 0;
  // To a receiver that has none yet the first transfer costs more than the others: those cost what one to a holder does.
  const { token } = await readAccount(chain, receiver);
  const [, second] = found;
  const first = await energyTo(receiver);
  const energy = token > 0n || second === undefined ? first : await energyTo(second.address);
  // An address that was never funded is an account that is not there yet.
  const known = await fundedBefore(
    context,
    found.map(({ address }) => address),
  );
  const fee = found.reduce((sum, { address }, at) => {
    const funding = known.has(address) ? TRX_BYTES * costs.bandwidthFee : costs.accountFee;
    return sum + BigInt((at === 0 ? first : energy) * costs.energyFee + funding);
  }, 0n);
  return {
    ...common,
    addresses: found.length,
    fee: String(fee),
    is_covered: trx >= fee,
    amount: String(found.reduce((sum, { amount }) => sum + amount, 0n)),
  };
}

async function fundedBefore(context: PluginContext, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await context
    .model(sendingResource)
    .find({ purpose: 'fund', phase: 'solid', receiver: { $in: addresses } }, { receiver: 1 })
    .lean();
  return new Set(rows.map(({ receiver }) => receiver));
}
