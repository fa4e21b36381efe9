import { p256 } from '@noble/curves/nist.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalApproval } from '../approval.ts';
import type { Approval, SignedApproval } from '../signer.ts';

export interface TestApprover {
  approver: string;
  public_key: string;
  sign(approval: Omit<Approval, 'approver'>): SignedApproval;
  signText(text: string): string;
}

/** Somebody who approves, with a key as a browser makes it. */
export function testApprover(approver: string): TestApprover {
  const secret = p256.utils.randomSecretKey();
  const public_key = bytesToHex(p256.getPublicKey(secret, false));
  const signText = (text: string) =>
    bytesToHex(p256.sign(new TextEncoder().encode(text), secret, { lowS: false }));
  return {
    approver,
    public_key,
    signText,
    sign(given) {
      const approval = { ...given, approver };
      return { ...approval, public_key, signature: signText(canonicalApproval(approval)) };
    },
  };
}

/** The same approval with a field written over, its signature as it was. */
export const forged = (approval: SignedApproval, change: Partial<SignedApproval>): SignedApproval => ({
  ...approval,
  ...change,
});
