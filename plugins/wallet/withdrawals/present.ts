import { ACCOUNT_STATES, type AccountStates, type Caller, type PluginContext } from '@waypost/sdk';
import { withdrawalResource } from '../screens/withdrawal_list/resource.ts';
import type { StoredWithdrawal } from './stored.ts';
import { OPEN_PHASES, type PayoutFault } from './values.ts';

/** The right of whoever decides of withdrawals to see them all. */
export const READ_ALL = 'wallet.withdrawal:read_all';

interface Presented {
  id: string;
  fault: '' | PayoutFault;
  owner_account: string;
  approved_by: string[];
  may_approve: boolean;
}

export const seesAll = ({ isSuper, permissions }: Caller): boolean => isSuper || permissions.has(READ_ALL);

/** Adds whose withdrawals are, and to those who decide who has approved them; to others that is not said. */
export async function presentWithdrawals<R extends { id: string }>(
  context: PluginContext,
  rows: readonly R[],
  caller: Caller,
): Promise<(R & Presented)[]> {
  const stored = (await context
    .model(withdrawalResource)
    .find({ _id: { $in: rows.map(({ id }) => id) } } as never, {
      ...{ owner: 1, approvals: 1, phase: 1, fault: 1 },
    })
    .lean()) as StoredWithdrawal[];
  const byId = new Map(stored.map((row) => [String(row._id), row]));
  const people = stored.flatMap(({ owner, approvals }) => [String(owner), ...approvals]);
  const names =
    (await context.require<AccountStates>(ACCOUNT_STATES, '^1')?.names([...new Set(people)])) ?? {};
  const decides = seesAll(caller);
  return rows.map((row) => {
    const found = byId.get(row.id);
    const approvals = decides ? (found?.approvals ?? []) : [];
    return {
      ...row,
      fault: decides ? (found?.fault ?? '') : '',
      owner_account: names[String(found?.owner)] ?? '',
      approved_by: approvals.map((id) => names[id] ?? id),
      may_approve:
        decides &&
        found !== undefined &&
        OPEN_PHASES.includes(found.phase) &&
        String(found.owner) !== caller.id &&
        !approvals.includes(caller.id),
    };
  });
}
