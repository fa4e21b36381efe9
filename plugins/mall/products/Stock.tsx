import { Tag, useFormat, useWords } from '@waypost/host-sdk';

/** Pieces that are left; none: it is sold out. */
export function Stock({ stock }: { stock: number }) {
  const words = useWords();
  const format = useFormat();
  return stock === 0 ? <Tag tone="bad">{words('mall.page.sold_out')}</Tag> : format.number(stock);
}
