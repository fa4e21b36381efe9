import type { PluginContext } from '@waypost/sdk';
import { endOrders } from '../../orders/end-orders.ts';
import { type PayConfig, readPayConfig } from '../config/pay-config.ts';
import { counters } from '../deposits/counters.ts';
import { deposits } from '../deposits/deposit.ts';
import { passRestoreOf } from '../deposits/pass-restore.ts';
import type { ProviderPool } from '../providers/provider-pool.ts';
import { readProviders } from '../providers/providers.ts';
import { sharedAmounts } from '../shared/shared-amounts.ts';
import { tills } from '../shared/tills.ts';
import { startTron } from '../tron/ask-tron.ts';
import { chainTime } from './chain-time.ts';
import { checkCredited } from './check-credited.ts';
import type { OrderSteps } from './watch.ts';
import { watchOld } from './watch-old.ts';
import { watchRound } from './watch-round.ts';

const WATCH_JOB = 'watch_chain';
const OLD_JOB = 'watch_old';
const CHECK_JOB = 'check_credited';

/** Watches the chain for what comes to addresses of ours. While there is nothing to look at nobody is asked anything. */
export async function mountWatching(
  context: PluginContext,
  { pool, steps }: { pool: ProviderPool; steps: OrderSteps },
): Promise<void> {
  // Collections and their indexes are there from the start.
  deposits(context);
  counters(context);
  tills(context);
  sharedAmounts(context);
  /** @returns undefined: there is nobody to ask */
  const openWatch = async (config: PayConfig, { mayStart }: { mayStart: boolean }) => {
    const providers = await readProviders(context);
    if (providers.length === 0) return undefined;
    if (mayStart) await startTron(context);
    return { context, pool, providers, config, steps, heads: new Map() };
  };
  const round = async (
    work: typeof watchRound,
    { config, signal, mayStart }: { config: PayConfig; signal: AbortSignal; mayStart: boolean },
  ) => {
    const watch = await openWatch(config, { mayStart });
    if (watch !== undefined) await work(watch, signal);
  };
  const end = (config: PayConfig) =>
    endOrders(context, {
      network: config.network,
      steps,
      time: async () => {
        const watch = await openWatch(config, { mayStart: true });
        return watch === undefined ? undefined : chainTime(watch);
      },
    });
  context.jobs.define(WATCH_JOB, async (_data, signal) => {
    const config = await readPayConfig(context);
    await passRestoreOf(context, config);
    // Addresses of another network wait until it is set again: who is asked now knows nothing of them.
    const { network } = config;
    const due = { network, next_look_time: { $ne: null, $lte: context.clock.date() } };
    try {
      if ((await deposits(context).exists(due)) !== null || (await tills(context).exists(due)) !== null)
        await round(watchRound, { config, signal, mayStart: true });
    } finally {
      // Behind the look, which finds what came in time; those by our clock wait for nobody who may be asked.
      if (!signal.aborted) await end(config);
    }
  });
  await context.jobs.every('5 seconds', WATCH_JOB);
  context.jobs.define(OLD_JOB, async (_data, signal) => {
    const config = await readPayConfig(context);
    const { network } = config;
    const old = { network, next_look_time: null, is_shared: { $ne: true } };
    if ((await deposits(context).exists(old)) !== null)
      await round(watchOld, { config, signal, mayStart: true });
  });
  await context.jobs.every('1 hour', OLD_JOB);
  context.jobs.define(CHECK_JOB, async (_data, signal) =>
    round(checkCredited, { config: await readPayConfig(context), signal, mayStart: false }),
  );
  await context.jobs.every('10 minutes', CHECK_JOB);
}
