import {
  newVersion,
  type PluginContext,
  requireRow,
  type Session,
  type SignedRequest,
  type Stored,
} from '@waypost/sdk';
import { followUp } from '../money/follow-up.ts';
import { bankErrors } from './errors.ts';
import { bankTopUpResource } from './resource.ts';
import { tellBankTopUp } from './tell.ts';
import type { BankState } from './values.ts';

export type StoredBankTopUp = Stored<typeof bankTopUpResource>;

/** How bills name it. */
export const BANK_DEPOSIT = 'wallet.bank_deposit';
/** Where that money comes from. */
const BANK_DEPOSITS = 'wallet.bank_deposits';

type Decision =
  | { id: string; state: 'approved'; same_reference: string }
  | { id: string; state: 'refused'; reason: string };

/**
 * Decides of a bank transfer; approved, its money is on the balance in the same transaction. The same decision again changes
 * nothing.
 * Errors: `not_found` 404; `wallet.bank_own`, `wallet.bank_over`, `wallet.bank_reference_approved`, `ledger_account_closed` 409
 */
export async function decideBankTopUp(
  context: PluginContext,
  decision: Decision,
  request: SignedRequest,
): Promise<{ id: string; state: BankState }> {
  const { id, state } = decision;
  const model = context.model(bankTopUpResource);
  const after = await context.transaction(async (session) => {
    const before = await requireRow(model.findById(id).session(session).lean());
    const owner = String(before.owner);
    if (owner === request.caller.id) throw bankErrors.own.create();
    if (before.state === state) return before;
    if (before.state !== 'waiting') throw bankErrors.over.create({ number: before.number });
    if (decision.state === 'approved') {
      await requireSeen(context, before, decision.same_reference, session);
      await context.ledger.transfer(
        {
          key: `bank_top_up/${id}`,
          type: BANK_DEPOSIT,
          remark: `${before.number} ${before.reference}`,
          request,
          postings: [
            { account: owner, amount: before.amount },
            { account: BANK_DEPOSITS, amount: `-${before.amount}` },
          ],
        },
        session,
      );
    }
    const set = {
      state,
      reason: decision.state === 'refused' ? decision.reason : '',
      decided_time: context.clock.date(),
      decider: request.caller.id,
      is_told: false,
    };
    const written = await requireRow(
      model
        .findOneAndUpdate({ _id: id, state: 'waiting' }, newVersion(context, set), {
          session,
          returnDocument: 'after',
          timestamps: false,
        })
        .lean(),
    );
    const { number, amount, reference } = before;
    await context.audit(
      {
        type: `wallet.bank_top_up.${state === 'approved' ? 'approve' : 'refuse'}`,
        target: id,
        before: { number, state: before.state },
        after: { number, state, amount, reference, reason: set.reason },
        request,
      },
      session,
    );
    return written;
  });
  await followUp(context, 'a decision of a bank transfer is told later', () => tellBankTopUp(context, after));
  return { id, state: after.state };
}

/** Approved ones with one of these references, the last first. */
export const approvedWith = (context: PluginContext, references: readonly string[]) =>
  context
    .model(bankTopUpResource)
    .find({ reference_key: { $in: [...references] }, state: 'approved' })
    .sort({ decided_time: -1, _id: -1 });

/** One transfer said twice is credited twice only by whoever has seen the first. */
async function requireSeen(
  context: PluginContext,
  { _id, reference_key }: StoredBankTopUp,
  seen: string,
  session: Session,
): Promise<void> {
  const [last] = await approvedWith(context, [reference_key]).limit(1).session(session).lean();
  if (last !== undefined && last.number !== seen)
    throw bankErrors.referenceApproved.create({ number: last.number });
  // Who approves another one at this moment writes into this one, and meets us.
  await context
    .model(bankTopUpResource)
    .updateMany({ reference_key, state: 'waiting', _id: { $ne: _id } }, newVersion(context, {}), { session });
}
