import type { PluginContext } from '@waypost/sdk';
import { readPayConfig } from '../config/pay-config.ts';
import { declareDeposits, deposits } from '../deposits/deposit.ts';
import type { ProviderPool } from '../providers/provider-pool.ts';
import { readProviders } from '../providers/providers.ts';
import { startTron } from '../tron/ask-tron.ts';
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
  declareDeposits(context);
  const round = async (work: typeof watchRound, signal: AbortSignal, mayStart: boolean) => {
    const providers = await readProviders(context);
    if (providers.length === 0) return;
    if (mayStart) await startTron(context);
    const config = await readPayConfig(context);
    await work({ context, pool, providers, config, steps, heads: new Map() }, signal);
  };
  /** Addresses of another network wait until it is set again: who is asked now knows nothing of them. */
  const isThere = async (due: object) => {
    const { network } = await readPayConfig(context);
    return (await deposits(context).exists({ network, ...due })) !== null;
  };
  context.jobs.define(WATCH_JOB, async (_data, signal) => {
    if (await isThere({ next_look_time: { $ne: null, $lte: context.clock.date() } }))
      await round(watchRound, signal, true);
  });
  await context.jobs.every('5 seconds', WATCH_JOB);
  context.jobs.define(OLD_JOB, async (_data, signal) => {
    if (await isThere({ next_look_time: null })) await round(watchOld, signal, true);
  });
  await context.jobs.every('1 hour', OLD_JOB);
  context.jobs.define(CHECK_JOB, (_data, signal) => round(checkCredited, signal, false));
  await context.jobs.every('10 minutes', CHECK_JOB);
}
