import { ACCOUNT_CLOSING_POINT, OVERVIEW_POINT, type PluginContext } from '@waypost/sdk';
import type { ProviderPool } from '../chain/providers/provider-pool.ts';
import { mountOwnWithdrawals } from '../screens/acting_withdrawal_list/routes.ts';
import { mountReview } from '../screens/withdrawal_list/routes.ts';
import { payoutAddresses } from './payout-address.ts';
import { seesAll } from './present.ts';
import { withdrawalResource } from './resource.ts';
import { EVERYBODY, publishWithdrawal, tellWaiting, WITHDRAWAL_TOPIC } from './tell.ts';
import { ENDED_PHASES, type Phase } from './values.ts';
import { verifyPayouts } from './verify-payouts.ts';

const VERIFY_JOB = 'verify_payouts';
/** Most things that a line of the overview counts. */
const MOST = 1_000;

/** Mounts withdrawals: asking, deciding, and looking for what has paid them on the chain. */
export async function mountWithdrawals(context: PluginContext, pool: ProviderPool): Promise<void> {
  payoutAddresses(context);
  mountReview(context, pool);
  mountOwnWithdrawals(context);
  context.realtime.topic(WITHDRAWAL_TOPIC, {
    permission: 'wallet.withdrawal:read',
    scope: ({ caller, parameter }) =>
      parameter === undefined
        ? caller.id
        : parameter === EVERYBODY && seesAll(caller)
          ? EVERYBODY
          : undefined,
  });
  contributeClosing(context);
  contributeLines(context);
  context.jobs.define(VERIFY_JOB, async (_data, signal) => {
    await verifyPayouts(context, { pool, tell: (row) => publishWithdrawal(context, row) }, signal);
    await tellWaiting(context);
  });
  await context.jobs.every('5 seconds', VERIFY_JOB);
}

/** Held money stands against closing an account anyway; this says where it is, and what to do. */
function contributeClosing(context: PluginContext): void {
  context.points.contribute(ACCOUNT_CLOSING_POINT, '^1', 'wallet.withdrawals', {
    title: 'menu.acting_withdrawal_list',
    reasons: async (account: string) => {
      const open = await context
        .model(withdrawalResource)
        .exists({ owner: account, phase: { $nin: ENDED_PHASES } });
      return open === null ? [] : ['wallet.withdrawal.closing'];
    },
  });
}

/** What waits for those who decide, and for those who pay. */
function contributeLines(context: PluginContext): void {
  const line = (name: string, permission: string, phases: readonly Phase[]) =>
    context.points.contribute(OVERVIEW_POINT, '^1', `wallet.withdrawals_${name}`, {
      title: `wallet.overview.withdrawals_${name}`,
      kind: 'waiting',
      permission,
      screen: `withdrawal_list?${phases.map((phase) => `phase=${phase}`).join('&')}`,
      count: () =>
        context
          .model(withdrawalResource)
          .countDocuments({ phase: { $in: phases } })
          .limit(MOST),
    });
  line('open', 'wallet.withdrawal:approve', ['waiting', 'one_approval']);
  line('to_pay', 'wallet.withdrawal:pay', ['approved', 'paying']);
  line('undecided', 'wallet.withdrawal:pay', ['undecided']);
}
