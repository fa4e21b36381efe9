import { accountReference, field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { assignCall } from '../calls.ts';
import type { DomainRow } from '../row.ts';

const FIELDS = { holder: field(assignCall.body.shape.holder, { ref: accountReference, default: null }) };

/** Asks who is lent a domain of the platform; nobody takes it back. */
export function AssignDrawer(props: { domain: DomainRow; onClose: () => void; onDone: () => void }) {
  const { domain, onClose, onDone } = props;
  const words = useWords();
  return (
    <CallForm
      call={assignCall}
      name="domain.platform"
      fields={FIELDS}
      about={domain.id}
      initial={{ holder: domain.owner_account === '' ? null : domain.owner }}
      submit="domain.platform.assign"
      drawer={{ title: words('domain.platform.assign.title', { name: domain.shown }), width: 480 }}
      toBody={({ holder }) => ({ id: domain.id, holder: holder || null })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('domain.notice.saved'));
        onClose();
        onDone();
      }}
    >
      <FormSection text="domain.platform.assign.text">
        <ResourceField name="holder" />
      </FormSection>
    </CallForm>
  );
}
