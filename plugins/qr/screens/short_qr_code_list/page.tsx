import { IconUpload } from '@arco-design/web-react/icon';
import { Button, CopyText, ResourceList, usePermission, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { CodeState } from '../../codes/parts/CodeState.tsx';
import { TargetSummary } from '../../codes/parts/TargetSummary.tsx';
import { codeResource } from '../qr_code_list/resource.ts';
import { ImportDrawer } from './parts/ImportDrawer.tsx';

const LINKS_ALONE = { is_short_link: true };

/** Short links: codes whose address is what counts. Many are made at once, of lines or of a file. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <ResourceList
        resource={codeResource}
        title="menu.short_qr_code_list"
        form={false}
        extraFilters={LINKS_ALONE}
        rowTo={(row) => `set_qr_code?id=${row.id}`}
        filters={['status']}
        hide={['create', 'edit']}
        refetchEvery={15_000}
        columns={[
          { field: 'name' },
          {
            field: 'short_code',
            width: 260,
            priority: 1,
            render: (row) => <CopyText value={row.short_url} shown={row.short_url} />,
          },
          {
            field: 'targets',
            width: 240,
            priority: 3,
            render: (row) => <TargetSummary targets={row.targets} />,
          },
          { field: 'state', width: 140, render: (row) => <CodeState code={row} /> },
          { field: 'view_number', width: 90, align: 'right', priority: 2 },
          { field: 'create_time', width: 164, priority: 5 },
        ]}
        toolbar={
          may('qr.short_link:import') ? (
            <Button kind="primary" icon={<IconUpload />} onClick={() => setImporting(true)}>
              {words('qr.short_link.import')}
            </Button>
          ) : null
        }
      />
      {isImporting ? <ImportDrawer onClose={() => setImporting(false)} /> : null}
    </>
  );
}
