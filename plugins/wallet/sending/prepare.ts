import { newId, newRow, type Session } from '@waypost/sdk';
import { numberOf } from '../money/number-of.ts';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';
import type { SigningKey } from '../signing/signer.ts';
import {
  type AccountFacts,
  buildToken,
  buildTrx,
  readAccount,
  readCosts,
  readEnergy,
  readSolidToken,
} from './chain-calls.ts';
import { type Estimate, estimateToken, estimateTrx, TOKEN_BYTES, TRX_BYTES } from './estimate.ts';
import type { Sending } from './sender.ts';
import { type StoredSending, sendingsOf } from './stored.ts';
import { COUNTS_MS, type Purpose, REPLACED_MS } from './values.ts';

/** A transfer that is to be made. */
export interface Wish {
  purpose: Purpose;
  subject: string;
  run: string;
  from: { address: string; key: SigningKey };
  to: { address: string; key?: SigningKey };
  /** Smallest units of the token, or sun. */
  value: string;
}

/** Why nothing is prepared now. `poor`: too little TRX for the fee, `short`: too little of what is sent; both say whom of. */
export type Obstacle = 'poor' | 'short' | 'refused' | 'soon' | 'turn';

/** Two transfers of one amount to one receiver would have the same bytes: each says another time, within a minute. */
const SALT_MS = 60_000;

/**
 * Keeps the unsigned bytes of a transfer, so that whoever signs later signs these and no others. The fee is estimated of what the chain
 * charges, and what is on its way already counts as gone. `taken` writes within the same transaction what it belongs to; it throws where that may
 * not be sent any more.
 * @returns the kept transaction, or why there is none now
 */
export async function prepare(
  sending: Sending,
  wish: Wish,
  taken: (row: StoredSending, session: Session) => Promise<boolean>,
): Promise<StoredSending | Obstacle> {
  const { context, chain } = sending;
  const { purpose, subject, value } = wish;
  const [last] = await sendingsOf(context, { purpose, subject });
  if (last?.is_open) return last;
  if (last !== undefined && context.clock.now() < replacedFrom(last)) return 'soon';
  const costs = await readCosts(chain);
  const [sender, receiver] = [
    await readAccount(chain, wish.from.address),
    await readAccount(chain, wish.to.address),
  ];
  const open = await openOf(sending, wish);
  const left = lessOpen(sender, open.bySender);
  if (open.toReceiver > 0 && (await isNew(sending, wish, receiver))) return 'turn';
  const estimate = await estimateOf(sending, wish, { costs, sender: left, receiver });
  if (typeof estimate === 'string') return estimate;
  const { fee, feeLimit } = estimate;
  // A deposit address gets what its transfer costs, and no more: the limit may lie above what it has.
  const burned = BigInt(purpose === 'collect' ? fee : Math.max(fee, feeLimit));
  if (left.trx < burned + (purpose === 'fund' ? BigInt(value) : 0n)) return 'poor';
  if (purpose !== 'fund' && left.token < BigInt(value)) return 'short';
  const timestamp = costs.time - Math.floor(saltOf(sending) * SALT_MS);
  const header = { ...costs.reference, timestamp, expiration: costs.time + COUNTS_MS };
  const { from, to } = { from: wish.from.address, to: wish.to.address };
  const built =
    purpose === 'fund'
      ? await buildTrx(chain, { from, to, sun: Number(value), header })
      : await buildToken(chain, { from, to, value, fee_limit: feeLimit, header });
  const _id = newId(context);
  const { network, contract } = chain.config;
  const row = newRow(
    context,
    sendingResource,
    {
      number: numberOf(context.clock.date(), context.platform.timeZone, _id),
      purpose,
      subject,
      run: wish.run,
      transaction: built.txid,
      raw_data_hex: built.raw_data_hex,
      raw_data: built.raw_data,
      sender: from,
      receiver: to,
      amount: value,
      token: purpose === 'fund' ? 'TRX' : 'USDT',
      fee_estimate: String(fee),
      fee_limit: String(feeLimit),
      network,
      contract,
      attempt: (last?.attempt ?? 0) + 1,
      expiration: header.expiration,
      key: wish.from.key.key,
      key_index: wish.from.key.index ?? -1,
      receiver_key: wish.to.key?.key ?? '',
      receiver_index: wish.to.key?.index ?? -1,
      next_look_time: context.clock.date(),
    },
    { _id },
  );
  return context.transaction(async (session) => {
    if (!(await taken(row, session))) return 'refused';
    await context.model(sendingResource).create([row], { session });
    return row;
  });
}

/** From when on the signer signs another one in the place of one that has ended. */
const replacedFrom = ({ signature, remark, expiration }: StoredSending): number =>
  signature === '' && remark !== 'wallet.approval_used' ? 0 : expiration + REPLACED_MS;

/** Between 0 and 1. */
function saltOf({ context }: Sending): number {
  const [high = 0, low = 0] = context.random.bytes(2);
  return (high * 256 + low) / 65_536;
}

interface Facts {
  costs: Awaited<ReturnType<typeof readCosts>>;
  sender: AccountFacts;
  receiver: AccountFacts;
}

async function estimateOf(
  { chain }: Sending,
  { purpose, from, to, value }: Wish,
  { costs, sender, receiver }: Facts,
): Promise<Estimate | Obstacle> {
  if (purpose === 'fund') return estimateTrx(costs, sender, receiver);
  if (sender.token < BigInt(value)) return 'short';
  const energy = await readEnergy(chain, { from: from.address, to: to.address, value });
  return energy === undefined ? 'refused' : estimateToken(costs, energy, sender);
}

/**
 * Whether the receiver has none yet, or none for good: the first transfer costs more than the second, and after a reorganisation the second may come
 * first.
 */
async function isNew({ chain }: Sending, { purpose, to }: Wish, receiver: AccountFacts): Promise<boolean> {
  if (purpose === 'fund') return !receiver.isActive;
  return receiver.token === 0n || (await readSolidToken(chain, to.address)) === 0n;
}

/** What is on its way from the sender, and how many to the receiver. */
async function openOf({ context }: Sending, { from, to, purpose }: Wish) {
  const model = context.model(sendingResource);
  const token = purpose === 'fund' ? 'TRX' : 'USDT';
  return {
    bySender: await model.find({ sender: from.address, is_open: true }).lean(),
    toReceiver: await model.countDocuments({ receiver: to.address, is_open: true, token }),
  };
}

/** What is left of an account once all that is on its way has cost what it may cost at most. */
function lessOpen(account: AccountFacts, open: readonly StoredSending[]): AccountFacts {
  const left = { ...account };
  for (const { token, amount, fee_estimate, fee_limit } of open) {
    const burned = [BigInt(fee_estimate), BigInt(fee_limit)];
    left.trx -= (burned[0] ?? 0n) > (burned[1] ?? 0n) ? (burned[0] ?? 0n) : (burned[1] ?? 0n);
    if (token === 'TRX') left.trx -= BigInt(amount);
    else left.token -= BigInt(amount);
    left.bandwidth = Math.max(0, left.bandwidth - (token === 'TRX' ? TRX_BYTES : TOKEN_BYTES));
    // Staked energy goes to whoever comes first.
    if (token === 'USDT') left.energy = 0;
  }
  return left;
}
