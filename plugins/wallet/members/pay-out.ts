import { errors, type ResultOf, showAmount } from '@waypost/contract';
import { ACCOUNT_STATES, type AccountStates, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { walletErrors } from '../errors.ts';
import { followUp } from '../money/follow-up.ts';
import { refuseDisputed } from '../withdrawals/disputed.ts';
import type { balanceCall } from './calls.ts';
import { notePaidOut, tellPaidOuts } from './paid-out-notices.ts';

/** How bills name it. */
const PAID_OUT = 'wallet.paid_out';
/** The other side: what was paid to people by hand whose account was to be closed. */
const PAID_OUTS = 'wallet.paid_outs';

/** What a customer has. Errors: `not_found` 404 for somebody who is no customer. */
export async function readBalance(
  context: PluginContext,
  account: string,
): Promise<ResultOf<typeof balanceCall>> {
  await requireCustomer(context, account);
  const [balance] = await context.ledger.balances([account]);
  return { available: balance?.available ?? '0', held: balance?.held ?? '0' };
}

/**
 * Takes all that a customer has off the balance, since an operator has paid it by other means: what an account needs that is to
 * be closed. The same press again changes nothing.
 * Errors: `not_found` 404 for somebody who is no customer; `wallet.pay_out_own`, `wallet.pay_out_held`, `wallet.pay_out_changed`,
 * `wallet.withdrawal_person_disputed`, `ledger_key_used`, `ledger_insufficient` 409
 */
export async function payOutBalance(
  context: PluginContext,
  { account, amount, reference, key }: { account: string; amount: string; reference: string; key: string },
  request: SignedRequest,
): Promise<{ amount: string }> {
  if (account === request.caller.id) throw walletErrors.payOutOwn.create();
  await requireCustomer(context, account);
  await context.transaction(async (session) => {
    const receipt = await context.ledger.transfer(
      {
        key: `${PAID_OUT}/${request.caller.id}/${key}`,
        type: PAID_OUT,
        remark: reference,
        request,
        postings: [
          { account, amount: `-${amount}` },
          { account: PAID_OUTS, amount },
        ],
      },
      session,
    );
    if (receipt.isRepeated) return;
    // Asked behind the change of the balance, which whoever holds some of it at this moment meets.
    const [balance] = await context.ledger.balances([account]);
    if (balance !== undefined && balance.held !== '0') throw walletErrors.payOutHeld.create();
    if (receipt.lines.some(({ after }) => after !== '0')) throw walletErrors.payOutChanged.create();
    await refuseDisputed(context, account, session);
    await context.audit(
      {
        type: 'wallet.membership.pay_out',
        target: account,
        before: { balance: showAmount(amount) },
        after: { balance: showAmount('0'), reference },
        request,
      },
      session,
    );
    const notice = { _id: `${request.caller.id}/${key}`, account, amount, reference };
    await notePaidOut(context, notice, session);
  });
  await followUp(context, 'that a balance was paid out is told later', () => tellPaidOuts(context));
  return { amount };
}

async function requireCustomer(context: PluginContext, account: string): Promise<void> {
  const isThere = await context.require<AccountStates>(ACCOUNT_STATES, '^1.2')?.isCustomer(account);
  if (isThere !== true) throw errors.notFound.create();
}
