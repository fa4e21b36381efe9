import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { readPayConfig, writePayConfig } from '../../chain/config/pay-config.ts';
import { waitingRaises } from '../../chain/config/payout-limits.ts';
import { chainErrors } from '../../chain/errors.ts';
import { requireIndependent } from '../../withdrawals/decide.ts';
import type { confirmLimits } from './calls.ts';
import { describe } from './service.ts';

type Shown = ResultOf<typeof confirmLimits>;

/**
 * Puts what was raised in force at once. Two accounts of one person are one person here as for withdrawals.
 * Errors: `wallet.raise_own`, `wallet.withdrawal_held_back`, `stale_version` 409
 */
export async function confirmRaises(
  context: PluginContext,
  { version }: BodyOf<typeof confirmLimits>,
  request: SignedRequest,
): Promise<Shown> {
  const { version: current, ...config } = await readPayConfig(context);
  const { id } = request.caller;
  if (current !== version) throw errors.staleVersion.create({}, { content: await describe(context, id) });
  for (const { by } of waitingRaises(config, context.clock.now())) {
    if (by === id) throw chainErrors.raiseOwn.create();
    await requireIndependent(context, id, [by, by]);
  }
  const isWritten = await context.transaction(async (session) => {
    if (!(await writePayConfig(context, version, { ...config, raises: [] }, session))) return false;
    await context.audit(
      { type: 'wallet.pay_config.confirm_limits', before: { raises: config.raises }, request },
      session,
    );
    return true;
  });
  const shown = await describe(context, id);
  if (!isWritten) throw errors.staleVersion.create({}, { content: shown });
  return shown;
}
