import type { PluginContext, Session, Stored } from '@waypost/sdk';
import { orderResource } from '../screens/order/resource.ts';

export type StoredOrder = Stored<typeof orderResource>;

export const findOrder = async (context: PluginContext, id: string): Promise<StoredOrder | null> =>
  context.model(orderResource).findById(id).lean();

/** What paying by transfer does beside the order itself, within the transaction that makes it. */
export interface TransferPay {
  /** Whether an operator has set it up, so that it is offered. */
  isOn(): Promise<boolean>;
  /** Gives the order what it is paid by, such as an address. */
  open(order: StoredOrder, session: Session): Promise<void>;
  /** Tells whoever looks at the payment of an order that it is another by now; as often as one likes. */
  tell(order: string): Promise<void>;
}
