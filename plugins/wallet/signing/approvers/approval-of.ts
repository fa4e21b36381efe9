import type { Approval } from '../signer.ts';

/** What stands in a withdrawal's row of what is approved. */
export interface ApprovedRow {
  id: string;
  address: string;
  payout: string;
  network: string;
  contract: string;
}

/** What is approved of a withdrawal: its receiver, what is paid out, its network and token, as they stand in its row. */
export function approvalOf(
  { id, address, payout, network, contract }: ApprovedRow,
  { approver, approved_at }: Pick<Approval, 'approver' | 'approved_at'>,
): Approval {
  return { withdrawal: id, receiver: address, amount: payout, network, contract, approver, approved_at };
}
