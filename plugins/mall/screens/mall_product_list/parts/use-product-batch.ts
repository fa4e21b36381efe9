import type { RowOf } from '@waypost/contract';
import { type BatchAction, type ListHandle, notify, useAction, useGo, useWords } from '@waypost/host-sdk';
import { ShowStatus } from '../../../catalogue/values.ts';
import { PRODUCT_PAGES } from '../../../pages/values.ts';
import { batchShowCall } from '../calls.ts';
import type { productResource } from '../resource.ts';

type ProductRow = RowOf<typeof productResource>;

/** What is done with the products that are chosen: labels, shown, hidden. */
export function useProductBatch(): BatchAction<ProductRow>[] {
  const words = useWords();
  const go = useGo();
  const { run } = useAction(batchShowCall);
  const set = async (rows: readonly ProductRow[], show_status: ShowStatus, list: ListHandle) => {
    const { changed } = await run({ ids: rows.map(({ id }) => id), show_status });
    notify.success(words('mall.product.shown', { count: changed }));
    list.clearSelection();
    list.reload();
  };
  return [
    {
      name: 'labels',
      label: 'mall.product.labels',
      permission: 'qr.code:create',
      run: async (rows) => {
        const pages = rows.map(({ id }) => id).join(',');
        go('qr_code_list', { labels: PRODUCT_PAGES, pages, from: 'mall_product_list' });
      },
    },
    {
      name: 'show',
      label: 'mall.product.show',
      permission: 'mall.product:update',
      run: (rows, list) => set(rows, ShowStatus.shown, list),
    },
    {
      name: 'hide',
      label: 'mall.product.hide',
      permission: 'mall.product:update',
      run: (rows, list) => set(rows, ShowStatus.hidden, list),
    },
  ];
}
