import type { PluginContext } from '@waypost/sdk';
import type { z } from 'zod';
import type { StoredWithdrawal } from '../../withdrawals/stored.ts';
import { canonicalApproval } from '../approval.ts';
import { isSignedBy } from '../approver-key.ts';
import { signerErrors } from '../errors.ts';
import type { SignedApproval } from '../signer.ts';
import { approvalOf } from './approval-of.ts';
import { keptKeys } from './approver-keys.ts';
import type { zBrowserApproval } from './calls.ts';

/**
 * The approval that a browser has signed, as the signer takes it. Errors: `wallet.approval_forged` 409 where the signature is not
 * of exactly this withdrawal, by a key that the approver's account has
 */
export async function readApproval(
  context: PluginContext,
  { row, approver }: { row: StoredWithdrawal; approver: string },
  { approved_at, public_key, signature }: z.output<typeof zBrowserApproval>,
): Promise<SignedApproval> {
  const approval = approvalOf({ ...row, id: String(row._id) }, { approver, approved_at });
  const isOwn = await keptKeys(context).exists({ _id: public_key, account: approver });
  if (isOwn === null || !isSignedBy(public_key, canonicalApproval(approval), signature))
    throw signerErrors.approval_forged.create();
  return { ...approval, public_key, signature };
}
