import type { PluginContext } from '@waypost/sdk';
import { sendDue, tellDue } from './deliver.ts';
import { settleCodes } from './settle-codes.ts';

/**
 * What follows from blocks, each from what stands in the store, so that whatever was cut off is gone on with: everybody is told,
 * codes are frozen where the policy says so, and those that stand elsewhere by now are lifted. People hear of a block first:
 * many codes, and webhooks that hang, keep none of them waiting.
 */
export async function pushRound(context: PluginContext, signal: AbortSignal): Promise<void> {
  await tellDue(context, signal);
  await settleCodes(context, signal);
  await sendDue(context, signal);
}
