import type { BodyOf } from '@waypost/contract';
import { useUser } from '@waypost/host-sdk';
import type { withdrawalApprove } from '../../screens/withdrawal_list/calls.ts';
import { canonicalApproval } from '../approval.ts';
import { type ApprovedRow, approvalOf } from './approval-of.ts';
import { findBrowserKey } from './browser-key.ts';

type Body = BodyOf<typeof withdrawalApprove>;

/** What approves a withdrawal: with the signature of this browser's key where it has one. */
export function useApproval(): (row: ApprovedRow) => Promise<Body> {
  const user = useUser();
  return async (row) => {
    const key = user === undefined ? undefined : await findBrowserKey(user.id);
    if (key === undefined || user === undefined) return { id: row.id };
    const approved_at = new Date().toISOString();
    const text = canonicalApproval(approvalOf(row, { approver: user.id, approved_at }));
    return {
      id: row.id,
      approval: { approved_at, public_key: key.publicKey, signature: await key.sign(text) },
    };
  };
}
