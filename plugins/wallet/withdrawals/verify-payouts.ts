import type { PluginContext, Session } from '@waypost/sdk';
import { readPayConfig } from '../chain/config/pay-config.ts';
import { NoProvider, ProviderFault } from '../chain/providers/fault.ts';
import type { ProviderPool } from '../chain/providers/provider-pool.ts';
import { readProviders } from '../chain/providers/providers.ts';
import type { SolidTransaction } from '../chain/reading/information.ts';
import { startTron } from '../chain/tron/ask-tron.ts';
import { type ChainReading, findSolid, latestInformation } from '../chain/watching/find-solid.ts';
import { findPayout } from './check-payout.ts';
import { withdrawalResource } from './resource.ts';
import { findWithdrawal, type StoredWithdrawal, writeStep } from './stored.ts';
import { takenPlaces } from './taken-places.ts';
import { type PayoutFault, UNSEEN_MS } from './values.ts';

/** The other side of what people have paid out, and of what they pay for it. */
export const PAYOUTS = 'wallet.payouts';
const FEES = 'wallet.fees';
const PORTION = 50;
/** Milliseconds between two looks at a transaction that is not solid yet, and after one that nobody could make. */
const LOOK_MS = 5_000;
const AGAIN_MS = 60_000;

/** Looks for the transactions that operators have entered, those that wait longest first; whoever is solid and right is booked. */
export async function verifyPayouts(
  context: PluginContext,
  { pool, tell }: { pool: ProviderPool; tell: (row: StoredWithdrawal) => void },
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const config = await readPayConfig(context);
  const due = await context
    .model(withdrawalResource)
    .find({
      phase: 'verifying',
      network: config.network,
      next_look_time: { $lte: context.clock.date() },
    })
    .sort({ next_look_time: 1 })
    .limit(PORTION)
    .lean();
  if (due.length === 0) return;
  const providers = await readProviders(context);
  if (providers.length === 0) return;
  await startTron(context);
  const chain: ChainReading = { context, pool, providers, config, heads: new Map() };
  for (const row of due) {
    if (signal.aborted) return;
    let wait = LOOK_MS;
    try {
      const after = await verifyPayout(chain, row);
      if (after !== undefined) {
        tell(after);
        continue;
      }
    } catch (error) {
      if (error instanceof NoProvider) return;
      // One that cannot be looked at holds up none of the others.
      wait = AGAIN_MS;
      const isFault = error instanceof ProviderFault;
      context.log[isFault ? 'warn' : 'error'](
        { error, transaction: row.transaction },
        'a payout could not be looked at',
      );
    }
    await context
      .model(withdrawalResource)
      .updateOne(
        { _id: row._id, phase: 'verifying' },
        { $set: { next_look_time: new Date(context.clock.now() + wait) } },
        { timestamps: false },
      );
  }
}

/** @returns the withdrawal after a step; undefined: there is nothing to say yet */
async function verifyPayout(
  chain: ChainReading,
  row: StoredWithdrawal,
): Promise<StoredWithdrawal | undefined> {
  const { context, pool, providers } = chain;
  const id = row.transaction;
  const solid = await pool.work(providers, (ask, provider) => findSolid(chain, { ask, provider, id }));
  if (solid !== undefined) return bookPayout(context, row, solid);
  const waits = context.clock.now() - (row.entered_time?.getTime() ?? 0);
  if (waits < UNSEEN_MS) return undefined;
  const seen = await pool.work(providers, (ask) => latestInformation({ context }, ask, id));
  return seen === undefined ? bookFault(context, row, 'unknown') : undefined;
}

/**
 * Books what a solid transaction says of a withdrawal: the held money goes to where payouts go, or what is wrong is written down
 * and another transaction can be entered. Any number of times, whoever comes first.
 */
export async function bookPayout(
  context: PluginContext,
  { _id }: Pick<StoredWithdrawal, '_id'>,
  solid: SolidTransaction,
): Promise<StoredWithdrawal | undefined> {
  return context.transaction(async (session) => {
    const row = await findWithdrawal(context, String(_id), session);
    if (row === null || row.phase !== 'verifying' || row.transaction !== solid.id) return undefined;
    const booked = await settlePayout(context, { row, solid }, session);
    return 'fault' in booked ? writeFault(context, row, booked.fault, session) : booked.after;
  });
}

/** Posts a withdrawal that a solid transaction has paid, within a transaction; or says why it has not, and writes nothing. */
export async function settlePayout(
  context: PluginContext,
  { row, solid }: { row: StoredWithdrawal; solid: SolidTransaction },
  session: Session,
): Promise<{ after: StoredWithdrawal } | { fault: PayoutFault }> {
  const found = findPayout(solid, row, await takenPlaces(context, { row, transaction: solid.id }, session));
  if ('fault' in found) return found;
  const id = String(row._id);
  await context.ledger.postHold(
    {
      key: `withdrawal/${id}/paid`,
      type: 'wallet.withdrawal_paid',
      hold: row.hold,
      remark: `${row.number} ${solid.id}`,
      to: [
        { account: PAYOUTS, amount: row.payout },
        ...(row.fee === '0' ? [] : [{ account: FEES, amount: row.fee }]),
      ],
    },
    session,
  );
  const after = await writeStep(
    context,
    row,
    {
      phase: 'paid' as const,
      log_index: found.transfer.index,
      block: solid.block,
      fault: '' as const,
      paid_time: new Date(solid.time),
      next_look_time: null,
      is_told: false,
    },
    session,
  );
  await context.audit(
    {
      type: 'wallet.withdrawal.paid',
      target: id,
      before: { number: row.number, phase: row.phase },
      after: { number: row.number, phase: 'paid', transaction: solid.id, payout: row.payout },
    },
    session,
  );
  return { after };
}

const bookFault = (context: PluginContext, { _id, transaction }: StoredWithdrawal, fault: PayoutFault) =>
  context.transaction(async (session) => {
    const row = await findWithdrawal(context, String(_id), session);
    if (row === null || row.phase !== 'verifying' || row.transaction !== transaction) return undefined;
    return writeFault(context, row, fault, session);
  });

/** It was not paid by this one: the operator enters another, and the place is free again. */
async function writeFault(
  context: PluginContext,
  row: StoredWithdrawal,
  fault: PayoutFault,
  session: Session,
): Promise<StoredWithdrawal> {
  // It goes on being paid by whoever has entered it: the money may be on its way. Before a release that knew who pays there was nobody.
  const phase = row.payer === '' ? ('approved' as const) : ('paying' as const);
  const after = await writeStep(
    context,
    row,
    {
      phase,
      fault,
      transaction: '',
      log_index: -1,
      has_transaction: false,
      entered_time: null,
      next_look_time: null,
    },
    session,
  );
  await context.audit(
    {
      type: 'wallet.withdrawal.not_paid',
      target: String(row._id),
      before: { number: row.number, phase: row.phase, transaction: row.transaction },
      after: { number: row.number, phase, fault },
    },
    session,
  );
  return after;
}
