import type { z } from 'zod';
import { NO_LIMITS } from '../plans/values.ts';
import { requireMemberships, type Wallet } from '../wallet.ts';
import type { zMembership } from './calls.ts';
import { limitsOfAccount } from './entitlements.ts';
import { findMember } from './member.ts';
import { daysMs, standingOf } from './rules.ts';

/** How the membership of an account stands, and what bounds it. */
export async function describeMembership(
  wallet: Wallet,
  account: string,
): Promise<z.infer<typeof zMembership>> {
  const { context, readSettings } = wallet;
  const until = await requireMemberships(context).until(account);
  const member = await findMember(context, account);
  const { grace_days: graceDays } = await readSettings();
  return {
    standing: standingOf(until, { now: context.clock.now(), graceDays }),
    plan: member?.plan ?? null,
    plan_name: member?.plan_name ?? '',
    until,
    grace_until: until === null ? null : new Date(Date.parse(until) + daysMs(graceDays)).toISOString(),
    limits: { ...NO_LIMITS, ...(await limitsOfAccount(wallet, account, undefined)) },
  };
}
