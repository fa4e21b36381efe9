import { field, type RowOf, zId } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { changeUserKind } from '../calls.ts';
import type { userResource } from '../resource.ts';
import { UserRoleControl } from './UserRoleControl.tsx';

const FIELDS = { role: field(zId) };
const CONTROLS = { role: UserRoleControl };

interface RoleDrawerProps {
  user: RowOf<typeof userResource>;
  onDone: () => void;
  onClose: () => void;
}

/** Another role for a customer: one of every installation, or one that operators made. */
export function RoleDrawer({ user, onDone, onClose }: RoleDrawerProps) {
  const words = useWords();
  return (
    <CallForm
      call={changeUserKind}
      name="system.user_role"
      fields={FIELDS}
      controls={CONTROLS}
      initial={{ role: user.role }}
      submit="system.user.change_role"
      drawer={{ title: words('system.user_role.title', { name: user.account }), width: 480 }}
      toBody={({ role }) => ({ id: user.id, version: user.version, role: String(role) })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('form.saved'));
        onDone();
        onClose();
      }}
    >
      <FormSection text="system.user_role.text">
        <ResourceField name="role" />
      </FormSection>
    </CallForm>
  );
}
