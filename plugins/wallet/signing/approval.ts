import type { Approval } from './signer.ts';

/** In the order in which they stand in what is signed. */
export const APPROVAL_FIELDS = [
  ...(['amount', 'approved_at', 'approver', 'contract', 'network', 'receiver', 'withdrawal'] as const),
] satisfies readonly (keyof Approval)[];

/** The text that an approver signs: JSON of exactly these fields, in alphabetical order, without blanks. */
export function canonicalApproval(approval: Approval): string {
  return JSON.stringify(Object.fromEntries(APPROVAL_FIELDS.map((name) => [name, approval[name]])));
}

/** The text by which a person's trusted key vouches for another key of the same person. */
export function canonicalEndorsement({
  approver,
  public_key,
}: {
  approver: string;
  public_key: string;
}): string {
  return JSON.stringify({ approver, endorsed: public_key });
}
