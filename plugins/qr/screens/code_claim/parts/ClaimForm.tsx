import { field } from '@waypost/contract';
import { CallForm, notify, ScreenLink, useGo, useWords } from '@waypost/host-sdk';
import { claimCodeCall } from '../calls.ts';
import styles from './claim.module.css';

const FIELDS = { claim_code: field(claimCodeCall.body.shape.claim_code) };

/** Asks for the claim code of the code that it names, and leads to where the new owner says what the code opens. */
export function ClaimForm({ shortCode }: { shortCode: string }) {
  const words = useWords();
  const go = useGo();
  return (
    <>
      <p className={styles.lead}>{words('qr.claim.claimable', { code: shortCode })}</p>
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
      />
      <ScreenLink to="code_claim">{words('qr.claim.again')}</ScreenLink>
    </>
  );
}
