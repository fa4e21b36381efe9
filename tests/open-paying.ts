import { expect } from 'bun:test';
import type { Api } from './api.ts';
import { FAKE_USDT, type TronNode } from './tron-node.ts';
import { until } from './until.ts';

/** Answers of a busy machine: nobody has told of the chain in time, or tronweb is just being started. */
const AWAY: readonly string[] = ['wallet.chain_away', 'plugin_process_away'];

/**
 * Sets up paying over a test's chain, as an operator does who has nothing yet: each that tells of the chain, then the settings.
 * @param api of an operator
 * @param values of the settings that are to be others than at first
 */
export async function openPaying(
  api: Api,
  node: Pick<TronNode, 'providers'>,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [index, url] of node.providers.entries()) {
    const made = await api.call('pay_provider/add', {
      name: `Provider ${index}`,
      url,
      per_second: 400,
      sort: 9 - index,
    });
    if (made.body.status !== true) throw new Error(`a provider was refused: ${JSON.stringify(made.body)}`);
  }
  const {
    first_addresses,
    is_open,
    missing,
    contract_symbol,
    contract_decimals,
    raises,
    restored,
    ...settings
  } = (await api.call('pay_config/details')).content;
  expect({ first_addresses, is_open, missing, contract_symbol, contract_decimals }).toEqual({
    first_addresses: [],
    is_open: false,
    missing: ['xpub', 'contract'],
    contract_symbol: '',
    contract_decimals: 0,
  });
  // The chain is asked of the contract, which a busy machine may not answer in time.
  await until(
    'paying is set up',
    async () => {
      const wanted = { ...settings, network: 'nile', contract: FAKE_USDT, ...values };
      const answer = await api.call('pay_config/update', wanted);
      const { body } = answer;
      return body.status === true || !AWAY.includes(body.code) ? answer.content : false;
    },
    { everyMs: 500 },
  );
}
