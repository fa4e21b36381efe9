import type { ResultOf } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { readPayConfig } from '../../chain/config/pay-config.ts';
import { inForce } from '../../chain/config/payout-limits.ts';
import { askWithdrawal, dailyLeft, findOpenWithdrawals } from '../../withdrawals/ask-withdrawal.ts';
import { cancelWithdrawal } from '../../withdrawals/decide.ts';
import {
  changePayoutAddress,
  keepPayoutAddress,
  readPayoutAddress,
  showPayoutAddress,
} from '../../withdrawals/payout-address.ts';
import type { StoredWithdrawal } from '../../withdrawals/stored.ts';
import { publishWithdrawal, tellAddress } from '../../withdrawals/tell.ts';
import {
  payoutAddressChange,
  payoutAddressKeep,
  withdrawalAdd,
  withdrawalCancel,
  withdrawalFacts,
} from './calls.ts';

/** Mounts asking for withdrawals, and the own payout address. */
export function mountOwnWithdrawals(context: PluginContext): void {
  const told = (row: StoredWithdrawal) => {
    publishWithdrawal(context, row);
    return { id: String(row._id), phase: row.phase };
  };
  context.call(withdrawalFacts, (_body, { caller }) => readFacts(context, caller.id));
  context.call(withdrawalAdd, async (body, request) => told(await askWithdrawal(context, body, request)));
  context.call(withdrawalCancel, async ({ id }, request) =>
    told(await cancelWithdrawal(context, id, request)),
  );
  context.call(payoutAddressChange, async ({ address }, request) => {
    const after = await changePayoutAddress(context, address, request);
    // It is entered: what is not told now is told by the job.
    await tellAddress(context, request.caller.id).catch((error: unknown) =>
      context.log.error({ error }, 'a new payout address is told later'),
    );
    return showPayoutAddress(after);
  });
  context.call(payoutAddressKeep, async (_body, request) =>
    showPayoutAddress(await keepPayoutAddress(context, request)),
  );
  context.menu(
    {
      route: 'acting_withdrawal_list',
      parent: 'money',
      sort: 60,
      icon: 'send',
      hiddenFor: 'wallet.withdrawal:read_all',
      roles: ['agent'],
    },
    // Nobody has anything to read here who may not ask: operators have a screen of their own.
    'wallet.own_withdrawal:ask',
    ['wallet.withdrawal:read'],
  );
}

async function readFacts(context: PluginContext, owner: string): Promise<ResultOf<typeof withdrawalFacts>> {
  const [open, kept, [balance], address] = await Promise.all([
    findOpenWithdrawals(context),
    readPayConfig(context),
    context.ledger.balances([owner]),
    readPayoutAddress(context, owner),
  ]);
  const config = inForce(kept, context.clock.now());
  return {
    is_open: open !== undefined,
    network: config.network,
    available: balance?.available ?? '0',
    held: balance?.held ?? '0',
    least: config.withdraw_minimum,
    fee: config.withdraw_fee,
    daily_left: String(await dailyLeft(context, { owner, config })),
    ...showPayoutAddress(address),
  };
}
