import type { RowOf } from '@waypost/contract';
import { type BatchAction, type ListHandle, notify, useAction, useWords } from '@waypost/host-sdk';
import { ShowStatus } from '../../../catalogue/values.ts';
import { batchShowCall } from '../calls.ts';
import type { productResource } from '../resource.ts';

type ProductRow = RowOf<typeof productResource>;

/** Shows or hides the products that are chosen. */
export function useShowing(): BatchAction<ProductRow>[] {
  const words = useWords();
  const { run } = useAction(batchShowCall);
  const set = async (rows: readonly ProductRow[], show_status: ShowStatus, list: ListHandle) => {
    const { changed } = await run({ ids: rows.map(({ id }) => id), show_status });
    notify.success(words('mall.product.shown', { count: changed }));
    list.clearSelection();
    list.reload();
  };
  return [
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
