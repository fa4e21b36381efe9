import type { PluginContext } from '@waypost/sdk';
import { deposits } from '../chain/deposits/deposit.ts';
import type { Network } from '../chain/networks/values.ts';
import type { SendingKeys } from '../sending/accounts.ts';

/** Addresses of one run. */
export const MOST_LINES = 1_000;

/** An address of ours that something lies at, as far as the books know. */
export interface Collectable {
  deposit: string;
  address: string;
  key: string;
  index: number;
  /** What came and was not collected, smallest units. */
  amount: bigint;
}

/** Addresses with so much at least whose key the signer has, those with the most first. */
export async function findCollectable(
  context: PluginContext,
  { network, least, keys }: { network: Network; least: bigint; keys: SendingKeys },
): Promise<Collectable[]> {
  const found: Collectable[] = [];
  const rows = deposits(context)
    .find({
      network,
      is_shared: { $ne: true },
      arrived: { $exists: true, $ne: '0' },
    })
    .lean()
    .cursor();
  const receivers = [keys.limits.collect_to, keys.payouts?.address, keys.fees?.address];
  for await (const row of rows) {
    const { _id, address, account, index, arrived, collected } = row;
    const amount = BigInt(arrived ?? '0') - BigInt(collected ?? '0');
    const key = keys.depositKey(account);
    // The first address of a key may be an account that sends itself.
    if (amount < least || amount <= 0n || key === undefined || receivers.includes(address)) continue;
    found.push({ deposit: String(_id), address, key, index, amount });
  }
  return found
    .sort((one, other) => (one.amount === other.amount ? 0 : one.amount < other.amount ? 1 : -1))
    .slice(0, MOST_LINES);
}
