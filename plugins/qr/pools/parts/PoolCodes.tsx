import { CopyText, ResourceList } from '@waypost/host-sdk';
import { CodeState } from '../../codes/parts/CodeState.tsx';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import type { PoolRow } from './rows.ts';

/** The codes that lead to a pool. */
export function PoolCodes({ pool }: { pool: PoolRow }) {
  return (
    <ResourceList
      resource={codeResource}
      title="qr.pool.tab.codes"
      words="qr.pool_codes"
      form={false}
      extraFilters={{ pool: pool.id }}
      filters={['status']}
      hide={['create', 'edit', 'remove']}
      rowTo={(row) => `set_qr_code?id=${row.id}`}
      columns={[
        { field: 'name' },
        {
          field: 'short_code',
          width: 170,
          priority: 1,
          render: (row) => <CopyText value={row.short_url} shown={row.short_code} />,
          exported: { path: 'short_url' },
        },
        { field: 'state', width: 140, render: (row) => <CodeState code={row} /> },
        { field: 'view_number', width: 90, align: 'right', priority: 2 },
        { field: 'create_time', width: 164, priority: 3 },
      ]}
    />
  );
}
