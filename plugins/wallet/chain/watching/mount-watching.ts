import type { PluginContext } from '@waypost/sdk';
import { readPayConfig } from '../config/pay-config.ts';
import { declareDeposits, deposits } from '../deposits/deposit.ts';
import type { ProviderPool } from '../providers/provider-pool.ts';
import { readProviders } from '../providers/providers.ts';
import { startTron } from '../tron/ask-tron.ts';
import { checkCredited } from './check-credited.ts';
import type { OrderSteps } from './watch.ts';
import { watchRound } from './watch-round.ts';

const WATCH_JOB = 'watch_chain';
const CHECK_JOB = 'check_credited';

/** Watches the chain for what comes to addresses of ours. While there is nothing to look at nobody is asked anything. */
export async function mountWatching(
  context: PluginContext,
  { pool, steps }: { pool: ProviderPool; steps: OrderSteps },
): Promise<void> {
  declareDeposits(context);
  context.jobs.define(WATCH_JOB, async (_data, signal) => {
    const isDue = await deposits(context).exists({
      next_look_time: { $ne: null, $lte: context.clock.date() },
    });
    if (isDue === null) return;
    const providers = await readProviders(context);
    if (providers.length === 0) return;
    await startTron(context);
    const config = await readPayConfig(context);
    await watchRound({ context, pool, providers, config, steps, heads: new Map() }, signal);
  });
  await context.jobs.every('5 seconds', WATCH_JOB);
  context.jobs.define(CHECK_JOB, async (_data, signal) => {
    const providers = await readProviders(context);
    if (providers.length === 0) return;
    const config = await readPayConfig(context);
    await checkCredited({ context, pool, providers, config, steps, heads: new Map() }, signal);
  });
  await context.jobs.every('10 minutes', CHECK_JOB);
}
