import { Absent, CopyText, RelativeTime, ResourceList, useResource, useTopic } from '@waypost/host-sdk';
import { transactionLink } from '../chain/networks/values.ts';
import { Money } from '../money/Money.tsx';
import { partOf, payableAs } from './may-copy.ts';
import { withdrawalResource } from './resource.ts';
import { WITHDRAWAL_TONES } from './tones.ts';

interface WithdrawalListProps {
  title: string;
  words: string;
  /** Screen that a withdrawal's page is on. */
  screen: 'withdrawal_list' | 'acting_withdrawal_list';
  /** Everybody's, for those who decide; else the own ones. */
  isReview: boolean;
}

/** Withdrawals: how much, and how far each is. Each leads to its page; a change shows at once. */
export function WithdrawalList({ title, words, screen, isReview }: WithdrawalListProps) {
  const { reload } = useResource(withdrawalResource);
  useTopic(isReview ? 'wallet.withdrawal:all' : 'wallet.withdrawal', () => void reload());
  return (
    <ResourceList
      resource={withdrawalResource}
      title={title}
      words={words}
      call={isReview ? 'inquire' : 'user_inquire'}
      owners={isReview ? 'preset' : false}
      form={false}
      tones={WITHDRAWAL_TONES}
      rowTo={({ id }) => `${screen}?id=${id}`}
      filters={isReview ? ['phase', 'status', 'is_mine', 'paid_time'] : ['phase', 'status', 'paid_time']}
      columns={[
        { field: 'number', width: 200 },
        { field: 'owner_account', width: 160, priority: 1, isHidden: !isReview },
        {
          field: 'amount',
          width: 150,
          align: 'right',
          render: ({ amount }) => <Money amount={amount} />,
        },
        {
          field: 'payout',
          width: 150,
          align: 'right',
          priority: 4,
          render: ({ payout }) => <Money amount={payout} />,
        },
        // The step says more than the status, by which the list is filtered.
        { field: 'phase', width: 170 },
        { field: 'status', isHidden: true },
        {
          field: 'paying_by',
          width: 170,
          priority: 5,
          isHidden: !isReview,
          render: ({ paying_by, paying_since }) =>
            paying_by === '' ? (
              <Absent />
            ) : (
              <>
                {paying_by}
                {paying_since === null ? null : (
                  <>
                    {' · '}
                    <RelativeTime value={paying_since} />
                  </>
                )}
              </>
            ),
        },
        { field: 'create_time', title: 'wallet.withdrawal.create_time', width: 150, priority: 3 },
        { field: 'fee', isHidden: true, render: ({ fee }) => <Money amount={fee} /> },
        {
          field: 'address',
          width: 180,
          priority: 6,
          isHidden: !isReview,
          render: (row) =>
            !isReview || payableAs(row) === 'copy' ? (
              <CopyText value={row.address} ellipsis="middle" />
            ) : (
              partOf(row.address)
            ),
        },
        {
          field: 'transaction',
          isHidden: true,
          render: ({ transaction, network }) => {
            if (transaction === '') return <Absent />;
            const href = transactionLink(network, transaction);
            return (
              <CopyText value={transaction} ellipsis="middle" {...(href === undefined ? {} : { href })} />
            );
          },
        },
        { field: 'reason', isHidden: true },
        { field: 'decided_time', isHidden: true },
        { field: 'paid_time', isHidden: true },
      ]}
    />
  );
}
