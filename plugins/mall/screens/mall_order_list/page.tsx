import { IconStop } from '@arco-design/web-react/icon';
import type { RowOf } from '@waypost/contract';
import { ResourceList, RowFacts } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../catalogue/parts.module.css';
import { Money } from '../../money/Money.tsx';
import { CancelDrawer } from './parts/CancelDrawer.tsx';
import { orderResource } from './resource.ts';

type OrderRow = RowOf<typeof orderResource>;
const TONES = { state: { recorded: 'good', cancelled: 'neutral' } } as const;
const FACTS = [
  ...(['external_id', 'state', 'quantity', 'amount', 'buyer', 'time'] as const),
  ...(['cancel_time', 'cancel_reason'] as const),
] as const;

/** Orders that programs have told, and what each has of which product. */
export function Page() {
  const [cancelled, setCancelled] = useState<OrderRow>();
  return (
    <>
      <ResourceList
        resource={orderResource}
        title="menu.mall_order_list"
        tones={TONES}
        form={false}
        refetchEvery={15_000}
        filters={['state', 'time', 'product']}
        details={(row) => <Details row={row} />}
        columns={[
          { field: 'external_id', width: 190, priority: 0 },
          { field: 'state', width: 130, priority: 0 },
          { field: 'items', priority: 3, render: ({ items }) => summaryOf(items) },
          { field: 'quantity', width: 100, align: 'right', priority: 4 },
          {
            field: 'amount',
            width: 150,
            align: 'right',
            priority: 1,
            sort: 'amount_order',
            render: ({ amount }) => <Money amount={amount} />,
          },
          { field: 'buyer', width: 180, priority: 5 },
          { field: 'time', width: 150, priority: 2 },
          { field: 'cancel_time', isHidden: true },
          { field: 'cancel_reason', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'cancel',
            label: 'mall.order.cancel',
            icon: <IconStop />,
            permission: 'mall.order:cancel',
            isDangerous: true,
            isVisible: ({ state }) => state === 'recorded',
            run: (row) => setCancelled(row),
          },
        ]}
      />
      {cancelled ? <CancelDrawer order={cancelled} onClose={() => setCancelled(undefined)} /> : null}
    </>
  );
}

/** `2 × Chair, 1 × Table` */
const summaryOf = (items: OrderRow['items']): string =>
  items.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ');

function Details({ row }: { row: OrderRow }) {
  return (
    <div className={styles.stack}>
      <RowFacts resource={orderResource} row={row} fields={[...FACTS]} tones={TONES} />
      <ul className={styles.items}>
        {row.items.map(({ product, quantity, title, amount }, at) => (
          <li key={`${product} ${String(at)}`}>
            {quantity} × {title} · <Money amount={amount} />
          </li>
        ))}
      </ul>
    </div>
  );
}
