import { expect, test } from 'bun:test';
import { startWallet } from '../../testing/start-wallet.ts';
import { nonsense } from '../reading/information.ts';
import type { Provider } from './ask-provider.ts';
import { NoProvider, ProviderFault } from './fault.ts';
import { createProviderPool } from './provider-pool.ts';

const provider = (id: string): Provider => ({
  id,
  name: id,
  url: `https://${id}.example`,
  key: '',
  perSecond: 5,
});
const TWO = [provider('one'), provider('two')];

test('what nobody can make sense of is the fault of the matter: all are asked of it, and none rests', async () => {
  const { t } = await startWallet();
  try {
    const pool = createProviderPool(t.context);
    const asked: string[] = [];
    const piece = (_ask: unknown, { id }: Provider): Promise<never> => {
      asked.push(id);
      throw nonsense('no information of the transaction');
    };
    await expect(pool.work(TWO, async (ask, one) => piece(ask, one))).rejects.toBeInstanceOf(ProviderFault);
    expect(asked).toEqual(['one', 'two']);
    expect(await pool.work(TWO, async (_ask, { id }) => id)).toBe('one');
    // One that is away rests, and the other is asked.
    const away = async (_ask: unknown, { id }: Provider) => {
      if (id === 'one') throw new ProviderFault('away', 1_000, 'status 500');
      return id;
    };
    expect(await pool.work(TWO, away)).toBe('two');
    expect(await pool.work(TWO, async (_ask, { id }) => id)).toBe('two');
    await expect(pool.work([], away)).rejects.toBeInstanceOf(NoProvider);
  } finally {
    await t.dispose();
  }
});
