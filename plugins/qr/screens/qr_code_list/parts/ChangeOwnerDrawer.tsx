import { accountReference, field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../codes/code-row.ts';
import { changeOwnerCall } from '../calls.ts';

const FIELDS = { owner: field(changeOwnerCall.body.shape.owner, { ref: accountReference }) };

export interface ChangeOwnerDrawerProps {
  codes: readonly CodeRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks who is to have the codes and says what goes along and what ends. */
export function ChangeOwnerDrawer({ codes, onDone, onClose }: ChangeOwnerDrawerProps) {
  const words = useWords();
  const ids = codes.map(({ id }) => id);
  const isOne = codes.length === 1;
  const names = { name: codes[0]?.name ?? '', count: codes.length };
  return (
    <CallForm
      call={changeOwnerCall}
      name="qr.admin"
      fields={FIELDS}
      about={ids.join()}
      submit="qr.admin.give"
      drawer={{ title: words(isOne ? 'qr.admin.owner.one' : 'qr.admin.owner.many', names), width: 480 }}
      toBody={({ owner }) => ({ ids, owner })}
      onCancel={onClose}
      onSent={({ changed }) => {
        notify.success(words('qr.admin.notice.given', { count: changed }));
        onDone();
        onClose();
      }}
    >
      <FormSection text="qr.admin.owner.text">
        <ResourceField name="owner" />
      </FormSection>
    </CallForm>
  );
}
