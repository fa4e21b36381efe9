import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { chainErrors } from '../errors.ts';
import type { Network } from '../networks/values.ts';

/** An amount that one order alone is told by, at an address that all pay to. */
interface SharedAmount {
  /** `<network>/<address>/<amount>` */
  _id: string;
  /** `<network>/<address>` */
  place: string;
  order: string;
  amount: string;
  /** Until when nobody else gets it. */
  until: Date;
}

const COLLECTION: CollectionDeclaration<SharedAmount> = {
  name: 'shared_amount',
  onUninstall: 'keep',
  fields: { _id: String, place: String, order: String, amount: String, until: Date },
  indexes: [{ keys: { place: 1, until: 1 } }, { keys: { order: 1 }, unique: true }],
};
export const sharedAmounts = (context: PluginContext) => context.collection(COLLECTION);

/** Last digits that tell orders apart: up to 0.009999 USDT more, which is on the payer's balance afterwards. */
export const DIGITS_APART = 10_000;
/** How long after an order's end its amount is given to nobody else: who pays late must not pay another one's order. */
export const KEPT_MS = 24 * 60 * 60_000;

/**
 * Takes the amount that an order is told by: its price, or a little more. No two orders at an address have the same one, which the
 * collection's own key holds; the caller has written something that all orders of the address write, so that two at once are one
 * after the other.
 * Errors: `wallet.amounts_taken` 409 where each amount near the price is somebody's
 */
export async function takeAmount(
  context: PluginContext,
  {
    network,
    address,
    price,
    order,
    until,
  }: { network: Network; address: string; price: bigint; order: string; until: Date },
  session: Session,
): Promise<string> {
  const place = `${network}/${address}`;
  await sharedAmounts(context).deleteMany({ place, until: { $lte: context.clock.date() } }, { session });
  const found = await sharedAmounts(context).find({ place }, { amount: 1 }).session(session).lean();
  const taken = new Set(found.map(({ amount }) => amount));
  const amount = freeAmount(price, taken, context.random.number());
  if (amount === undefined) throw chainErrors.amountsTaken.create();
  await sharedAmounts(context).create([{ _id: `${place}/${amount}`, place, order, amount, until }], {
    session,
  });
  return amount;
}

/**
 * An amount from the price on that nobody has; undefined: all are taken.
 * @param chance from 0 to below 1: where the search begins, so that amounts tell nothing of how many orders there are
 */
export function freeAmount(price: bigint, taken: ReadonlySet<string>, chance: number): string | undefined {
  const first = Math.floor(chance * DIGITS_APART);
  for (let step = 0; step < DIGITS_APART; step += 1) {
    const amount = String(price + BigInt((first + step) % DIGITS_APART));
    if (!taken.has(amount)) return amount;
  }
  return undefined;
}
