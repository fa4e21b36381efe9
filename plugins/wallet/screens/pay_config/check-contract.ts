import { CURRENCY_DIGITS, DEFAULT_CURRENCY, errors } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { chainErrors } from '../../chain/errors.ts';
import { NoProvider, ProviderFault } from '../../chain/providers/fault.ts';
import type { ProviderPool } from '../../chain/providers/provider-pool.ts';
import { readProviders } from '../../chain/providers/providers.ts';
import { askTron, startTron, TronFault } from '../../chain/tron/ask-tron.ts';

const zToken = z.object({ decimals: z.int().min(0).max(255), symbol: z.string().min(1).max(40) });

const refused = (message: string) =>
  errors.invalidInput.create({}, { errors: [{ path: 'contract', message }] });

/**
 * What the chain says of the contract that is to be paid with. The balance counts millionths, and so must the token.
 * Errors: `invalid_input` 422 at `contract` for one that is not there, or counts otherwise; `wallet.chain_away` 503 when nobody
 * could be asked
 */
export async function checkContract(
  context: PluginContext,
  pool: ProviderPool,
  contract: string,
): Promise<{ contract_symbol: string; contract_decimals: number }> {
  await startTron(context);
  let token: z.output<typeof zToken>;
  try {
    token = await pool.work(await readProviders(context), async (ask) => {
      const answer = zToken.safeParse(await askTron(context, ask, { call: 'token', contract }));
      if (!answer.success) throw refused('wallet.fault.contract_none');
      return answer.data;
    });
  } catch (error) {
    if (error instanceof NoProvider || error instanceof ProviderFault) throw chainErrors.chainAway.create();
    if (error instanceof TronFault) throw refused('wallet.fault.contract_none');
    throw error;
  }
  if (token.decimals !== CURRENCY_DIGITS[DEFAULT_CURRENCY]) throw refused('wallet.fault.contract_decimals');
  return { contract_symbol: token.symbol, contract_decimals: token.decimals };
}
