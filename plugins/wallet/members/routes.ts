import { errors } from '@waypost/contract';
import { ACCOUNT_STATES, type AccountStates } from '@waypost/sdk';
import type { Wallet } from '../wallet.ts';
import { balanceCall, giveDaysCall, membershipCall, payOutCall } from './calls.ts';
import { describeMembership } from './describe.ts';
import { giveDays } from './give-days.ts';
import { payOutBalance, readBalance } from './pay-out.ts';

/** Mounts memberships as operators see them on the page of a person. */
export function mountMembership(wallet: Wallet): void {
  const { context } = wallet;
  context.call(membershipCall, async ({ account }) => {
    const isThere = await context.require<AccountStates>(ACCOUNT_STATES, '^1.2')?.isCustomer(account);
    if (isThere !== true) throw errors.notFound.create();
    return describeMembership(wallet, account);
  });
  context.call(giveDaysCall, (body, request) => giveDays(wallet, body, request));
  context.call(balanceCall, ({ account }) => readBalance(context, account));
  context.call(payOutCall, (body, request) => payOutBalance(context, body, request));
}
