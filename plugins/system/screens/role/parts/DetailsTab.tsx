import { YesNo } from '@waypost/contract';
import { notify, ResourceForm, type ThingHandle, useWords } from '@waypost/host-sdk';
import type { RoleRow } from '../resource.ts';
import { role } from '../resource.ts';
import { FixedNotice } from './FixedNotice.tsx';

const ALL = ['name', 'remarks'] as const;
/** What a role of every installation is called follows the reader's language. */
const BUILT_IN = ['remarks'] as const;

/** What a role is called, and the note on it. */
export function DetailsTab({ row, page }: { row: RoleRow; page: ThingHandle }) {
  const words = useWords();
  if (!row.may_change) return <FixedNotice row={row} />;
  const fields = row.is_built_in === YesNo.yes ? BUILT_IN : ALL;
  return (
    <ResourceForm
      key={row.version}
      resource={role}
      mode="edit"
      row={row}
      only={fields}
      about={`details ${row.id}`}
      sections={[{ fields }]}
      hasOthersSections={false}
      onSaved={() => {
        notify.success(words('form.saved'));
        page.reload();
      }}
    />
  );
}
