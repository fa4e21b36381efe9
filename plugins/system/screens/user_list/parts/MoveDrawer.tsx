import { accountReference, field, type RowOf, zId } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { moveUser } from '../calls.ts';
import type { userResource } from '../resource.ts';

const FIELDS = { superior: field(zId.nullable(), { ref: accountReference, default: null }) };

interface MoveDrawerProps {
  user: RowOf<typeof userResource>;
  onDone: () => void;
  onClose: () => void;
}

/** Another superior for a customer and everybody below. */
export function MoveDrawer({ user, onDone, onClose }: MoveDrawerProps) {
  const words = useWords();
  return (
    <CallForm
      call={moveUser}
      name="system.user_move"
      fields={FIELDS}
      initial={{ superior: user.superior }}
      submit="system.user.move"
      drawer={{ title: words('system.user_move.title', { name: user.account }), width: 480 }}
      toBody={({ superior }) => ({ id: user.id, version: user.version, superior: superior || null })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('form.saved'));
        onDone();
        onClose();
      }}
    >
      <FormSection text="system.user_move.text">
        <ResourceField name="superior" />
      </FormSection>
    </CallForm>
  );
}
