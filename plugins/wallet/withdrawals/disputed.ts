import type { PluginContext, Session } from '@waypost/sdk';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { withdrawalErrors } from './errors.ts';

/** Whether money that was credited to somebody is gone from the network: until it is decided of, nothing of theirs is paid out. */
export async function isDisputed(
  context: PluginContext,
  account: string,
  session?: Session,
): Promise<boolean> {
  const gone = await context
    .model(transferResource)
    .exists({ state: 'gone', account })
    .session(session ?? null);
  return gone !== null;
}

/** All of whom that is so. */
export async function disputedAccounts(context: PluginContext): Promise<ReadonlySet<string>> {
  const gone = await context.model(transferResource).distinct('account', { state: 'gone' });
  return new Set(gone.map(String));
}

/**
 * What whoever pays somebody is told: it may have gone since they asked for it.
 * Errors: `wallet.withdrawal_person_disputed` 409
 */
export async function refuseDisputed(
  context: PluginContext,
  account: string,
  session: Session,
): Promise<void> {
  if (await isDisputed(context, account, session)) throw withdrawalErrors.personDisputed.create();
}
