import type { TestPluginOptions } from '@waypost/sdk/testing';
import { readPayConfig, writePayConfig } from '../plugins/wallet/chain/config/pay-config.ts';
import { providerResource } from '../plugins/wallet/screens/pay_config/resource.ts';
import { startWallet } from '../plugins/wallet/testing/start-wallet.ts';
import { FAKE_USDT, startTronNode, TEST_XPUB, type TronNode } from './tron-node.ts';

export { PAYER, TEST_XPUB } from './tron-node.ts';

/** Where a test's providers are, as far as the plugin knows. */
const hostOf = (index: number) => `chain${index}.example`;

/** The plugin within the test beside a chain of its own that is told of by so many providers; paying is set up. */
export async function startChain({
  providers = 1,
  ...options
}: { providers?: number } & Pick<TestPluginOptions, 'restored'> = {}) {
  const node: TronNode = await startTronNode({ providers });
  const wallet = await startWallet({
    ...options,
    now: new Date(),
    internet: {
      fetch: async (request) => {
        const url = new URL(request.url);
        const index = node.providers.findIndex((_origin, at) => hostOf(at) === url.hostname);
        const origin = node.providers[index];
        if (origin === undefined) throw new TypeError(`nobody is at ${url.hostname}`);
        return fetch(`${origin}${url.pathname}${url.search}`, {
          method: request.method,
          headers: request.headers,
          ...(request.method === 'POST' ? { body: await request.text() } : {}),
        });
      },
    },
  });
  const { t } = wallet;
  for (const [index] of node.providers.entries())
    await t.rows(providerResource).add({
      name: `Provider ${index}`,
      url: `http://${hostOf(index)}`,
      per_second: 500,
      sort: 100 - index,
      state: 'on',
    });
  const { version, ...config } = await readPayConfig(t.context);
  await t.context.transaction((session) =>
    writePayConfig(
      t.context,
      version,
      {
        ...config,
        network: 'nile',
        contract: FAKE_USDT,
        xpub: TEST_XPUB,
        contract_symbol: 'USDT',
        contract_decimals: 6,
      },
      session,
    ),
  );
  return {
    ...wallet,
    node,
    /** Runs the watcher as if its time had come for every address. */
    look: async () => {
      t.clock.set(new Date(t.clock.now() + 61_000));
      await t.jobs.run('watch_chain');
    },
    stop: async () => {
      await t.dispose();
      await node.stop();
    },
  };
}
