import { field } from '@waypost/contract';
import { CallForm, useKeepAnswer, useQuery } from '@waypost/host-sdk';
import { findClaimCall } from '../calls.ts';

const FIELDS = { address: field(findClaimCall.body.shape.address) };

/** Asks for what stands below the picture, where nobody came by scanning it. */
export function AddressForm() {
  const [, setQuery] = useQuery();
  const keep = useKeepAnswer(findClaimCall);
  return (
    <CallForm
      call={findClaimCall}
      name="qr.claim"
      fields={FIELDS}
      submit="qr.claim.find"
      isQuestion
      onSent={(found, values) => {
        const address = String(values.address).trim();
        keep({ address }, found);
        setQuery({ address });
      }}
    />
  );
}
