import { AppError, amountText, errors } from '@waypost/contract';
import type { PluginContext, Session, SignedRequest } from '@waypost/sdk';
import { readPayConfig } from '../chain/config/pay-config.ts';
import { NoProvider, ProviderFault } from '../chain/providers/fault.ts';
import type { ProviderPool } from '../chain/providers/provider-pool.ts';
import { readProviders } from '../chain/providers/providers.ts';
import type { SolidTransaction } from '../chain/reading/information.ts';
import { startTron } from '../chain/tron/ask-tron.ts';
import { latestInformation } from '../chain/watching/find-solid.ts';
import { findPayout } from './check-payout.ts';
import { payoutErrors, withdrawalErrors } from './errors.ts';
import { findWithdrawal, type StoredWithdrawal, writeStep } from './stored.ts';
import { requirePaidBy } from './take-on.ts';
import { takenPlaces } from './taken-places.ts';
import type { PayoutFault } from './values.ts';

/**
 * Says which transaction has paid a withdrawal that the caller has taken on. What the chain shows of it already is held against the request at once;
 * booked it is only when it is solid, by `verifyPayouts`.
 * Errors: `wallet.withdrawal_not_taken`, `wallet.withdrawal_being_paid`, `wallet.withdrawal_over`, `wallet.withdrawal_network` and `wallet.payout_<what is wrong>` 409; `not_found` 404
 */
export async function enterPayout(
  context: PluginContext,
  { pool, id, transaction: entered }: { pool: ProviderPool; id: string; transaction: string },
  request: SignedRequest,
): Promise<StoredWithdrawal> {
  const transaction = entered.trim().toLowerCase().replace(/^0x/, '');
  const asked = await findWithdrawal(context, id);
  if (asked === null) throw errors.notFound.create();
  if (asked.phase === 'verifying' && asked.transaction === transaction) return asked;
  await requirePaidBy(context, asked, request.caller.id);
  const { network } = await readPayConfig(context);
  if (network !== asked.network) throw withdrawalErrors.otherNetwork.create();
  const seen = await lookAt(context, pool, transaction);
  try {
    return await context.transaction(async (session) => {
      const before = await findWithdrawal(context, id, session);
      if (before === null) throw errors.notFound.create();
      if (before.phase === 'verifying' && before.transaction === transaction) return before;
      await requirePaidBy(context, before, request.caller.id);
      const log_index =
        seen === undefined ? -1 : await requirePayout(context, { row: before, seen }, session);
      if (log_index === -1) await refuseTaken(context, { row: before, transaction }, session);
      const after = await writeStep(
        context,
        before,
        {
          phase: 'verifying' as const,
          transaction,
          log_index,
          has_transaction: true,
          fault: '' as const,
          entered_time: context.clock.date(),
          next_look_time: context.clock.date(),
        },
        session,
      );
      await context.audit(
        {
          type: 'wallet.withdrawal.pay',
          target: id,
          before: { number: before.number, phase: before.phase },
          after: { number: after.number, phase: after.phase, transaction, payout: after.payout },
          request,
        },
        session,
      );
      return after;
    });
  } catch (error) {
    // Entered for another one at the same moment.
    if (error instanceof AppError && error.code === 'duplicate') throw payoutErrors.used.create();
    throw error;
  }
}

/** What the chain shows of a transaction, solid or not; undefined: nothing, or nobody could be asked. */
async function lookAt(
  context: PluginContext,
  pool: ProviderPool,
  transaction: string,
): Promise<SolidTransaction | undefined> {
  await startTron(context);
  try {
    return await pool.work(await readProviders(context), (ask) =>
      latestInformation({ context }, ask, transaction),
    );
  } catch (error) {
    if (error instanceof NoProvider || error instanceof ProviderFault) return undefined;
    throw error;
  }
}

async function requirePayout(
  context: PluginContext,
  { row, seen }: { row: StoredWithdrawal; seen: SolidTransaction },
  session: Session,
): Promise<number> {
  const found = findPayout(seen, row, await takenPlaces(context, { row, transaction: seen.id }, session));
  if ('fault' in found) throw payoutFault(found.fault, row);
  return found.transfer.index;
}

/** Of a transaction that nobody has seen yet no places are known: it is taken as a whole. */
async function refuseTaken(
  context: PluginContext,
  { row, transaction }: { row: StoredWithdrawal; transaction: string },
  session: Session,
): Promise<void> {
  const { taken } = await takenPlaces(context, { row, transaction }, session);
  if (taken !== '') throw payoutErrors[taken].create();
}

/** The error of a fault, with what should have been. */
export function payoutFault(fault: PayoutFault, { address, payout }: StoredWithdrawal): AppError {
  if (fault === 'receiver') return payoutErrors.receiver.create({ address });
  if (fault === 'amount') return payoutErrors.amount.create({ amount: amountText(payout) });
  return payoutErrors[fault].create();
}
