import { amountText, type Resource } from '@waypost/contract';
import { ResourceList, useWords } from '@waypost/host-sdk';
import { Money } from '../money/Money.tsx';
import type { orderResource } from '../screens/order/resource.ts';
import { ORDER_TONES } from './tones.ts';

type AnyOrders = typeof orderResource;

interface OrderListProps {
  resource: Resource;
  title: string;
  /** `user_inquire`: the own ones. */
  call: 'inquire' | 'user_inquire';
  /** Screen that an order's page is on. */
  screen: string;
  words: string;
  /** Everyone's, or one customer's: the switch in the head says. */
  isOfAll?: boolean;
  /** Whose orders they are, and what agents earned of them. */
  hasOwners?: boolean;
  hasShares?: boolean;
}

/** Orders: what was bought, for how much, and how far it is. Each leads to its page. */
export function OrderList({
  hasOwners = false,
  hasShares = false,
  isOfAll = false,
  screen,
  ...list
}: OrderListProps) {
  const words = useWords();
  return (
    <ResourceList
      {...list}
      resource={list.resource as AnyOrders}
      tones={ORDER_TONES}
      owners={isOfAll ? 'preset' : false}
      form={false}
      rowTo={({ id }) => `${screen}?id=${id}`}
      filters={['status', 'settlement', 'kind', 'pay_type', 'paid_time']}
      columns={[
        { field: 'number', width: 200 },
        {
          field: 'owner_account',
          title: 'wallet.order.owner_account',
          width: 150,
          priority: 1,
          isHidden: !hasOwners,
        },
        {
          field: 'plan_name',
          title: 'wallet.order.plan_name',
          render: ({ plan_name, kind }) => plan_name || words(`wallet.order.kind.${kind}`),
          priority: 2,
        },
        {
          field: 'kind',
          title: 'wallet.order.kind',
          width: 120,
          priority: 5,
          render: ({ kind }) => words(`wallet.order.kind.${kind}`),
        },
        {
          field: 'price',
          title: 'wallet.order.price',
          width: 150,
          align: 'right',
          render: ({ price }) => <Money amount={price} />,
        },
        { field: 'status', title: 'wallet.order.status', width: 136 },
        { field: 'settlement', title: 'wallet.order.settlement', width: 150, priority: 3 },
        { field: 'pay_type', title: 'wallet.order.pay_type', width: 130, priority: 6 },
        {
          field: 'earned',
          title: 'wallet.order.earned',
          width: 140,
          align: 'right',
          isHidden: !hasShares,
          priority: 2,
          render: ({ earned }) => `${amountText(earned)}`,
        },
        { field: 'create_time', width: 164, priority: 4 },
        { field: 'paid_time', title: 'wallet.order.paid_time', isHidden: true },
        { field: 'until_time', title: 'wallet.order.until_time', isHidden: true },
      ]}
    />
  );
}
