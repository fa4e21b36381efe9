import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import type { Network } from '../networks/values.ts';

/** An address that all orders of its time are paid to. */
export interface Till {
  /** `<network>/<address>` */
  _id: string;
  network: Network;
  address: string;
  /** Of the token that counts. */
  contract: string;
  /** Orders so far: each writes it, so that two at once are one after the other. */
  orders: number;
  /** End of the order that ends last. */
  expire_time: Date;
  /** Milliseconds of the chain's clock up to which everything is in. */
  cursor: number;
  is_flooded: boolean;
  next_look_time: Date;
  /** The restore of which somebody has said that no order of before it was paid here; absent: of none. */
  restored?: string;
}

const COLLECTION: CollectionDeclaration<Till> = {
  name: 'till',
  onUninstall: 'keep',
  fields: {
    _id: String,
    network: String,
    address: String,
    contract: String,
    orders: Number,
    expire_time: Date,
    cursor: Number,
    is_flooded: Boolean,
    next_look_time: Date,
    restored: String,
  },
  indexes: [{ keys: { network: 1, next_look_time: 1 } }],
};
export const tills = (context: PluginContext) => context.collection(COLLECTION);

/** Counts one order more at an address, and has it looked at. @returns which one it is, from 0 */
export async function countAtTill(
  context: PluginContext,
  {
    network,
    address,
    contract,
    expire_time,
  }: { network: Network; address: string; contract: string; expire_time: Date },
  session: Session,
): Promise<number> {
  const till = await tills(context)
    .findOneAndUpdate(
      { _id: `${network}/${address}` },
      {
        $inc: { orders: 1 },
        $max: { expire_time },
        $set: { contract, next_look_time: context.clock.date() },
        // Older transfers to it are nobody's order.
        $setOnInsert: { network, address, cursor: context.clock.now(), is_flooded: false },
      },
      { session, upsert: true, returnDocument: 'after' },
    )
    .lean();
  return till.orders - 1;
}
