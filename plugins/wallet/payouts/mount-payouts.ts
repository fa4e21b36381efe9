import type { PluginContext } from '@waypost/sdk';
import type { ProviderPool } from '../chain/providers/provider-pool.ts';
import { collectHook, fundHook } from '../collection/collection-hooks.ts';
import { mountSendings } from '../screens/tron_transaction_summary/routes.ts';
import type { Sender } from '../sending/sender.ts';
import type { Signer } from '../signing/signer.ts';
import { payRound } from './pay-round.ts';
import { type ApprovalsOf, payoutHook } from './payout-hook.ts';

const SEND_JOB = 'send_transactions';

/** Mounts what the signer signs: paying withdrawals, and collecting. Without a signer nothing is prepared, and operators pay as before. */
export async function mountPayouts(
  context: PluginContext,
  { pool, signer, approvalsOf }: { pool: ProviderPool; signer: Signer; approvalsOf: ApprovalsOf },
): Promise<void> {
  const sender: Sender = {
    context,
    pool,
    signer,
    hooks: {
      payout: payoutHook(context, approvalsOf),
      fund: fundHook(context),
      collect: collectHook(context),
    },
  };
  mountSendings(sender);
  context.jobs.define(SEND_JOB, (_data, signal) => payRound(sender, { approvalsOf }, signal));
  await context.jobs.every('5 seconds', SEND_JOB);
}
