import { IconCheckCircle } from '@arco-design/web-react/icon';
import { amountText, type RowOf, zAmount } from '@waypost/contract';
import { Absent, CopyText, ReferenceTitle, ResourceList, TabbedPage, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { BankTopUpList } from '../../bank/BankTopUpList.tsx';
import { addressLink, transactionLink } from '../../chain/networks/values.ts';
import { orderReference } from './order-reference.ts';
import { ResolveDrawer } from './parts/ResolveDrawer.tsx';
import { transferResource } from './resource.ts';

type TransferRow = RowOf<typeof transferResource>;
const TONES = {
  state: {
    ...({ credited: 'good', unmatched: 'warning', wrong_token: 'bad', failed: 'bad' } as const),
    ...({ not_ours: 'neutral', gone: 'bad' } as const),
  },
} as const;

/** Money that came: what was seen on the chain, and what customers say to have sent by bank. */
export function Page() {
  const words = useWords();
  return (
    <TabbedPage
      title={words('menu.usdt_transaction_record')}
      tabs={[
        { name: 'chain', title: 'wallet.transfer.tab.chain', content: <Transfers /> },
        {
          name: 'bank',
          title: 'wallet.transfer.tab.bank',
          permission: 'wallet.bank_top_up:read_all',
          content: <BankTopUpList />,
        },
      ]}
    />
  );
}

/** What was seen on the chain; what matches nothing waits here for somebody who says whose it is. */
function Transfers() {
  const words = useWords();
  const [resolved, setResolved] = useState<TransferRow>();
  return (
    <>
      <ResourceList
        resource={transferResource}
        title="wallet.transfer.tab.chain"
        form={false}
        tones={TONES}
        filters={['state', 'time', 'account', 'network']}
        columns={[
          { field: 'transaction', render: Transaction },
          { field: 'state', width: 140 },
          { field: 'amount', width: 170, align: 'right', render: Amount },
          {
            field: 'reason',
            width: 170,
            priority: 3,
            render: ({ reason }) => (reason === '' ? <Absent /> : words(`wallet.transfer.reason.${reason}`)),
          },
          { field: 'account', width: 150, priority: 1 },
          { field: 'time', width: 150, priority: 2 },
          { field: 'sender', width: 190, priority: 4, render: (row) => <Address row={row} side="sender" /> },
          {
            field: 'receiver',
            width: 190,
            priority: 5,
            render: (row) => <Address row={row} side="receiver" />,
          },
          { field: 'block', width: 120, align: 'right', priority: 6 },
          {
            field: 'order',
            isHidden: true,
            render: ({ order }) =>
              order === null ? <Absent /> : <ReferenceTitle reference={orderReference} ids={[order]} />,
          },
          ...(['remark', 'fingerprint', 'network', 'symbol', 'resolved_by'] as const).map(
            (field) => ({ field, isHidden: true }) as const,
          ),
          {
            field: 'contract',
            isHidden: true,
            render: ({ contract }) => <CopyText value={contract} ellipsis="middle" />,
          },
          { field: 'create_time', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'resolve',
            label: 'wallet.transfer.resolve',
            icon: <IconCheckCircle />,
            permission: 'wallet.transfer:resolve',
            isVisible: ({ state }) => state !== 'credited' && state !== 'not_ours',
            run: (row, list) => {
              setResolved(row);
              list.reload();
            },
          },
        ]}
      />
      {resolved ? (
        <ResolveDrawer
          transfer={resolved}
          title={words('wallet.transfer.resolve.title', { amount: amountOf(resolved) })}
          onClose={() => setResolved(undefined)}
        />
      ) : null}
    </>
  );
}

/** Of tokens that are not ours nobody knows how many digits stand behind the point. */
const amountOf = ({ amount, state, symbol }: TransferRow): string =>
  state === 'wrong_token' || !zAmount.safeParse(amount).success
    ? `${amount} ${symbol}`
    : `${amountText(amount)} USDT`;

const Amount = (row: TransferRow) => <span style={{ whiteSpace: 'nowrap' }}>{amountOf(row)}</span>;

function Transaction({ transaction, network }: TransferRow) {
  const href = transactionLink(network, transaction);
  return <CopyText value={transaction} ellipsis="middle" {...(href === undefined ? {} : { href })} />;
}

function Address({ row, side }: { row: TransferRow; side: 'sender' | 'receiver' }) {
  const address = row[side];
  if (address === '') return <Absent />;
  const href = addressLink(row.network, address);
  return <CopyText value={address} ellipsis="middle" {...(href === undefined ? {} : { href })} />;
}
