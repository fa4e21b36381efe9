import { amountText, type RowOf } from '@waypost/contract';
import { Absent, Button, CopyText, ResourceList, Tag, usePermission, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { addressLink, transactionLink } from '../../chain/networks/values.ts';
import { remarkWords } from '../../sending/remark-words.ts';
import { CollectDrawer } from './parts/CollectDrawer.tsx';
import { sendingResource } from './resource.ts';

type SendingRow = RowOf<typeof sendingResource>;
const TONES = {
  status: { open: 'info', success: 'good', fail: 'bad' },
  phase: {
    ...({ prepared: 'neutral', signed: 'info', broadcast: 'info' } as const),
    ...({ solid: 'good', failed: 'bad', expired: 'warning' } as const),
  },
} as const;
/** Milliseconds between looks: what is on its way moves by itself. */
const LOOK_EVERY = 10_000;

/** What the signer has sent: payouts, collected deposits, and TRX for what that costs. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const [isCollecting, setIsCollecting] = useState(false);
  return (
    <>
      <ResourceList
        resource={sendingResource}
        title="menu.tron_transaction_summary"
        form={false}
        tones={TONES}
        refetchEvery={LOOK_EVERY}
        filters={['purpose', 'status', 'phase']}
        toolbar={
          may('wallet.sending:collect') ? (
            <Button kind="primary" onClick={() => setIsCollecting(true)}>
              {words('wallet.collection.verb')}
            </Button>
          ) : undefined
        }
        columns={[
          { field: 'number', width: 180 },
          { field: 'transaction', width: 190, render: Transaction },
          { field: 'purpose', width: 130, priority: 2 },
          { field: 'amount', width: 150, align: 'right', render: Amount },
          { field: 'status', width: 130 },
          { field: 'phase', width: 210, priority: 1 },
          { field: 'sender', width: 180, priority: 5, render: (row) => <Address row={row} side="sender" /> },
          {
            field: 'receiver',
            width: 180,
            priority: 4,
            render: (row) => <Address row={row} side="receiver" />,
          },
          { field: 'remark', width: 200, priority: 6, render: (row) => <Remark row={row} /> },
          { field: 'fee', width: 130, align: 'right', isHidden: true, render: (row) => trx(row.fee) },
          {
            field: 'fee_estimate',
            width: 130,
            align: 'right',
            isHidden: true,
            render: (row) => trx(row.fee_estimate),
          },
          { field: 'token', isHidden: true },
          { field: 'sent_time', isHidden: true },
          { field: 'end_time', isHidden: true },
          { field: 'create_time', width: 150, priority: 3 },
        ]}
      />
      {isCollecting ? <CollectDrawer onClose={() => setIsCollecting(false)} /> : null}
    </>
  );
}

const trx = (amount: string) => `${amountText(amount)} TRX`;
const Amount = ({ amount, token }: SendingRow) => (
  <span style={{ whiteSpace: 'nowrap' }}>{`${amountText(amount)} ${token}`}</span>
);

function Transaction({ transaction, network }: SendingRow) {
  const href = transactionLink(network, transaction);
  return <CopyText value={transaction} ellipsis="middle" {...(href === undefined ? {} : { href })} />;
}

function Address({ row, side }: { row: SendingRow; side: 'sender' | 'receiver' }) {
  const href = addressLink(row.network, row[side]);
  return <CopyText value={row[side]} ellipsis="middle" {...(href === undefined ? {} : { href })} />;
}

/** What was said last: of the signer in its own words, of a node by its code. */
function Remark({ row: { remark, status } }: { row: SendingRow }) {
  const words = useWords();
  if (remark === '') return <Absent />;
  const text = remarkWords(words, remark);
  return status === 'fail' ? <Tag tone="bad">{text}</Tag> : <span>{text}</span>;
}
