import { field, type RowOf } from '@waypost/contract';
import { CallForm, FormSection, notify, ResourceField, useWords } from '@waypost/host-sdk';
import { disableUsers } from '../calls.ts';
import type { userResource } from '../resource.ts';

const CODES = ['keep', 'freeze'] as const;
const FIELDS = {
  codes: field(disableUsers.body.shape.codes, { control: 'radio', options: CODES, default: 'keep' }),
};

interface DisableDrawerProps {
  users: readonly RowOf<typeof userResource>[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks what becomes of the codes, then switches the accounts off. */
export function DisableDrawer({ users, onDone, onClose }: DisableDrawerProps) {
  const words = useWords();
  const [first] = users;
  const names = { name: first?.account ?? '', count: users.length };
  return (
    <CallForm
      call={disableUsers}
      name="system.user_switch"
      fields={FIELDS}
      submit="system.user.disable"
      submitKind="danger"
      drawer={{
        title: words(users.length === 1 ? 'system.user_switch.one' : 'system.user_switch.many', names),
        width: 480,
      }}
      toBody={({ codes }) => ({ ids: users.map(({ id }) => id), codes })}
      onCancel={onClose}
      onSent={({ count }) => {
        notify.success(words('system.user.disabled_done', { count }));
        onDone();
        onClose();
      }}
    >
      <FormSection text="system.user_switch.text">
        <ResourceField name="codes" />
      </FormSection>
    </CallForm>
  );
}
