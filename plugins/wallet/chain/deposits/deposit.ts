import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import type { Settlement } from '../../orders/values.ts';
import { readXpub } from '../addresses/xpub.ts';
import type { Network } from '../networks/values.ts';
import { type Received, settle } from '../watching/settlement.ts';

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
  expire_time: Date;
  total: string;
  in_time: string;
  has_wrong_token: boolean;
  has_failed: boolean;
  /** Seen in blocks that are not solid yet; may be gone again. */
  pending: string;
  is_paid: boolean;
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

const DEPOSITS: CollectionDeclaration = {
  name: 'deposit_address',
  onUninstall: 'keep',
  fields: {
    ...{ _id: String, network: String, address: String, contract: String, account: String, index: Number },
    ...{ order: String, owner: String, amount: String, tolerance: String, expire_time: Date },
    ...{ total: String, in_time: String, has_wrong_token: Boolean, has_failed: Boolean, pending: String },
    ...{
      is_paid: Boolean,
      is_cancelled: Boolean,
      settlement: String,
      told: String,
      cursor: Number,
      next_look_time: Date,
    },
  },
  indexes: [
    { keys: { network: 1, next_look_time: 1 } },
    { keys: { network: 1, next_look_time: 1, slow_look_time: 1 } },
    { keys: { owner: 1, expire_time: -1 } },
    { keys: { settlement: 1, network: 1, expire_time: 1 } },
    { keys: { order: 1 }, unique: true },
    { keys: { account: 1, index: 1 }, unique: true },
  ],
};

const COUNTERS: CollectionDeclaration = {
  name: 'deposit_counter',
  onUninstall: 'keep',
  fields: { _id: String, next: Number },
};

export const deposits = (context: PluginContext) => context.collection<Deposit>(DEPOSITS);
const counters = (context: PluginContext) => context.collection<{ _id: string; next: number }>(COUNTERS);

/** Both collections, so that they and their indexes are there from the start. */
export function declareDeposits(context: PluginContext): void {
  deposits(context);
  counters(context);
}

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

/**
 * The next address that nobody has had, for an order; within the transaction that makes the order. An address is never
 * given twice, also when its order was not paid: whoever pays late pays nobody else's order.
 */
export async function takeAddress(
  context: PluginContext,
  { xpub, ...order }: NewDeposit,
  session: Session,
): Promise<Deposit> {
  const account = readXpub(xpub);
  if ('fault' in account) throw new Error(`the extended key is refused: ${account.fault}`);
  const counter = await counters(context).findOneAndUpdate(
    { _id: account.fingerprint },
    { $inc: { next: 1 } },
    { upsert: true, returnDocument: 'after', session },
  );
  const index = counter.next - 1;
  const address = account.address(index);
  const deposit: Deposit = {
    ...{ _id: `${order.network}/${address}`, address, account: account.fingerprint, index, ...order },
    ...{ total: '0', in_time: '0', has_wrong_token: false, has_failed: false, pending: '0' },
    ...{
      is_paid: false,
      is_cancelled: false,
      settlement: 'waiting',
      told: '',
      cursor: 0,
      next_look_time: context.clock.date(),
      is_flooded: false,
      slow_look_time: null,
    },
  };
  await deposits(context).create([deposit], { session });
  return deposit;
}

export const receivedOf = (deposit: Pick<Deposit, 'total' | 'in_time' | 'has_wrong_token' | 'has_failed'>) =>
  ({
    total: BigInt(deposit.total),
    inTime: BigInt(deposit.in_time),
    hasWrongToken: deposit.has_wrong_token,
    hasFailed: deposit.has_failed,
  }) satisfies Received;

/** What is written of a deposit after something came, or its time went by. */
export function depositChange(
  deposit: Pick<Deposit, 'amount' | 'tolerance'>,
  received: Received,
  isExpired: boolean,
): Pick<Deposit, 'total' | 'in_time' | 'has_wrong_token' | 'has_failed' | 'is_paid'> & {
  settlement: Exclude<Settlement, 'refunded' | 'cancelled'>;
} {
  const { isPaid, settlement } = settle(received, {
    ...{ amount: BigInt(deposit.amount), tolerance: BigInt(deposit.tolerance), isExpired },
  });
  return {
    ...{ total: String(received.total), in_time: String(received.inTime) },
    ...{ has_wrong_token: received.hasWrongToken, has_failed: received.hasFailed },
    ...{ is_paid: isPaid, settlement },
  };
}
