import { NoProvider, ProviderFault } from '../chain/providers/fault.ts';
import { CLOCKS_APART_MS } from '../chain/values.ts';
import { heads } from '../chain/watching/find-solid.ts';
import type { SendingAccount, SendingKeys } from '../sending/accounts.ts';
import { advance } from '../sending/advance.ts';
import { type Obstacle, prepare } from '../sending/prepare.ts';
import type { Sending } from '../sending/sender.ts';
import type { StoredSending } from '../sending/stored.ts';
import { COUNTS_MS } from '../sending/values.ts';
import { disputedAccounts } from '../withdrawals/disputed.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';
import { findWithdrawal, type StoredWithdrawal, writeStep } from '../withdrawals/stored.ts';
import type { PayoutWait } from '../withdrawals/values.ts';
import type { ApprovalsOf } from './payout-hook.ts';
import { setAside } from './sent-before.ts';

/** Withdrawals that are begun in one run. */
const PORTION = 20;
/** Withdrawals that the chain is asked about in one run: those that cannot be paid now hold up none behind them. */
const MOST_ASKED = 200;
/** Withdrawals that are looked at in one run. */
const MOST_READ = 2_000;

/** What one run knows to keep withdrawals from being paid: nobody is asked of the chain about those. */
interface Known {
  /** Whose credited money is gone. */
  disputed: ReadonlySet<string>;
  /** There was too little for a fee. */
  isPoor: boolean;
  /** Smallest amount that there was too little for. */
  short: bigint | undefined;
}

/**
 * Begins to pay what is approved, whoever waits longest first: the bytes are kept, and the withdrawal is nobody else's from then on. What too
 * few have signed the approval of, whose money is disputed, and what somebody pays by hand, is left alone; what may have been paid before is set aside.
 * Where nobody can be asked of the chain it ends.
 */
export async function preparePayouts(
  sending: Sending,
  {
    account,
    keys,
    approvalsOf,
  }: {
    account: SendingAccount;
    keys: Pick<SendingKeys, 'restoredAt' | 'isHeld'>;
    approvalsOf: ApprovalsOf;
  },
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const { context, chain } = sending;
  // Asked before what the chain has: what comes in between is seen.
  const mayPay = !keys.isHeld && (await isBehind(sending, keys.restoredAt));
  // What was asked for in another token is no transfer of this one.
  const { contract, network } = chain.config;
  const waiting = context
    .model(withdrawalResource)
    .find({ phase: 'approved', is_by_hand: { $ne: true }, network, contract })
    .sort({ decided_time: 1, _id: 1 })
    .limit(MOST_READ)
    .lean()
    .cursor();
  const known: Known = { disputed: await disputedAccounts(context), isPoor: false, short: undefined };
  let asked = 0;
  let begun = 0;
  for await (const row of waiting as AsyncIterable<StoredWithdrawal>) {
    if (signal.aborted) return;
    const kept = keptBy(row, known, approvalsOf);
    if (kept !== '') {
      await noteWait(sending, row, kept);
      continue;
    }
    asked += 1;
    try {
      const made = await prepareOne(sending, row, mayPay ? account : undefined);
      if (made === 'poor') known.isPoor = true;
      else if (made === 'short') known.short = BigInt(row.payout);
      else if (typeof made === 'object') {
        begun += 1;
        await advance(sending, made);
      }
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      await noteWait(sending, row, 'unreachable');
      return;
    }
    if (begun >= PORTION || asked >= MOST_ASKED) return;
  }
}

/** What is known to keep one from being paid without anybody being asked of the chain; empty: nothing. */
function keptBy(
  row: StoredWithdrawal,
  { disputed, isPoor, short }: Known,
  approvalsOf: ApprovalsOf,
): '' | PayoutWait {
  const signed = new Set(approvalsOf(row).map(({ approver }) => approver)).size;
  if (signed < row.needed) return 'signatures';
  // Of what is gone somebody has to decide first, as where a payout is asked for.
  if (disputed.has(String(row.owner))) return 'disputed';
  // What is paid in this run leaves no more.
  if (short !== undefined && BigInt(row.payout) >= short) return 'short';
  return isPoor ? 'poor' : '';
}

/**
 * Whether whatever was signed before a restore is on the chain by now, or never will be: the newest solid block is younger than its end
 * can be.
 */
async function isBehind({ chain }: Sending, restoredAt: number | undefined): Promise<boolean> {
  if (restoredAt === undefined) return true;
  try {
    const { time } = await chain.pool.work(chain.providers, (ask) => heads(chain, ask));
    return time > restoredAt + COUNTS_MS + CLOCKS_APART_MS;
  } catch (error) {
    if (error instanceof NoProvider || error instanceof ProviderFault) return false;
    throw error;
  }
}

/** One that cannot be prepared holds up none of the others. @returns what keeps it, where that is said; undefined: it is not sent now */
async function prepareOne(
  sending: Sending,
  row: StoredWithdrawal,
  account: SendingAccount | undefined,
): Promise<StoredSending | Obstacle | undefined> {
  const { context } = sending;
  const id = String(row._id);
  try {
    if (await setAside(sending, row)) return undefined;
    if (account === undefined) return await noteWait(sending, row, 'restored');
    const made = await prepare(
      sending,
      {
        purpose: 'payout',
        subject: id,
        run: '',
        value: row.payout,
        from: account,
        to: { address: row.address },
      },
      async (sent, session) => take(sending, { id, sent }, session),
    );
    if (typeof made !== 'string') return made;
    context.log.info({ withdrawal: row.number, obstacle: made }, 'a withdrawal is not sent yet');
    // Both go on by themselves within minutes.
    await noteWait(sending, row, made === 'soon' || made === 'turn' ? '' : made);
    return made;
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    context.log.warn({ error, withdrawal: row.number }, 'a withdrawal could not be prepared');
    await noteWait(sending, row, 'unreachable');
    return undefined;
  }
}

/** Says on its page why it is not begun. What somebody presses meanwhile is no older by it: the version stays. */
async function noteWait(
  { context }: Sending,
  { _id, version, phase, waits_for }: StoredWithdrawal,
  wait: StoredWithdrawal['waits_for'],
): Promise<undefined> {
  if ((waits_for ?? '') === wait) return;
  await context
    .model(withdrawalResource)
    .updateOne({ _id, version, phase }, { $set: { waits_for: wait } }, { timestamps: false });
}

/** @returns false: it was decided otherwise meanwhile */
async function take(
  { context }: Sending,
  { id, sent }: { id: string; sent: StoredSending },
  session: Parameters<typeof writeStep>[3],
): Promise<boolean> {
  const row = await findWithdrawal(context, id, session);
  if (row === null || row.phase !== 'approved' || row.is_by_hand === true) return false;
  const after = await writeStep(
    context,
    row,
    {
      phase: 'prepared' as const,
      fault: '' as const,
      waits_for: '' as const,
      transaction: sent.transaction,
      has_transaction: true,
      log_index: -1,
      entered_time: context.clock.date(),
    },
    session,
  );
  await context.audit(
    {
      type: 'wallet.withdrawal.send',
      target: id,
      before: { number: row.number, phase: row.phase },
      after: {
        number: after.number,
        phase: after.phase,
        payout: after.payout,
        address: after.address,
        transaction: sent.transaction,
      },
    },
    session,
  );
  return true;
}
