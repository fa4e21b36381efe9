import { NoProvider, ProviderFault } from '../chain/providers/fault.ts';
import type { Ask } from '../chain/providers/provider-pool.ts';
import { type ChainReading, heads, information } from '../chain/watching/find-solid.ts';
import type { StoredSending } from './stored.ts';

/**
 * Whether a transaction can never be on the chain any more: the newest solid block is younger than its expiration, and no solid block has
 * it. Where there is a second provider it has to say the same: what is signed in its place is paid as well.
 */
export async function isGone(
  chain: ChainReading,
  { transaction, expiration }: Pick<StoredSending, 'transaction' | 'expiration'>,
): Promise<boolean> {
  const { pool, providers } = chain;
  const witness = async (ask: Ask): Promise<boolean> => {
    // First how far it sees, then what it does not: the other way round a block could come in between.
    const { time } = await heads(chain, ask);
    return time > expiration && (await information(chain, ask, transaction)) === undefined;
  };
  const first = await pool.work(providers, async (ask, { id }) => ({ id, says: await witness(ask) }));
  if (!first.says || providers.length === 1) return first.says;
  try {
    return await pool.work(providers, witness, [first.id]);
  } catch (error) {
    if (error instanceof NoProvider || error instanceof ProviderFault) return false;
    throw error;
  }
}
