import { IconPlus, IconUpload } from '@arco-design/web-react/icon';
import { Button, ResourceList, ScreenLink, useFormat, usePermission, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { printBatchResource } from '../resource.ts';
import { ClaimDrawer } from './ClaimDrawer.tsx';
import { NewBatch } from './NewBatch.tsx';
import { BATCH_TONES } from './tones.ts';

/** Every batch with how far it is made and claimed. Each leads to its page. */
export function BatchList() {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const [open, setOpen] = useState<'new' | 'claim'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <ResourceList
        resource={printBatchResource}
        title="menu.print_batch"
        // The right is that of the tables of batches; the list alone knows none of its own.
        {...(may('qr.print_batch:export') ? {} : { exports: 'forbidden' as const })}
        tones={BATCH_TONES}
        form={false}
        rowTo={(row) => `print_batch?id=${row.id}`}
        hide={['edit']}
        refetchEvery={5_000}
        filters={['state']}
        begin={
          may('qr.print_batch:create') ? (
            <Button kind="primary" icon={<IconPlus />} onClick={() => setOpen('new')}>
              {words('qr.print_batch.create')}
            </Button>
          ) : null
        }
        toolbar={({ isEmpty }) => (
          <>
            {may('qr.code:create') ? <ScreenLink to="code_claim">{words('qr.claim.link')}</ScreenLink> : null}
            {!isEmpty && may('qr.print_batch:claim') ? (
              <Button icon={<IconUpload />} onClick={() => setOpen('claim')}>
                {words('qr.claim_lines.import')}
              </Button>
            ) : null}
          </>
        )}
        columns={[
          { field: 'name' },
          { field: 'state', width: 150 },
          { field: 'size', width: 110, align: 'right', priority: 1 },
          {
            field: 'claimed',
            width: 150,
            align: 'right',
            priority: 2,
            render: ({ claimed, size }) =>
              words('qr.print_batch.claimed_of', {
                claimed: format.number(claimed),
                size: format.number(size),
              }),
          },
          { field: 'create_time', width: 164, priority: 4 },
          { field: 'made', isHidden: true, align: 'right' },
          { field: 'has_claim_codes', isHidden: true },
          { field: 'group', isHidden: true },
          { field: 'remark', isHidden: true },
        ]}
      />
      {open === 'new' ? <NewBatch onClose={close} /> : null}
      {open === 'claim' ? <ClaimDrawer onClose={close} /> : null}
    </>
  );
}
