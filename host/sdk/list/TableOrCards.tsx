import { useIsPhone } from '../parts/use-is-phone.ts';
import { Cards, type CardsProps } from './Cards.tsx';
import { DataTable } from './DataTable.tsx';

/** Rows that are only read: a table, and on a phone one card a row. */
export function TableOrCards<Row>(
  props: Pick<CardsProps<Row>, 'label' | 'columns' | 'rows' | 'rowKey' | 'rowTone'>,
) {
  return useIsPhone() ? <Cards {...props} /> : <DataTable {...props} />;
}
