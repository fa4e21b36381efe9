import { type BodyOf, type RowOf, YesNo } from '@waypost/contract';
import { type BatchAction, notify, useAction, useGo, useWords } from '@waypost/host-sdk';
import { ShowStatus } from '../../../catalogue/values.ts';
import { PRODUCT_PAGES } from '../../../pages/values.ts';
import { batchSwitchCall } from '../calls.ts';
import type { productResource } from '../resource.ts';

type ProductRow = RowOf<typeof productResource>;

/** What is done with the products that are chosen: labels, shown, hidden, recommended. */
export function useProductBatch(): BatchAction<ProductRow>[] {
  const words = useWords();
  const go = useGo();
  const { run } = useAction(batchSwitchCall);
  const switching = (
    name: string,
    switches: Omit<BodyOf<typeof batchSwitchCall>, 'ids'>,
  ): BatchAction<ProductRow> => ({
    name,
    label: `mall.product.${name}`,
    permission: 'mall.product:update',
    run: async (rows, list) => {
      const { changed } = await run({ ids: rows.map(({ id }) => id), ...switches });
      notify.success(words('mall.product.shown', { count: changed }));
      list.clearSelection();
      list.reload();
    },
  });
  return [
    {
      name: 'labels',
      label: 'mall.product.labels',
      permission: 'qr.code:create',
      run: async (rows) => {
        const shown = rows.filter(({ show_status }) => show_status === ShowStatus.shown);
        const hidden = rows.length - shown.length;
        // A label would lead to a page that is not there.
        if (hidden > 0) notify.info(words('mall.product.labels.hidden', { count: hidden }));
        if (shown.length === 0) return;
        const pages = shown.map(({ id }) => id).join(',');
        go('qr_code_list', { labels: PRODUCT_PAGES, pages, from: 'mall_product_list' });
      },
    },
    switching('show', { show_status: ShowStatus.shown }),
    switching('hide', { show_status: ShowStatus.hidden }),
    switching('recommend', { home_recommend: YesNo.yes }),
    switching('pass_over', { home_recommend: YesNo.no }),
  ];
}
