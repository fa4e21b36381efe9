import {
  ACCOUNT_STATES,
  type AccountStates,
  ENTITLEMENTS,
  type EntitlementLimits,
  type Entitlements,
  type Session,
} from '@waypost/sdk';
import { requireMemberships, type Wallet } from '../wallet.ts';
import { readLimitsWithoutPlan } from './limits-without-plan.ts';
import { findMember } from './member.ts';
import { standingOf } from './rules.ts';

/**
 * What bounds an account: its plan's limits, also in the days of grace; without a plan, or once it is over, what operators give
 * to every customer. Whoever runs the platform is not bounded, nor is a membership that an operator gave without a plan.
 */
export async function limitsOfAccount(
  { context, readSettings }: Wallet,
  account: string,
  session: Session | undefined,
): Promise<EntitlementLimits | null> {
  const settings = await readSettings();
  const until = await requireMemberships(context).until(account, session);
  const member = await findMember(context, account, session);
  const standing = standingOf(until, { now: context.clock.now(), graceDays: settings.grace_days });
  const holds = standing === 'member' || standing === 'grace';
  if (holds || (standing === 'none' && member !== undefined)) return member?.limits ?? null;
  const isCustomer = await context.require<AccountStates>(ACCOUNT_STATES, '^1')?.isCustomer(account);
  if (isCustomer !== true) return null;
  return (await readLimitsWithoutPlan(context, session)).limits;
}

/** Tells the platform what people may have, for as long as this plugin runs. */
export function contributeEntitlements(wallet: Wallet): void {
  const { context } = wallet;
  // plugin.json needs it: it is away only where a setup is looked at.
  const stop = context.require<Entitlements>(ENTITLEMENTS, '^1')?.contribute({
    limitsOf: (account, session) => limitsOfAccount(wallet, account, session),
  });
  if (stop !== undefined) context.onDispose(stop);
}
