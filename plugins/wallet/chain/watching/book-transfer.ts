import { AppError, LARGEST_AMOUNT } from '@waypost/contract';
import { newRow, type PluginContext, type RequestContext, type Session } from '@waypost/sdk';
import type { Settlement } from '../../orders/values.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { type Deposit, depositChange, deposits, receivedOf } from '../deposits/deposit.ts';
import type { ChainTransfer, SolidTransaction } from '../reading/information.ts';
import type { TransferReason, TransferState } from '../values.ts';
import { type Counted, withTransfer } from './settlement.ts';
import type { OrderSteps } from './watch.ts';

/** The other side of what comes over the chain. */
const DEPOSITS_ACCOUNT = 'wallet.deposits';
const DEPOSIT_TYPE = 'wallet.deposit';
/** Milliseconds by which the chain's clock and ours may differ without an order being late. */
const CLOCKS_APART_MS = 60_000;
/** What says that money has come. */
const CAME: readonly Settlement[] = ['settled', 'under', 'over'];
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

/**
 * Writes down a transfer and all that follows of it, in one transaction: the record, the money on the balance with its bill, and
 * the step of the order. What is written down already is left as it is, so that this may be called any number of times.
 * @returns whether something was written
 */
export async function bookTransfer(
  context: PluginContext,
  { deposit: id, found, steps }: { deposit: string; found: FoundTransfer; steps: OrderSteps },
): Promise<boolean> {
  const { transaction, transfer, symbol, fingerprint } = found;
  return context.transaction(async (session) => {
    const model = context.model(transferResource);
    const deposit = (await deposits(context).findById(id).session(session).lean()) as Deposit | null;
    if (deposit === null) return false;
    const place = { network: deposit.network, transaction: transaction.id, log_index: transfer.index };
    if ((await model.exists(place as never).session(session)) !== null) return false;
    const isOurs = transfer.contract === deposit.contract;
    const counted: Counted = {
      kind: transaction.isFailed ? 'failed' : isOurs ? 'paid' : 'wrong_token',
      amount: transfer.value,
      isInTime: !deposit.is_cancelled && transaction.time <= deposit.expire_time.getTime() + CLOCKS_APART_MS,
    };
    const outcome =
      counted.kind === 'paid'
        ? await credit(context, { deposit, found }, session)
        : { state: counted.kind, reason: '' as TransferReason, credited_time: null };
    const row = newRow(context, transferResource, {
      ...{ ...place, ...outcome, symbol, fingerprint, contract: transfer.contract },
      ...{ amount: String(transfer.value), block: transaction.block, time: new Date(transaction.time) },
      ...{ sender: transfer.from, receiver: transfer.to, order: deposit.order },
      received: counted.kind === 'paid' ? String(transfer.value) : '0',
      account: outcome.state === 'credited' ? deposit.owner : null,
    });
    await model.create([row] as never, { session });
    // What waits for somebody is nothing that came for the order yet.
    if (outcome.state === 'unmatched') return true;
    await writeDeposit(context, { deposit, counted, steps }, session);
    return true;
  });
}

/** Counts a transfer for the order of a deposit, and brings the order in line. */
export async function writeDeposit(
  context: PluginContext,
  { deposit, counted, steps }: { deposit: Deposit; counted: Counted; steps: OrderSteps },
  session: Session,
): Promise<void> {
  const settled = depositChange(
    deposit,
    withTransfer(receivedOf(deposit), counted),
    deposit.settlement === 'expired',
  );
  const change = { ...settled, settlement: decidedOr(deposit, settled.settlement) };
  await deposits(context).updateOne({ _id: deposit._id }, { $set: change }, { session });
  await steps.apply({ ...deposit, ...change }, session);
}

/** What was refunded stays so, as what comes next waits for somebody, too; nothing that comes makes a cancelled order wait again. */
function decidedOr(deposit: Deposit, settlement: Settlement): Settlement {
  if (deposit.settlement === 'refunded') return 'refunded';
  return deposit.is_cancelled && CAME.includes(settlement) ? 'late' : settlement;
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
