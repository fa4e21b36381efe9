import { AppError, LARGEST_AMOUNT } from '@waypost/contract';
import { newRow, type PluginContext, type RequestContext, type Session } from '@waypost/sdk';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { FIRST_INDEX } from '../deposits/counters.ts';
import { type Deposit, deposits } from '../deposits/deposit.ts';
import { isOwnAccount, isReceivingPlace } from '../deposits/own-places.ts';
import { countLost } from '../deposits/pass-restore.ts';
import { receive } from '../deposits/state.ts';
import type { Network } from '../networks/values.ts';
import type { ChainTransfer, SolidTransaction } from '../reading/information.ts';
import { CLOCKS_APART_MS, type TransferReason, type TransferState } from '../values.ts';
import type { Counted } from './settlement.ts';
import type { OrderSteps } from './watch.ts';

/** The other side of what comes over the chain. */
const DEPOSITS_ACCOUNT = 'wallet.deposits';
export const DEPOSIT_TYPE = 'wallet.deposit';
/** What the ledger refuses for good: the money waits for somebody to decide, who reads why. */
const REFUSALS: Readonly<Record<string, TransferReason>> = {
  ledger_account_closed: 'account_closed',
  ledger_account_unknown: 'account_closed',
  ledger_too_much: 'too_large',
};

/** A transfer to one of our addresses, in a solid block, with what the list told beside. */
export interface FoundTransfer {
  transaction: SolidTransaction;
  transfer: ChainTransfer;
  symbol: string;
  fingerprint: string;
}

/** Where a transfer came to: the address of one order, or one that all orders of its time are paid to. */
export interface Receiver {
  network: Network;
  address: string;
  contract: string;
  /** Null: what came is told by its amount. */
  deposit: string | null;
}

/** What has come in the money that is asked for. */
const OURS: readonly TransferState[] = ['credited', 'unmatched'];

/** A record as it is written. */
function rowOf(
  context: PluginContext,
  {
    place,
    found: { transaction, transfer, symbol, fingerprint },
    state,
    reason,
    credited_time = null,
    order = null,
    owner = null,
  }: {
    place: { network: Network; transaction: string; log_index: number };
    found: FoundTransfer;
    state: TransferState;
    reason: TransferReason;
    credited_time?: Date | null;
    order?: string | null;
    owner?: string | null;
  },
) {
  return newRow(context, transferResource, {
    ...place,
    state,
    reason,
    credited_time,
    symbol,
    fingerprint,
    contract: transfer.contract,
    order,
    amount: String(transfer.value),
    block: transaction.block,
    time: new Date(transaction.time),
    sender: transfer.from,
    receiver: transfer.to,
    received: OURS.includes(state) ? String(transfer.value) : '0',
    account: state === 'credited' ? owner : null,
  });
}

/** What no order at a shared address has asked for, or came to the address of one that a restore has lost, waits for somebody who says whose it is. */
function nobodys(
  { transaction }: FoundTransfer,
  { isOurs, reason }: { isOurs: boolean; reason: TransferReason },
): { state: TransferState; reason: TransferReason } {
  if (transaction.isFailed) return { state: 'failed', reason: '' };
  return isOurs ? { state: 'unmatched', reason } : { state: 'wrong_token', reason: '' };
}

/** The order at a shared address that has asked for exactly this, within its time, and has not got it yet. */
async function findByAmount(
  context: PluginContext,
  { to, found: { transaction, transfer } }: { to: Receiver; found: FoundTransfer },
  session: Session,
): Promise<Deposit | null> {
  if (transaction.isFailed || transfer.contract !== to.contract) return null;
  const { network, address } = to;
  const same = await deposits(context)
    .find({ network, address, amount: String(transfer.value) })
    .session(session)
    .lean();
  return (
    same.find(({ is_shared, is_cancelled, total, open_time, expire_time, settlement }) =>
      [
        is_shared,
        !is_cancelled,
        total === '0',
        settlement !== 'refunded',
        transaction.time >= open_time.getTime() - CLOCKS_APART_MS,
        transaction.time <= expire_time.getTime() + CLOCKS_APART_MS,
      ].every(Boolean),
    ) ?? null
  );
}

/**
 * Writes down a transfer and all that follows of it, in one transaction: the record, the money on the balance with its bill, and
 * the step of the order. What is written down already is left as it is, so that this may be called any number of times.
 * @returns whether something was written
 */
export async function bookTransfer(
  context: PluginContext,
  { to, found, steps }: { to: Receiver; found: FoundTransfer; steps: OrderSteps },
): Promise<boolean> {
  const { transaction, transfer } = found;
  return context.transaction(async (session) => {
    const model = context.model(transferResource);
    const place = { network: to.network, transaction: transaction.id, log_index: transfer.index };
    if ((await model.exists(place).session(session)) !== null) return false;
    const deposit =
      to.deposit === null
        ? await findByAmount(context, { to, found }, session)
        : await deposits(context).findById(to.deposit).session(session).lean();
    if (deposit === null && to.deposit !== null) return false;
    const isOurs = transfer.contract === to.contract;
    if (deposit !== null && !deposit.is_shared && isOurs && !transaction.isFailed)
      await countArrived(context, { deposit, value: transfer.value }, session);
    const isOwn = await isOwnMoney(context, { to, deposit, transfer }, session);
    if (deposit === null || deposit.is_lost === true || isOwn) {
      const reason = isOwn ? 'own_account' : deposit === null ? 'no_order' : 'restored';
      const whose = nobodys(found, { isOurs, reason });
      await model.create([rowOf(context, { place, found, ...whose })], { session });
      if (deposit?.is_lost === true && whose.state === 'unmatched')
        await countLost(context, { deposit, value: transfer.value }, session);
      return true;
    }
    const counted: Counted = {
      kind: transaction.isFailed ? 'failed' : isOurs ? 'paid' : 'wrong_token',
      amount: transfer.value,
      isInTime: !deposit.is_cancelled && transaction.time <= deposit.expire_time.getTime() + CLOCKS_APART_MS,
    };
    const outcome =
      counted.kind === 'paid'
        ? await credit(context, { deposit, found }, session)
        : { state: counted.kind, reason: '' as TransferReason, credited_time: null };
    const row = rowOf(context, { place, found, ...outcome, order: deposit.order, owner: deposit.owner });
    await model.create([row], { session });
    // What waits for somebody is nothing that came for the order yet.
    if (outcome.state === 'unmatched') return true;
    await writeDeposit(context, { deposit, counted, steps }, session);
    return true;
  });
}

/**
 * Whether it is the operator's money that goes from one place of theirs to another: it is nobody's payment. A release before gave the
 * first address of a key to an order, too: what its owner refills that account with cannot be told from what is paid there, and the
 * key may be in no signer that we know of.
 */
async function isOwnMoney(
  context: PluginContext,
  {
    to: { network, address, deposit: of },
    deposit,
    transfer: { from },
  }: { to: Receiver; deposit: Deposit | null; transfer: ChainTransfer },
  session: Session,
): Promise<boolean> {
  if (deposit !== null && !deposit.is_shared && deposit.index < FIRST_INDEX) return true;
  // What all orders are paid to may be the account that pays out as well.
  if (of !== null && (await isOwnAccount(context, address, session))) return true;
  if (await isOwnAccount(context, from, session)) return true;
  return isReceivingPlace(context, { address: from, networks: [network] }, session);
}

/** It lies at the address from then on, whoever's it is said to be. */
async function countArrived(
  context: PluginContext,
  { deposit: { _id, arrived }, value }: { deposit: Deposit; value: bigint },
  session: Session,
): Promise<void> {
  const after = BigInt(arrived ?? '0') + value;
  await deposits(context).updateOne({ _id }, { $set: { arrived: String(after) } }, { session });
}

/** Counts a transfer for the order of a deposit, and brings the order in line. */
export async function writeDeposit(
  context: PluginContext,
  { deposit, counted, steps }: { deposit: Deposit; counted: Counted; steps: OrderSteps },
  session: Session,
): Promise<void> {
  const change = receive(deposit, counted);
  await deposits(context).updateOne({ _id: deposit._id }, { $set: change }, { session });
  await steps.apply({ ...deposit, ...change }, session);
}

async function credit(
  context: PluginContext,
  { deposit, found }: { deposit: Deposit; found: FoundTransfer },
  session: Session,
): Promise<{ state: TransferState; reason: TransferReason; credited_time: Date | null }> {
  const { transaction, transfer } = found;
  const waits = { state: 'unmatched', credited_time: null } as const;
  if (transfer.value > LARGEST_AMOUNT) return { ...waits, reason: 'too_large' };
  if (deposit.settlement === 'refunded') return { ...waits, reason: 'refunded' };
  try {
    const credited_time = await creditDeposit(
      context,
      {
        account: deposit.owner,
        amount: String(transfer.value),
        place: { network: deposit.network, transaction: transaction.id, log_index: transfer.index },
        remark: transaction.id,
      },
      session,
    );
    return { state: 'credited', reason: '', credited_time };
  } catch (error) {
    const reason = error instanceof AppError ? REFUSALS[error.code] : undefined;
    if (reason === undefined) throw error;
    return { ...waits, reason };
  }
}

/**
 * Puts what came over the chain onto somebody's balance: each transfer once, whoever says so, and whenever.
 * @returns when it was booked, to the millisecond: the day's closing holds both against each other
 */
export async function creditDeposit(
  context: PluginContext,
  {
    account,
    amount,
    place: { network, transaction, log_index },
    ...told
  }: {
    account: string;
    amount: string;
    place: { network: string; transaction: string; log_index: number };
    remark: string;
    request?: RequestContext;
  },
  session: Session,
): Promise<Date> {
  const { time } = await context.ledger.transfer(
    {
      key: `deposit/${network}/${transaction}/${log_index}`,
      type: DEPOSIT_TYPE,
      ...told,
      postings: [
        { account: DEPOSITS_ACCOUNT, amount: `-${amount}` },
        { account, amount },
      ],
    },
    session,
  );
  return new Date(time);
}
