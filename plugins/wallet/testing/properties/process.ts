import type { PluginContext } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import { readPayConfig } from '../../chain/config/pay-config.ts';
import { orderSteps } from '../../chain/orders/order-steps.ts';
import { transferPay } from '../../chain/orders/transfer-pay.ts';
import { createProviderPool } from '../../chain/providers/provider-pool.ts';
import { readProviders } from '../../chain/providers/providers.ts';
import { startTron } from '../../chain/tron/ask-tron.ts';
import { chainTime } from '../../chain/watching/chain-time.ts';
import { checkCredited } from '../../chain/watching/check-credited.ts';
import type { Watch } from '../../chain/watching/watch.ts';
import { watchRound } from '../../chain/watching/watch-round.ts';
import { tendMemberships } from '../../members/tend-memberships.ts';
import { createTurns } from '../../money/turns.ts';
import { endOrders } from '../../orders/end-orders.ts';
import { buyPlan, type PlanWish } from '../../orders/make-order.ts';
import { openRecharge } from '../../screens/balance_recharge/service.ts';
import { resolveTransfer } from '../../screens/usdt_transaction_record/resolve.ts';
import type { Wallet } from '../../wallet.ts';
import { asking, walletOf } from '../called-directly.ts';

/**
 * What the plugin does, as a process that has just been started does it on what the store holds: it remembers nothing of those
 * before it. The program of tronweb keeps nothing either, and is shared.
 */
export function startProcess(context: PluginContext) {
  const wallet: Wallet = { ...walletOf(context), inTurn: createTurns() };
  wallet.transfer = transferPay(wallet);
  const steps = orderSteps(wallet);
  const pool = createProviderPool(context);
  const { signal } = new AbortController();
  const watch = async (): Promise<Watch> => {
    const providers = await readProviders(context);
    await startTron(context);
    return { context, pool, providers, config: await readPayConfig(context), steps, heads: new Map() };
  };
  return {
    wallet,
    /** The jobs. */
    look: async () => watchRound(await watch(), signal),
    end: async () => {
      const watching = await watch();
      const { network } = watching.config;
      await endOrders(context, { network, steps, time: () => chainTime(watching) });
    },
    check: async () => checkCredited(await watch(), signal),
    tend: () => tendMemberships(wallet, signal),
    /** The calls. */
    buy: (person: Person, wish: PlanWish) => buyPlan(wallet, wish, asking(person)),
    recharge: (person: Person, wish: { amount: string; key: string }) =>
      openRecharge(wallet, wish, asking(person)),
    resolve: (person: Person, body: Parameters<typeof resolveTransfer>[2]) =>
      resolveTransfer(wallet, steps, body, asking(person)),
  };
}

export type Process = ReturnType<typeof startProcess>;
