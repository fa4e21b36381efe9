import type { Caller, PluginContext } from '@waypost/sdk';
import { readPayConfig } from '../chain/config/pay-config.ts';
import { namesOf } from '../money/names-of.ts';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';
import { withdrawalResource } from './resource.ts';
import type { StoredWithdrawal } from './stored.ts';
import { isForgotten } from './take-on.ts';
import { OPEN_PHASES, type PayoutFault, type PayoutWait, SENDING_PHASES } from './values.ts';

/** The right of whoever decides of withdrawals to see them all. */
export const READ_ALL = 'wallet.withdrawal:read_all';

interface Presented {
  id: string;
  fault: '' | PayoutFault;
  waits_for: '' | PayoutWait;
  seen_transactions: string[];
  owner_account: string;
  approved_by: string[];
  may_approve: boolean;
  paying_by: string;
  paying_since: string | null;
  is_mine: boolean;
  may_take_over: boolean;
  sending_remark: string;
}

export const seesAll = ({ isSuper, permissions }: Caller): boolean => isSuper || permissions.has(READ_ALL);

/** Adds whose withdrawals are, and to those who decide who has approved and who pays them; to others that is not said. */
export async function presentWithdrawals<R extends { id: string }>(
  context: PluginContext,
  rows: readonly R[],
  caller: Caller,
): Promise<(R & Presented)[]> {
  const stored = await context
    .model(withdrawalResource)
    .find(
      { _id: { $in: rows.map(({ id }) => id) } },
      {
        owner: 1,
        approvals: 1,
        phase: 1,
        fault: 1,
        payer: 1,
        paying_since: 1,
        seen_transactions: 1,
        waits_for: 1,
        is_by_hand: 1,
      },
    )
    .lean();
  const byId = new Map(stored.map((row) => [String(row._id), row]));
  const people = stored.flatMap(({ owner, approvals, payer }) => [
    ...[String(owner), ...approvals],
    ...(payer ? [payer] : []),
  ]);
  const names = await namesOf(context, people);
  const decides = seesAll(caller);
  const remarks = decides ? await remarksOf(context, stored) : new Map<string, string>();
  const paysItself = decides && (await signerPays(context, stored));
  return rows.map((row) => {
    const found = byId.get(row.id);
    const payer = decides ? (found?.payer ?? '') : '';
    const isMine = payer === caller.id;
    const approvals = decides ? (found?.approvals ?? []) : [];
    return {
      ...row,
      fault: decides ? (found?.fault ?? '') : '',
      waits_for: paysItself && found !== undefined && isKept(found) ? found.waits_for : '',
      seen_transactions: decides ? (found?.seen_transactions ?? []) : [],
      owner_account: names[String(found?.owner)] ?? '',
      approved_by: approvals.map((id) => names[id] ?? id),
      paying_by: names[payer] ?? payer,
      paying_since: payer === '' ? null : (found?.paying_since?.toISOString() ?? null),
      is_mine: isMine,
      sending_remark: remarks.get(row.id) ?? '',
      may_take_over:
        found !== undefined && !isMine && payer !== '' && isForgotten(found, context.clock.now()),
      may_approve:
        decides &&
        found !== undefined &&
        OPEN_PHASES.includes(found.phase) &&
        String(found.owner) !== caller.id &&
        !approvals.includes(caller.id),
    };
  });
}

/** Whether what keeps the signer from it is still to be said. */
const isKept = ({
  phase,
  is_by_hand,
  waits_for,
}: Pick<StoredWithdrawal, 'phase' | 'is_by_hand' | 'waits_for'>): boolean =>
  phase === 'approved' && is_by_hand !== true && (waits_for ?? '') !== '';

/** Switched off, the signer waits for nothing: operators pay. */
async function signerPays(context: PluginContext, rows: Parameters<typeof isKept>[0][]): Promise<boolean> {
  return rows.some(isKept) && (await readPayConfig(context)).payout_switch === 1;
}

/** What was said last of the transactions that are on their way. */
async function remarksOf(
  context: PluginContext,
  rows: readonly Pick<StoredWithdrawal, '_id' | 'phase'>[],
): Promise<Map<string, string>> {
  const sent = rows.filter(({ phase }) => SENDING_PHASES.includes(phase)).map(({ _id }) => String(_id));
  if (sent.length === 0) return new Map();
  const found = await context
    .model(sendingResource)
    .find({ purpose: 'payout', subject: { $in: sent }, is_open: true }, { subject: 1, remark: 1 })
    .lean();
  return new Map(found.map(({ subject, remark }) => [subject, remark]));
}
