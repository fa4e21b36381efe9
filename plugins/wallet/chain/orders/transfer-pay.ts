import type { TransferPay } from '../../orders/stored.ts';
import { orderResource } from '../../screens/order/resource.ts';
import type { Wallet } from '../../wallet.ts';
import { findOpenConfig } from '../config/open-config.ts';
import { takeAddress } from '../deposits/deposit.ts';
import { chainErrors } from '../errors.ts';

const MINUTE_MS = 60_000;

/** Paying orders over the chain: each has an address of its own, and ends after the minutes that operators have set. */
export function transferPay({ context }: Wallet): TransferPay {
  return {
    isOn: async () => (await findOpenConfig(context)) !== undefined,
    async open(order, session) {
      const config = await findOpenConfig(context);
      if (config === undefined) throw chainErrors.payClosed.create();
      const id = String(order._id);
      const expire_time = new Date(context.clock.now() + config.order_minutes * MINUTE_MS);
      await context
        .model(orderResource)
        .updateOne({ _id: id } as never, { $set: { expires_time: expire_time } } as never, {
          session,
          timestamps: false,
        });
      const { network, contract, xpub, tolerance } = config;
      await takeAddress(
        context,
        {
          ...{ network, contract, xpub, tolerance, expire_time },
          ...{ order: id, owner: String(order.owner), amount: order.price },
        },
        session,
      );
    },
  };
}
