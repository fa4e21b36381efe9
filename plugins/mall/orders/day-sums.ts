import { addRow, dayOf, type PluginContext, type Session } from '@waypost/sdk';
import { orderDay } from '../screens/mall_order_day/resource.ts';

/** What of an order is added up. */
export interface Booked {
  time: Date;
  quantity: number;
  amount: string;
  items: readonly { product: string; title: string; quantity: number; amount: string }[];
}

/**
 * Parts of an amount by weight, which together are all of it; by pieces where nothing has a weight.
 * @param weights what each part is worth, and its pieces
 */
export function shareAmount(
  amount: string,
  weights: readonly { worth: bigint; quantity: number }[],
): string[] {
  const isFree = weights.every(({ worth }) => worth === 0n);
  const parts = weights.map(({ worth, quantity }) => (isFree ? BigInt(quantity) : worth));
  const all = parts.reduce((sum, part) => sum + part, 0n);
  let until = 0n;
  return parts.map((part) => {
    const before = (BigInt(amount) * until) / all;
    until += part;
    return String((BigInt(amount) * until) / all - before);
  });
}

/**
 * Adds an order to the sums of its day, in all and for each of its products, or takes it off again.
 * @param by 1 for one that was recorded, -1 for one that was cancelled
 */
export async function bookDay(
  context: Pick<PluginContext, 'model' | 'clock' | 'random' | 'audit' | 'platform'>,
  order: Booked,
  by: 1 | -1,
  session: Session,
): Promise<void> {
  const day = dayOf(context.platform.timeZone, order.time.getTime());
  for (const { product, product_title, quantity, amount } of sumsOf(order)) {
    const sums = { orders: by, quantity: by * quantity, amount_order: by * Number(amount) };
    const { matchedCount } = await context
      .model(orderDay)
      .updateOne({ day, product }, { $inc: sums }, { session, timestamps: false });
    if (matchedCount > 0) continue;
    const scope = product === null ? 'all' : 'product';
    await addRow(
      context,
      orderDay,
      { day, scope, product, product_title, ...sums },
      { session, audit: false },
    );
  }
}

interface Sum {
  product: string | null;
  product_title: string;
  quantity: number;
  amount: bigint;
}

/** Products in the order of their ids and all of them last: two orders at once wait for each other, and never both. */
function sumsOf({ items, quantity, amount }: Booked): Sum[] {
  const sums = new Map<string, Sum>();
  for (const item of items) {
    const { product, title } = item;
    const sum = sums.get(product) ?? { product, product_title: title, quantity: 0, amount: 0n };
    sum.quantity += item.quantity;
    sum.amount += BigInt(item.amount);
    sums.set(product, sum);
  }
  const products = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
  return [...products, { product: null, product_title: '', quantity, amount: BigInt(amount) }];
}
