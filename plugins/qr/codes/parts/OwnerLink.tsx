import { accountReference } from '@waypost/contract';
import { Absent, ReferenceLink } from '@waypost/host-sdk';

/** Whose a code is, with the way to the person's page; a dash where nobody is told, or the person is gone. */
export function OwnerLink({ of }: { of: { owner?: string | undefined; owner_account: string } }) {
  const { owner = '', owner_account: account } = of;
  return account === '' ? (
    <Absent />
  ) : (
    <ReferenceLink reference={accountReference} id={owner} title={account} />
  );
}
