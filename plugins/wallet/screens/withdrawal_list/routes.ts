import type { PluginContext } from '@waypost/sdk';
import type { ProviderPool } from '../../chain/providers/provider-pool.ts';
import { withdrawalAsker } from '../../withdrawals/calls.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../withdrawals/decide.ts';
import { describeAsker } from '../../withdrawals/describe-asker.ts';
import { enterPayout } from '../../withdrawals/pay-withdrawal.ts';
import { presentWithdrawals, READ_ALL } from '../../withdrawals/present.ts';
import { withdrawalResource } from '../../withdrawals/resource.ts';
import type { StoredWithdrawal } from '../../withdrawals/stored.ts';
import { letGo, sendAgain, takeOn } from '../../withdrawals/take-on.ts';
import { publishWithdrawal, tellEnd } from '../../withdrawals/tell.ts';
import {
  withdrawalApprove,
  withdrawalLetGo,
  withdrawalPay,
  withdrawalReject,
  withdrawalSendAgain,
  withdrawalTakeOn,
} from './calls.ts';

/** Mounts deciding of withdrawals, and saying what has paid them. */
export function mountReview(context: PluginContext, pool: ProviderPool): void {
  context.resource(withdrawalResource, {
    filters: { is_mine: (value, { caller }) => ({ payer: value ? caller.id : { $ne: caller.id } }) },
    present: (rows, { caller }) => presentWithdrawals(context, rows, caller),
  });
  const told = async (row: StoredWithdrawal) => {
    publishWithdrawal(context, row);
    // It is decided: what is not told now is told by the job.
    await tellEnd(context, row).catch((error: unknown) =>
      context.log.error({ error, withdrawal: row.number }, 'the end of a withdrawal is told later'),
    );
    return { id: String(row._id), phase: row.phase };
  };
  context.call(withdrawalAsker, ({ id }) => describeAsker(context, id));
  context.call(withdrawalApprove, async (body, request) =>
    told(await approveWithdrawal(context, body, request)),
  );
  context.call(withdrawalReject, async (body, request) =>
    told(await rejectWithdrawal(context, body, request)),
  );
  context.call(withdrawalTakeOn, async (body, request) => told(await takeOn(context, body, request)));
  context.call(withdrawalLetGo, async ({ id }, request) => told(await letGo(context, id, request)));
  context.call(withdrawalSendAgain, async ({ id }, request) => told(await sendAgain(context, id, request)));
  context.call(withdrawalPay, async (body, request) =>
    told(await enterPayout(context, { pool, ...body }, request)),
  );
  context.menu(
    { route: 'withdrawal_list', parent: 'money', sort: 40, icon: 'check-circle', roles: ['administrator'] },
    READ_ALL,
    ['read', 'approve', 'reject', 'pay'].map((verb) => `wallet.withdrawal:${verb}`),
  );
}
