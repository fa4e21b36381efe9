import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';
import type { Settlement } from '../../orders/values.ts';
import type { Network } from '../networks/values.ts';
import type { Received } from '../watching/settlement.ts';

/** An address of ours that one order is paid to, with what came to it. Nothing is ever taken off: money may still come. */
export interface Deposit {
  /** `<network>/<address>`. */
  _id: string;
  network: Network;
  address: string;
  /** Of the token that counts. */
  contract: string;
  /** Which extended key it comes from, and where in it. */
  account: string;
  index: number;
  order: string;
  owner: string;
  /** What is to be paid, in smallest units. */
  amount: string;
  tolerance: string;
  /** All orders of its time are paid to the address: this one is told by its amount. */
  is_shared: boolean;
  open_time: Date;
  expire_time: Date;
  /** What has counted for the order. */
  total: string;
  /** Of the token that counts what has come to the address, whoever's it is; absent: nothing is known of it. */
  arrived?: string;
  /** Of it what was sent on to the collection address; absent: nothing. */
  collected?: string;
  in_time: string;
  has_wrong_token: boolean;
  has_failed: boolean;
  /** Seen in blocks that are not solid yet; may be gone again. */
  pending: string;
  is_paid: boolean;
  /**
   * It may have been given out after the backup that was restored: whose it is nobody knows, and what comes waits for somebody who
   * says so. `order` is that of none, `owner` is empty. Absent: it is not.
   */
  is_lost?: boolean;
  /** Its owner cancelled the order: whatever comes is late. */
  is_cancelled: boolean;
  settlement: Settlement;
  /** Of what the owner was told last. */
  told: string;
  /** Milliseconds of the chain's clock up to which everything is in. */
  cursor: number;
  /** Somebody floods it: the next look goes on exactly there. */
  is_flooded: boolean;
  /** Null: it is old, and looked at in its turn among all old ones. */
  next_look_time: Date | null;
  /** Of the last look in its turn; null: none yet. */
  slow_look_time: Date | null;
}

const DEPOSITS: CollectionDeclaration<Deposit> = {
  name: 'deposit_address',
  onUninstall: 'keep',
  fields: {
    _id: String,
    network: String,
    address: String,
    contract: String,
    account: String,
    index: Number,
    order: String,
    owner: String,
    amount: String,
    tolerance: String,
    expire_time: Date,
    collected: String,
    arrived: String,
    total: String,
    in_time: String,
    has_wrong_token: Boolean,
    has_failed: Boolean,
    pending: String,
    is_paid: Boolean,
    is_cancelled: Boolean,
    is_shared: Boolean,
    is_lost: Boolean,
    settlement: String,
    told: String,
    open_time: Date,
    cursor: Number,
    next_look_time: Date,
    is_flooded: Boolean,
    slow_look_time: Date,
  },
  indexes: [
    { keys: { network: 1, next_look_time: 1 } },
    { keys: { network: 1, next_look_time: 1, slow_look_time: 1 } },
    { keys: { owner: 1, expire_time: -1 } },
    { keys: { settlement: 1, network: 1, expire_time: 1 } },
    { keys: { order: 1 }, unique: true },
    { keys: { network: 1, address: 1, amount: 1 } },
    { keys: { account: 1, index: 1 }, unique: true },
  ],
};

export const deposits = (context: PluginContext) => context.collection(DEPOSITS);
export interface NewDeposit {
  network: Network;
  contract: string;
  xpub: string;
  order: string;
  owner: string;
  amount: string;
  tolerance: string;
  expire_time: Date;
}

/** A deposit that nothing has come for. */
export function newDeposit(
  { clock }: Pick<PluginContext, 'clock'>,
  order: Omit<NewDeposit, 'xpub'> & Pick<Deposit, 'address' | 'account' | 'index'>,
): Deposit {
  const now = clock.date();
  return {
    _id: `${order.network}/${order.address}`,
    ...order,
    open_time: now,
    total: '0',
    arrived: '0',
    in_time: '0',
    has_wrong_token: false,
    has_failed: false,
    pending: '0',
    is_paid: false,
    is_cancelled: false,
    is_shared: false,
    settlement: 'waiting',
    told: '',
    cursor: 0,
    next_look_time: now,
    is_flooded: false,
    slow_look_time: null,
  };
}

export const receivedOf = (deposit: Pick<Deposit, 'total' | 'in_time' | 'has_wrong_token' | 'has_failed'>) =>
  ({
    total: BigInt(deposit.total),
    inTime: BigInt(deposit.in_time),
    hasWrongToken: deposit.has_wrong_token,
    hasFailed: deposit.has_failed,
  }) satisfies Received;
