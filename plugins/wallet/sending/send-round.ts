import { readPayConfig } from '../chain/config/pay-config.ts';
import type { Network } from '../chain/networks/values.ts';
import { NoProvider, ProviderFault } from '../chain/providers/fault.ts';
import { readProviders } from '../chain/providers/providers.ts';
import { startTron } from '../chain/tron/ask-tron.ts';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';
import { advance } from './advance.ts';
import type { Sender, Sending } from './sender.ts';
import { writeSending } from './stored.ts';
import { AGAIN_MS } from './values.ts';

const PORTION = 50;

/** Whoever sends, with the chain as it is asked in this run; undefined: nobody can be asked. */
export async function openSending(sender: Sender): Promise<Sending | undefined> {
  const { context, pool } = sender;
  const config = await readPayConfig(context);
  const providers = await readProviders(context);
  if (providers.length === 0) return undefined;
  await startTron(context);
  return { ...sender, chain: { context, pool, providers, config, heads: new Map() } };
}

export const hasOpen = async ({ context }: Sender, network: Network): Promise<boolean> =>
  (await context.model(sendingResource).exists({ is_open: true, network })) !== null;

/** Takes on what is on its way, those first whose turn came first; one that cannot be looked at holds up none of the others. */
export async function advanceAll(sending: Sending, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  const { context, chain } = sending;
  const due = await context
    .model(sendingResource)
    .find({
      is_open: true,
      network: chain.config.network,
      next_look_time: { $lte: context.clock.date() },
    })
    .sort({ next_look_time: 1 })
    .limit(PORTION)
    .lean();
  for (const row of due) {
    if (signal.aborted) return;
    try {
      await advance(sending, row);
    } catch (error) {
      if (error instanceof NoProvider) return;
      const isFault = error instanceof ProviderFault;
      context.log[isFault ? 'warn' : 'error'](
        { error, transaction: row.transaction },
        'a transaction could not be taken on',
      );
      await writeSending(context, row, { next_look_time: new Date(context.clock.now() + AGAIN_MS) });
    }
  }
}
