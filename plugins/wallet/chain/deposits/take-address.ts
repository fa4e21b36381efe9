import type { PluginContext, Session } from '@waypost/sdk';
import { accountOf } from '../addresses/xpub.ts';
import { counters, FIRST_INDEX } from './counters.ts';
import { type Deposit, deposits, type NewDeposit, newDeposit } from './deposit.ts';
import { passRestore } from './pass-restore.ts';

/** The first address of a key is the account that it sends by: what its owner refills it with is no payment. */
async function nextIndex(context: PluginContext, fingerprint: string, session: Session): Promise<number> {
  for (;;) {
    const { next } = await counters(context).findOneAndUpdate(
      { _id: fingerprint },
      { $inc: { next: 1 } },
      { upsert: true, returnDocument: 'after', session },
    );
    if (next > FIRST_INDEX) return next - 1;
  }
}

/**
 * The next address that nobody has had, for an order; within the transaction that makes the order. An address is never
 * given twice, also when its order was not paid: whoever pays late pays nobody else's order. After a restore it is one that nobody
 * can have been given since the backup.
 */
export async function takeAddress(
  context: PluginContext,
  { xpub, ...order }: NewDeposit,
  session: Session,
): Promise<Deposit> {
  const account = accountOf(xpub);
  const restored = await context.restored();
  if (restored !== null) await passRestore(context, { account, restored, ...order }, session);
  const index = await nextIndex(context, account.fingerprint, session);
  const address = account.address(index);
  const deposit = newDeposit(context, { ...order, address, account: account.fingerprint, index });
  await deposits(context).create([deposit], { session });
  return deposit;
}
