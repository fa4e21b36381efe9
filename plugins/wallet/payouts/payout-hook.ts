import type { PluginContext, Session } from '@waypost/sdk';
import type { SolidTransaction } from '../chain/reading/information.ts';
import type { SendingHook } from '../sending/sender.ts';
import { type StoredSending, sendingsOf } from '../sending/stored.ts';
import { FINAL_REFUSALS } from '../sending/values.ts';
import type { SignedApproval } from '../signing/signer.ts';
import { isDisputed } from '../withdrawals/disputed.ts';
import { findWithdrawal, type StoredWithdrawal, writeStep } from '../withdrawals/stored.ts';
import { type PayoutFault, SENDING_PHASES } from '../withdrawals/values.ts';
import { settlePayout } from '../withdrawals/verify-payouts.ts';

/** The signer signs so many for one withdrawal. */
const MOST_SIGNED = 5;

/** What was signed of a withdrawal that is in hand. */
export type ApprovalsOf = (row: StoredWithdrawal) => readonly SignedApproval[];

/** What the steps of a transaction mean for the withdrawal that it pays. */
export function payoutHook(context: PluginContext, approvalsOf: ApprovalsOf): SendingHook {
  return {
    async reasons({ _id, purpose, subject: withdrawal }) {
      const row = await findWithdrawal(context, withdrawal);
      const approvals = row === null ? [] : approvalsOf(row);
      const reason = { purpose: 'payout', withdrawal, approvals } as const;
      // All of those before have ended, and none has paid it.
      const before = (await sendingsOf(context, { purpose, subject: withdrawal })).filter(
        (one) => String(one._id) !== String(_id) && one.was_asked,
      );
      return [...before.map(({ transaction: replaces }) => ({ ...reason, replaces })), reason];
    },
    async isHeld({ subject }) {
      // The money may have gone since the bytes were kept.
      const row = await findWithdrawal(context, subject);
      return row !== null && isDisputed(context, String(row.owner));
    },
    async changed(after, session, solid) {
      const row = await findWithdrawal(context, after.subject, session);
      if (row === null || !SENDING_PHASES.includes(row.phase) || row.transaction !== after.transaction) {
        // The money has gone, and nobody waits for it: no retry mends that.
        context.log.error(
          { withdrawal: after.subject, transaction: after.transaction },
          "a payout is nobody's",
        );
        return;
      }
      if (after.phase === 'signed' || after.phase === 'broadcast')
        await writeStep(context, row, { phase: after.phase }, session);
      else if (solid !== undefined) await settle(context, { row, solid }, session);
      else await release(context, { row, sent: after }, session);
    },
  };
}

async function settle(
  context: PluginContext,
  { row, solid }: { row: StoredWithdrawal; solid: SolidTransaction },
  session: Session,
): Promise<void> {
  const booked = await settlePayout(context, { row, solid }, session);
  if ('fault' in booked) await leave(context, { row, phase: 'undecided', fault: booked.fault }, session);
}

/** It will never be on the chain: another one is made in its place, unless that would come to nothing as well. */
async function release(
  context: PluginContext,
  { row, sent }: { row: StoredWithdrawal; sent: StoredSending },
  session: Session,
): Promise<void> {
  const all = await sendingsOf(context, sent, session);
  const isUsedUp = all.filter(({ signature }) => signature !== '').length >= MOST_SIGNED;
  const isHopeless = FINAL_REFUSALS.includes(sent.remark) || isUsedUp;
  const change = isHopeless
    ? ({ phase: 'undecided', fault: 'refused' } as const)
    : ({ phase: 'approved', fault: '' } as const);
  await leave(context, { row, ...change }, session);
}

async function leave(
  context: PluginContext,
  { row, phase, fault }: { row: StoredWithdrawal; phase: 'approved' | 'undecided'; fault: '' | PayoutFault },
  session: Session,
): Promise<void> {
  const nothing = { transaction: '', has_transaction: false, log_index: -1, entered_time: null };
  const has_alarm = phase === 'undecided';
  await writeStep(context, row, { phase, fault, has_alarm, ...nothing }, session);
  await context.audit(
    {
      type: 'wallet.withdrawal.not_paid',
      target: String(row._id),
      before: { number: row.number, phase: row.phase, transaction: row.transaction },
      after: { number: row.number, phase, fault },
    },
    session,
  );
}
