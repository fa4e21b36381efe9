import type { RowOf } from '@waypost/contract';
import { type ColumnChoice, ScreenLink } from '@waypost/host-sdk';
import { Money } from '../../money/Money.tsx';
import type { shareResource } from '../../screens/agent_divided_into/resource.ts';
import { Percent } from './Percent.tsx';
import { PersonLink } from './sum-columns.tsx';

type Share = RowOf<typeof shareResource>;

/** Columns of what was earned of orders. */
export function shareColumns({
  isOfAll,
  hasCustomer,
}: {
  /** Everybody's: who earned it is said, and orders lead to the screen of all. */
  isOfAll: boolean;
  /** Who bought is said, too. */
  hasCustomer: boolean;
}): ColumnChoice<typeof shareResource>[] {
  return [
    {
      field: 'number',
      width: 200,
      render: ({ number, order }: Share) => (
        <ScreenLink to={`${isOfAll ? 'order' : 'order_customer'}?id=${order}`}>{number}</ScreenLink>
      ),
    },
    {
      field: 'agent_account',
      width: 150,
      priority: 1,
      isHidden: !isOfAll,
      render: ({ agent, agent_account }: Share) => <PersonLink id={agent} account={agent_account} />,
    },
    {
      field: 'customer_account',
      width: 150,
      priority: 2,
      isHidden: !hasCustomer,
      render: ({ customer, customer_account }: Share) =>
        isOfAll ? <PersonLink id={customer} account={customer_account} /> : customer_account,
    },
    { field: 'plan_name', priority: 4 },
    {
      ...({ field: 'price', width: 140, align: 'right', priority: 3 } as const),
      render: ({ price }: Share) => <Money amount={price} />,
    },
    {
      ...({ field: 'points', width: 90, align: 'right', priority: 5 } as const),
      render: ({ points }: Share) => <Percent points={points} />,
    },
    {
      ...({ field: 'earned', width: 140, align: 'right', priority: 0 } as const),
      render: ({ earned }: Share) => <Money amount={earned} />,
    },
    {
      ...({ field: 'returned', width: 140, align: 'right', priority: 6 } as const),
      render: ({ returned }: Share) => <Money amount={returned} />,
    },
    { field: 'time', width: 150, priority: 2 },
  ];
}
