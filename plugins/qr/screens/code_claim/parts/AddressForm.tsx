import { field } from '@waypost/contract';
import { CallForm, useQuery } from '@waypost/host-sdk';
import { findClaimCall } from '../calls.ts';

const FIELDS = { address: field(findClaimCall.body.shape.address) };

/** Asks for what stands below the picture, where nobody came by scanning it. */
export function AddressForm() {
  const [, setQuery] = useQuery();
  return (
    <CallForm
      call={findClaimCall}
      name="qr.claim"
      fields={FIELDS}
      submit="qr.claim.find"
      isQuestion
      onSent={(_found, { address }) => setQuery({ address: String(address) })}
    />
  );
}
