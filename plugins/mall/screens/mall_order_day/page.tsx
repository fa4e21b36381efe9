import { Radio } from '@arco-design/web-react';
import { ResourceList, useFormat, useQuery, useWords } from '@waypost/host-sdk';
import { Money } from '../../money/Money.tsx';
import { DAY_SCOPES, orderDay } from './resource.ts';

/** What orders came to: day by day, or each product of a day. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const [params, set] = useQuery();
  const scope = params.get('view') === 'product' ? 'product' : 'all';
  const isByProduct = scope === 'product';
  return (
    <ResourceList
      key={scope}
      resource={orderDay}
      title="menu.mall_order_day"
      form={false}
      refetchEvery={60_000}
      extraFilters={{ scope }}
      filters={isByProduct ? ['day', 'product'] : ['day']}
      toolbar={
        <Radio.Group
          type="button"
          aria-label={words('mall.order_day.scope')}
          value={scope}
          options={DAY_SCOPES.map((value) => ({ value, label: words(`mall.order_day.scope.${value}`) }))}
          onChange={(view: string) => set({ view, page: undefined, product: undefined })}
        />
      }
      columns={[
        { field: 'day', width: 190, priority: 0, render: ({ day }) => format.day(day) },
        ...(isByProduct ? [{ field: 'product_title', width: 260, priority: 0 } as const] : []),
        { field: 'orders', width: 120, align: 'right', priority: 2 },
        { field: 'quantity', width: 120, align: 'right', priority: 3 },
        {
          field: 'amount',
          width: 170,
          align: 'right',
          priority: 1,
          sort: 'amount_order',
          render: ({ amount }) => <Money amount={amount} />,
        },
      ]}
    />
  );
}
