import { readPayConfig } from '../chain/config/pay-config.ts';
import type { Network } from '../chain/networks/values.ts';
import { collectRound } from '../collection/collect-round.ts';
import { endRun, findOpenRun } from '../collection/run.ts';
import { readKeys } from '../sending/accounts.ts';
import { advanceAll, hasOpen, openSending } from '../sending/send-round.ts';
import type { Sender } from '../sending/sender.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';
import type { ApprovalsOf } from './payout-hook.ts';
import { preparePayouts } from './prepare-payouts.ts';
import { tellUndecided } from './tell-undecided.ts';

/**
 * One look at all that is sent: what is on its way is taken on, also where payouts were switched off since, then what is approved is
 * prepared, and what a run collects. While there is none of it nobody is asked anything.
 */
export async function payRound(
  sender: Sender,
  { approvalsOf }: { approvalsOf: ApprovalsOf },
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const { context, signer } = sender;
  const config = await readPayConfig(context);
  const isOn = config.payout_switch === 1 && config.payout_account !== '';
  const isApproved = isOn && (await hasApproved(sender, config.network));
  const isCollecting = (await findOpenRun(context)) !== null;
  if (isApproved || isCollecting || (await hasOpen(sender, config.network))) {
    const sending = await openSending(sender);
    if (sending !== undefined) {
      await advanceAll(sending, signal);
      const keys = isApproved || isCollecting ? await readKeys(signer, config) : undefined;
      if (isApproved && keys?.payouts !== undefined)
        await preparePayouts(sending, { account: keys.payouts, keys, approvalsOf }, signal);
      if (isCollecting && keys !== undefined) await collectRound(sending, keys, signal);
    }
  }
  await endRun(context);
  await tellUndecided(context);
}

const hasApproved = async ({ context }: Sender, network: Network): Promise<boolean> =>
  (await context
    .model(withdrawalResource)
    .exists({ phase: 'approved', is_by_hand: { $ne: true }, network })) !== null;
