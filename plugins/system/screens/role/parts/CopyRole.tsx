import { field } from '@waypost/contract';
import { CallForm, notify, useWords } from '@waypost/host-sdk';
import { z } from 'zod';
import { roleCopy } from '../calls.ts';
import type { RoleRow } from '../resource.ts';

const FIELDS = { name: field(z.string().trim().max(60), { default: '' }) };
const RULES = [
  {
    path: 'name',
    messageKey: 'error.role.name_empty',
    holds: ({ name }: Record<string, unknown>) => typeof name === 'string' && name.trim() !== '',
  },
];

interface CopyRoleProps {
  row: RoleRow;
  onClose: () => void;
  onMade: (id: string) => void;
}

/** A role of one's own with the rights of this one. */
export function CopyRole({ row, onClose, onMade }: CopyRoleProps) {
  const words = useWords();
  return (
    <CallForm
      call={roleCopy}
      name="system.role"
      fields={FIELDS}
      rules={RULES}
      initial={{ name: words('system.role.copy.name', { name: row.name }).slice(0, 60) }}
      submit="system.role.copy"
      drawer={{ title: words('system.role.copy.title', { name: row.name }), width: 420 }}
      toBody={(values) => ({ ...values, id: row.id })}
      onCancel={onClose}
      onSent={({ id }) => {
        notify.success(words('system.role.copy.done'));
        onClose();
        onMade(id);
      }}
    />
  );
}
