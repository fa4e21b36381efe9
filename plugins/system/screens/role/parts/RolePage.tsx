import { YesNo } from '@waypost/contract';
import { Button, Can, Tag, type ThingHandle, ThingPage, useGo, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import type { RoleRow } from '../resource.ts';
import { role } from '../resource.ts';
import { CompareTab } from './CompareTab.tsx';
import { CopyRole } from './CopyRole.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import { ExplainAccess } from './ExplainAccess.tsx';
import { RemoveRole } from './RemoveRole.tsx';
import { RightsTab } from './RightsTab.tsx';
import { useMakeDefault } from './use-make-default.ts';

/** The page of a role: its rights, what they differ in from another's, and why its people see what they see. */
export function RolePage() {
  const words = useWords();
  return (
    <ThingPage
      resource={role}
      back={{ screen: 'role', label: 'system.role.back' }}
      state={({ kind, is_default }) => (
        <>
          <Tag>{words(`system.role.kind.${kind}`)}</Tag>
          {is_default === YesNo.yes ? <Tag tone="info">{words('system.role.is_default.2')}</Tag> : null}
        </>
      )}
      facts={({ remarks }) => remarks}
      actions={(row, page) => <Verbs row={row} page={page} />}
      tabs={[
        {
          name: 'rights',
          title: 'system.role.tab.rights',
          content: (row, page) => <RightsTab row={row} page={page} />,
        },
        {
          name: 'compare',
          title: 'system.role.tab.compare',
          content: (row) => <CompareTab row={row} />,
        },
        {
          name: 'explain',
          title: 'system.role.tab.explain',
          content: ({ id }) => <ExplainAccess role={id} />,
        },
        {
          name: 'details',
          title: 'system.role.tab.details',
          permission: 'system.role:update',
          content: (row, page) => <DetailsTab row={row} page={page} />,
        },
      ]}
    />
  );
}

function Verbs({ row, page }: { row: RoleRow; page: ThingHandle }) {
  const words = useWords();
  const go = useGo();
  const [open, setOpen] = useState<'copy' | 'remove'>();
  const makeDefault = useMakeDefault(row, page);
  const close = () => setOpen(undefined);
  return (
    <>
      <Can permission="system.role:create">
        <Button onClick={() => setOpen('copy')}>{words('system.role.copy')}</Button>
      </Can>
      {row.kind === 'operator' || row.is_default === YesNo.yes || !row.may_change ? null : (
        <Button onClick={() => void makeDefault()}>{words('system.role.make_default')}</Button>
      )}
      {row.is_built_in === YesNo.yes || !row.may_change ? null : (
        <Can permission="system.role:delete">
          <Button onClick={() => setOpen('remove')}>{words('system.role.remove')}</Button>
        </Can>
      )}
      {open === 'copy' ? <CopyRole row={row} onClose={close} onMade={(id) => go('role', { id })} /> : null}
      {open === 'remove' ? <RemoveRole row={row} onClose={close} onGone={() => go('role')} /> : null}
    </>
  );
}
