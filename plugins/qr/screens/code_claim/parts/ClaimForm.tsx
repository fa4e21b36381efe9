import { field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useGo, useWords } from '@waypost/host-sdk';
import { claimCodeCall } from '../calls.ts';

const FIELDS = { claim_code: field(claimCodeCall.body.shape.claim_code) };

/** Asks for the claim code, and leads to where the new owner says what the code opens. */
export function ClaimForm({ shortCode }: { shortCode: string }) {
  const words = useWords();
  const go = useGo();
  return (
    <CallForm
      call={claimCodeCall}
      name="qr.claim"
      fields={FIELDS}
      about={shortCode}
      submit="qr.claim.verb"
      toBody={({ claim_code }) => ({ claim_code, short_code: shortCode })}
      onSent={({ id }) => {
        notify.success(words('qr.claim.done', { code: shortCode }));
        go('set_qr_code', { id, tab: 'targets' });
      }}
    >
      <FormSection text="qr.claim.claimable">
        <ResourceField name="claim_code" />
      </FormSection>
    </CallForm>
  );
}
