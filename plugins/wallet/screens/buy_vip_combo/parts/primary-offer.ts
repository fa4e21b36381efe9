import type { Offer } from '../calls.ts';

/** The plan to buy next, by its id: the first that costs more than the present one, else the first that can be bought. */
export function primaryOffer(
  offers: readonly Pick<Offer, 'id' | 'list_price' | 'is_open'>[],
  present: string | null,
): string | undefined {
  const open = offers.filter(({ is_open }) => is_open);
  const has = offers.find(({ id }) => id === present);
  const larger = has && open.find(({ list_price }) => BigInt(list_price) > BigInt(has.list_price));
  return (larger ?? open[0])?.id;
}

/** What a balance lacks of a price, smallest units; 0: nothing. */
export function lacking(price: string, balance: string): bigint {
  const lacks = BigInt(price) - BigInt(balance);
  return lacks > 0n ? lacks : 0n;
}
