import { Absent, type BatchAction, ResourceList, useAddressQuestion, useClient } from '@waypost/host-sdk';
import { useState } from 'react';
import type { CodeRow } from '../../../codes/code-row.ts';
import { PlacedCode } from '../../../codes/hosts/parts/PlacedCode.tsx';
import { CodeState } from '../../../codes/parts/CodeState.tsx';
import { PrintSheet } from '../../../codes/parts/print/PrintSheet.tsx';
import { TargetSummary } from '../../../codes/parts/TargetSummary.tsx';
import { codeResource } from '../../qr_code_list/resource.ts';
import type { BatchRow } from '../row.ts';

const BY_NUMBER = { sort_field: 'batch_number', sort_order: 'asc' } as const;
/** Codes by the numbers that are printed with them. */
const numbered: typeof codeResource = {
  ...codeResource,
  defaultSort: { field: 'batch_number', order: 'asc' },
};

/** The codes of a batch, the claimed ones among them, to be printed and to be told where they lead. */
export function BatchCodes({ batch }: { batch: BatchRow }) {
  const client = useClient();
  const isWanted = useAddressQuestion();
  const [printing, setPrinting] = useState<readonly CodeRow[]>();
  const print: BatchAction<CodeRow> = {
    name: 'print',
    label: 'qr.code.action.print',
    permission: 'qr.code:read',
    run: async (rows) => {
      if (await isWanted(rows.map((row) => row.qr_url))) setPrinting(rows);
    },
  };
  return (
    <>
      <ResourceList
        resource={numbered}
        title="qr.print_batch.codes"
        words="qr.print_batch_codes"
        form={false}
        load={(query, signal) =>
          client.list(codeResource, { ...BY_NUMBER, ...query }, { call: 'inquire', signal })
        }
        extraFilters={{ batch: batch.id }}
        exports={{ call: { area: codeResource.area, call: 'inquire' }, body: BY_NUMBER }}
        filters={['is_unclaimed', 'status']}
        hide={['create', 'edit']}
        {...(batch.state === 'making' ? { refetchEvery: 3_000 } : {})}
        rowTo={(row) => `set_qr_code?id=${row.id}${row.is_unclaimed ? '&tab=targets' : ''}`}
        columns={[
          { field: 'name' },
          { field: 'batch_number', width: 100, align: 'right', priority: 4 },
          {
            field: 'short_code',
            width: 170,
            priority: 1,
            render: (row) => <PlacedCode code={row} />,
            exported: { path: 'short_url' },
          },
          {
            field: 'targets',
            width: 220,
            priority: 3,
            render: (row) => (row.is_unclaimed ? <Absent /> : <TargetSummary targets={row.targets} />),
          },
          { field: 'state', width: 150, render: (row) => <CodeState code={row} /> },
          { field: 'view_number', width: 90, align: 'right', priority: 2 },
        ]}
        batchActions={[print]}
      />
      {printing ? <PrintSheet codes={printing} onDone={() => setPrinting(undefined)} /> : null}
    </>
  );
}
