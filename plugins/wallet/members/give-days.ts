import { errors } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext, SignedRequest } from '@waypost/sdk';
import { ACCOUNT_STATES, type AccountStates } from '@waypost/sdk';
import { walletErrors } from '../errors.ts';
import { requireMemberships, type Wallet } from '../wallet.ts';
import { daysMs } from './rules.ts';
import { resumeMember } from './tend-memberships.ts';

/** Days that an administrator gave, so that the same press gives them once. */
interface Gift {
  /** `<operator>/<key>` */
  _id: string;
  account: string;
  days: number;
  until: string;
  time: Date;
}
const COLLECTION: CollectionDeclaration<Gift> = {
  name: 'gift',
  onUninstall: 'keep',
  fields: { _id: String, account: String, days: Number, until: String, time: Date },
  indexes: [{ keys: { account: 1, time: -1 } }],
};
export const gifts = (context: PluginContext) => context.collection(COLLECTION);

/**
 * Adds days to somebody's membership, from its end or from now on. They are worth nothing when a plan is changed.
 * Errors: `not_found` 404 for somebody who is no customer; `wallet.key_used` 409.
 */
export async function giveDays(
  wallet: Wallet,
  { account, days, remark, key }: { account: string; days: number; remark: string; key: string },
  request: SignedRequest,
): Promise<{ until: string }> {
  const { context } = wallet;
  const isThere = await context.require<AccountStates>(ACCOUNT_STATES, '^1.2')?.isCustomer(account);
  if (isThere !== true) throw errors.notFound.create();
  const _id = `${request.caller.id}/${key}`;
  const until = await context.transaction(async (session) => {
    const earlier = await gifts(context).findById(_id).session(session).lean();
    if (earlier !== null && (earlier.account !== account || earlier.days !== days))
      throw walletErrors.keyUsed.create();
    if (earlier !== null) return earlier.until;
    const memberships = requireMemberships(context);
    const before = await memberships.until(account, session);
    const from = Math.max(context.clock.now(), before === null ? 0 : Date.parse(before));
    const until = new Date(from + daysMs(days)).toISOString();
    await gifts(context).create([{ _id, account, days, until, time: context.clock.date() }], { session });
    await memberships.setUntil({ account, until }, session);
    await context.audit(
      {
        type: 'wallet.membership.give',
        target: account,
        before: { member_expiry: before },
        after: { member_expiry: until, days, remark },
        request,
      },
      session,
    );
    return until;
  });
  await resumeMember(wallet, account);
  return { until };
}
