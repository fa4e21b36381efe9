import { accountReference, field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useTrackOperation, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../codes/code-row.ts';
import { changeOwnerFoundCall } from '../../../codes/found/calls.ts';
import { changeOwnerCall } from '../calls.ts';

const FIELDS = { owner: field(changeOwnerCall.body.shape.owner, { ref: accountReference }) };

export interface ChangeOwnerDrawerProps {
  codes: readonly CodeRow[];
  /** They are of several pages of a list: it is done as long work. */
  isFound?: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Asks who is to have the codes and says what goes along and what ends. */
export function ChangeOwnerDrawer({ codes, isFound = false, onDone, onClose }: ChangeOwnerDrawerProps) {
  const words = useWords();
  const track = useTrackOperation();
  const ids = codes.map(({ id }) => id);
  const isOne = codes.length === 1;
  const names = { name: codes[0]?.name ?? '', count: codes.length };
  return (
    <CallForm
      call={isFound ? changeOwnerFoundCall : changeOwnerCall}
      name="qr.admin"
      fields={FIELDS}
      about={ids.join()}
      submit="qr.admin.give"
      drawer={{ title: words(isOne ? 'qr.admin.owner.one' : 'qr.admin.owner.many', names), width: 480 }}
      toBody={({ owner }) => ({ ids, owner })}
      onCancel={onClose}
      onSent={(sent) => {
        if ('id' in sent) track(sent.id);
        else notify.success(words('qr.admin.notice.given', { count: sent.changed }));
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
