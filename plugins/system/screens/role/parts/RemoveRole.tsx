import { field, zId } from '@waypost/contract';
import { CallForm, notify, ResourceField, useFormat, useWords } from '@waypost/host-sdk';
import { roleRemove } from '../calls.ts';
import type { RoleRow } from '../resource.ts';
import { role } from '../resource.ts';

const FIELDS = { move_to: field(zId, { ref: role }) };
const NO_FIELDS = {};

interface RemoveRoleProps {
  row: RoleRow;
  onClose: () => void;
  onGone: () => void;
}

/** Deletes a role; where somebody has it, says which one they get. */
export function RemoveRole({ row, onClose, onGone }: RemoveRoleProps) {
  const words = useWords();
  const { number } = useFormat();
  const { id, name, people } = row;
  return (
    <CallForm
      call={roleRemove}
      name="system.role"
      fields={people > 0 ? FIELDS : NO_FIELDS}
      submit="system.role.remove"
      submitKind="danger"
      isQuestion
      drawer={{ title: words('system.role.remove.title', { name }), width: 420 }}
      toBody={(values) => ({ ...values, id })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('system.role.remove.done'));
        onClose();
        onGone();
      }}
    >
      <p>{words('system.role.remove.text')}</p>
      {people > 0 ? (
        <>
          <p>{words('system.role.remove.people', { count: people, figure: number(people) })}</p>
          <ResourceField name="move_to" />
        </>
      ) : null}
    </CallForm>
  );
}
