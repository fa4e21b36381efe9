import { type Amount, accountReference } from '@waypost/contract';
import { Absent, ReferenceLink } from '@waypost/host-sdk';
import { Money } from '../../money/Money.tsx';

const amountOf = (amount: Amount) => <Money amount={amount} />;

/** A person, with the way to the page for whoever may go there; a dash where nobody has the account any more. */
export function PersonLink({ id, account }: { id: string; account: string }) {
  return account === '' ? <Absent /> : <ReferenceLink reference={accountReference} id={id} title={account} />;
}

/** Columns of the amounts of a row of sums, what matters most staying longest. */
export const SUM_COLUMNS = [
  { field: 'orders', title: 'wallet.sums.orders', width: 100, align: 'right', priority: 3 },
  {
    ...({
      field: 'turnover',
      title: 'wallet.sums.turnover',
      width: 150,
      align: 'right',
      priority: 2,
    } as const),
    render: ({ turnover }: { turnover: Amount }) => amountOf(turnover),
  },
  {
    ...({ field: 'earned', title: 'wallet.sums.earned', width: 150, align: 'right', priority: 1 } as const),
    render: ({ earned }: { earned: Amount }) => amountOf(earned),
  },
  {
    ...({
      field: 'returned',
      title: 'wallet.sums.returned',
      width: 150,
      align: 'right',
      priority: 4,
    } as const),
    render: ({ returned }: { returned: Amount }) => amountOf(returned),
  },
  {
    ...({ field: 'kept', title: 'wallet.sums.kept', width: 150, align: 'right', priority: 0 } as const),
    render: ({ kept }: { kept: Amount }) => amountOf(kept),
  },
  {
    ...({ field: 'refunded', title: 'wallet.sums.refunded', isHidden: true, align: 'right' } as const),
    render: ({ refunded }: { refunded: Amount }) => amountOf(refunded),
  },
] as const;
