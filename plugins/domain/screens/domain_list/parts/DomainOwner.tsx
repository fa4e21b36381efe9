import { accountReference } from '@waypost/contract';
import { Absent, ReferenceLink } from '@waypost/host-sdk';
import type { DomainRow } from '../row.ts';

/** Whose a domain is or who has it, with the way to the person's page; a dash where nobody has it. */
export function DomainOwner({ domain: { owner = '', owner_account: account } }: { domain: DomainRow }) {
  return account === '' ? (
    <Absent />
  ) : (
    <ReferenceLink reference={accountReference} id={owner} title={account} />
  );
}
