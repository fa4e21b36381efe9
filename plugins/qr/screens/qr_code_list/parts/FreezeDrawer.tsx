import { field } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useTrackOperation, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../codes/code-row.ts';
import { freezeFoundCall } from '../../../codes/found/calls.ts';
import { freezeCall } from '../calls.ts';

const FIELDS = { reason: field(freezeCall.body.shape.reason) };

export interface FreezeDrawerProps {
  codes: readonly CodeRow[];
  /** They are of several pages of a list: it is done as long work. */
  isFound?: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the reason, then freezes; for a code that is frozen already the reason is what changes. */
export function FreezeDrawer({ codes, isFound = false, onDone, onClose }: FreezeDrawerProps) {
  const words = useWords();
  const track = useTrackOperation();
  const [first] = codes;
  const ids = codes.map(({ id }) => id);
  const isOne = codes.length === 1;
  const names = { name: first?.name ?? '', count: codes.length };
  return (
    <CallForm
      call={isFound ? freezeFoundCall : freezeCall}
      name="qr.admin"
      fields={FIELDS}
      about={ids.join()}
      initial={isOne ? { reason: first?.frozen_reason ?? '' } : {}}
      submit="qr.admin.freeze"
      submitKind="danger"
      drawer={{ title: words(isOne ? 'qr.admin.freeze.one' : 'qr.admin.freeze.many', names), width: 480 }}
      toBody={({ reason }) => ({ ids, reason })}
      onCancel={onClose}
      onSent={(sent) => {
        if ('id' in sent) track(sent.id);
        else notify.success(words('qr.admin.notice.frozen', { count: sent.frozen }));
        onDone();
        onClose();
      }}
    >
      <FormSection text="qr.admin.freeze.text">
        <ResourceField name="reason" />
      </FormSection>
    </CallForm>
  );
}
