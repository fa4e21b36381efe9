import type { Session } from '@waypost/sdk';
import type { TransferPay } from '../../orders/stored.ts';
import { orderResource } from '../../screens/order/resource.ts';
import type { Wallet } from '../../wallet.ts';
import { findOpenConfig, requireOpenConfig } from '../config/open-config.ts';
import { deposits } from '../deposits/deposit.ts';
import { takeAddress } from '../deposits/take-address.ts';
import { chainErrors } from '../errors.ts';
import { takeShared } from '../shared/take-shared.ts';
import { tellPayment } from './tell-payment.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Open payments of one person, and those of a day that nothing came for: each has an address that is watched for months. */
export const MOST_OPEN = 5;
const MOST_UNPAID_A_DAY = 20;

/** Paying orders over the chain: each has an address of its own, and ends after the minutes that operators have set. */
export function transferPay(wallet: Wallet): TransferPay {
  const { context } = wallet;
  return {
    tell: async (order) => void (await tellPayment(wallet, order)),
    isOn: async () => (await findOpenConfig(context)) !== undefined,
    async open(order, session) {
      const config = await requireOpenConfig(context);
      const id = String(order._id);
      await refuseMore(context, String(order.owner), session);
      const expire_time = new Date(context.clock.now() + config.order_minutes * MINUTE_MS);
      await context.model(orderResource).updateOne(
        { _id: id },
        { $set: { expires_time: expire_time } },
        {
          session,
          timestamps: false,
        },
      );
      const { network, contract, xpub, shared_address: address } = config;
      const taken = {
        network,
        contract,
        expire_time,
        order: id,
        owner: String(order.owner),
        amount: order.price,
        // A plan is paid from the balance, which has to hold all of its price.
        tolerance: order.plan === null ? config.tolerance : '0',
      };
      if (config.address_mode === 2) await takeShared(context, { ...taken, address }, session);
      else await takeAddress(context, { ...taken, xpub }, session);
    },
  };
}

/** Orders that are made at once meet in the counter of addresses, and count anew. */
async function refuseMore(context: Wallet['context'], owner: string, session: Session): Promise<void> {
  const now = context.clock.now();
  const count = (more: object) =>
    deposits(context)
      .countDocuments({ owner, is_paid: false, ...more })
      .session(session);
  const open = await count({ expire_time: { $gt: new Date(now) } });
  const ofDay = await count({ total: '0', expire_time: { $gt: new Date(now - DAY_MS) } });
  if (open >= MOST_OPEN || ofDay >= MOST_UNPAID_A_DAY)
    throw chainErrors.tooManyOpen.create({ most: open >= MOST_OPEN ? MOST_OPEN : MOST_UNPAID_A_DAY });
}
