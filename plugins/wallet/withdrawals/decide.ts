import { type BodyOf, errors } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  INDEPENDENCE,
  type Independence,
  type PluginContext,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { readPayConfig } from '../chain/config/pay-config.ts';
import { inForce } from '../chain/config/payout-limits.ts';
import type { withdrawalApprove } from '../screens/withdrawal_list/calls.ts';
import { readApproval } from '../signing/approvers/read-approval.ts';
import { refuseDisputed } from './disputed.ts';
import { withdrawalErrors } from './errors.ts';
import { refuseOwnAddress } from './payout-address.ts';
import { findWithdrawal, type StoredWithdrawal, writeStep } from './stored.ts';
import { beingPaid, isForgotten, NOBODY } from './take-on.ts';
import { OPEN_PHASES, type Phase, WithdrawalStatus } from './values.ts';

/** Approved, and not said to be paid; or sent in vain. */
const RETURNABLE: readonly Phase[] = ['approved', 'paying', 'undecided'];

/**
 * Approves a withdrawal; of a large one the second of two different people does. Twice by one person is once.
 * Errors: `wallet.withdrawal_own`, `wallet.withdrawal_over`, `wallet.withdrawal_approved_before`, `wallet.withdrawal_person`,
 * `wallet.withdrawal_person_disputed`, `wallet.withdrawal_held_back`, `wallet.payout_address_ours` 409; `not_found` 404
 */
export async function approveWithdrawal(
  context: PluginContext,
  { id, approval }: BodyOf<typeof withdrawalApprove>,
  request: SignedRequest,
): Promise<StoredWithdrawal> {
  const approver = request.caller.id;
  const asked = await findWithdrawal(context, id);
  if (asked === null) throw errors.notFound.create();
  const owner = String(asked.owner);
  if (owner === approver) throw withdrawalErrors.own.create();
  // Whoever was disabled since is not paid unseen.
  if ((await context.require<AccountStates>(ACCOUNT_STATES, '^1')?.isActive(owner)) !== true)
    throw withdrawalErrors.personInactive.create();
  await requireIndependent(context, approver, [owner, ...asked.approvals]);
  const signed =
    approval === undefined ? [] : [await readApproval(context, { row: asked, approver }, approval)];
  const written = await context.transaction(async (session) => {
    const before = await requireOpen(context, id, session);
    await refuseDisputed(context, owner, session);
    // It may have become one of ours since.
    await refuseOwnAddress(context, before.address, session);
    if (before.approvals.includes(approver)) throw withdrawalErrors.approvedBefore.create();
    // Somebody approved meanwhile: whether these two are two people is asked before the transaction.
    if (before.approvals.length !== asked.approvals.length) return undefined;
    const config = await readPayConfig(context, session);
    const { withdraw_two_people } = inForce(config, context.clock.now());
    // A limit that was lowered since holds; one that was raised does not, or one person could do the work of two.
    const needed = Math.max(before.needed, BigInt(before.amount) > BigInt(withdraw_two_people) ? 2 : 1);
    const approvals = [...before.approvals, approver];
    const isApproved = approvals.length >= needed;
    const phase: Phase = isApproved ? 'approved' : 'one_approval';
    const after = await writeStep(
      context,
      before,
      {
        approvals,
        needed,
        phase,
        signed_approvals: [...(before.signed_approvals ?? []), ...signed],
        ...(isApproved ? { status: WithdrawalStatus.approved, decided_time: context.clock.date() } : {}),
      },
      session,
    );
    await audit(context, { type: 'approve', before, after, request }, session);
    return after;
  });
  return written ?? approveWithdrawal(context, { id, approval }, request);
}

/**
 * Two accounts of one person are one approver: neither has made the other, nor got at it, within seven days, and nobody approves by
 * an account that the asker has.
 */
export async function requireIndependent(
  context: PluginContext,
  approver: string,
  others: readonly string[],
): Promise<void> {
  const states = context.require<Independence>(INDEPENDENCE, '^1');
  if (states === undefined) throw new Error('nobody says whether approvers are two people');
  const [, ...approved] = others;
  const times = await Promise.all([
    states.heldBackUntil(approver, others),
    ...approved.map((other) => states.heldBackUntil(other, [approver])),
  ]);
  const until = times
    .filter((time) => time !== null)
    .sort()
    .at(-1);
  if (until === undefined) return;
  throw withdrawalErrors.heldBack.create({ time: `${until.slice(0, 16).replace('T', ' ')} UTC` });
}

/**
 * Rejects a withdrawal, or gives back one that was approved and could not be paid. The money is available again.
 * Errors: `wallet.withdrawal_being_paid` 409 while somebody pays it, until an hour has passed; `wallet.withdrawal_over` 409, also while an entered transaction is looked for; `wallet.withdrawal_own` 409
 */
export async function rejectWithdrawal(
  context: PluginContext,
  { id, reason }: { id: string; reason: string },
  request: SignedRequest,
): Promise<StoredWithdrawal> {
  return context.transaction(async (session) => {
    const before = await requirePhase(context, { id, phases: [...OPEN_PHASES, ...RETURNABLE] }, session);
    if (String(before.owner) === request.caller.id) throw withdrawalErrors.own.create();
    // Also whoever pays it says first that they do not.
    if (before.phase === 'paying' && !isForgotten(before, context.clock.now()))
      throw await beingPaid(context, before);
    const phase: Phase = RETURNABLE.includes(before.phase) ? 'failed' : 'rejected';
    return giveBack(context, { before, phase, reason, request }, session);
  });
}

/** Takes an own withdrawal back. Errors: `wallet.withdrawal_over` 409; `not_found` 404 for one of somebody else */
export async function cancelWithdrawal(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<StoredWithdrawal> {
  return context.transaction(async (session) => {
    const found = await findWithdrawal(context, id, session);
    if (found === null || String(found.owner) !== request.caller.id) throw errors.notFound.create();
    const before = await requireOpen(context, id, session);
    return giveBack(context, { before, phase: 'cancelled', reason: '', request }, session);
  });
}

async function giveBack(
  context: PluginContext,
  {
    before,
    phase,
    reason,
    request,
  }: {
    before: StoredWithdrawal;
    phase: 'rejected' | 'cancelled' | 'failed';
    reason: string;
    request: SignedRequest;
  },
  session: Session,
): Promise<StoredWithdrawal> {
  const id = String(before._id);
  await context.ledger.voidHold(
    {
      key: `withdrawal/${id}/returned`,
      type: 'wallet.withdrawal_returned',
      hold: before.hold,
      remark: before.number,
      request,
    },
    session,
  );
  const after = await writeStep(
    context,
    before,
    {
      status: WithdrawalStatus.rejected,
      phase,
      reason,
      decided_time: context.clock.date(),
      is_told: phase === 'cancelled',
      fault: '' as const,
      ...NOBODY,
    },
    session,
  );
  await audit(
    context,
    { type: phase === 'cancelled' ? 'cancel' : 'reject', before, after, request },
    session,
  );
  return after;
}

const requireOpen = (context: PluginContext, id: string, session: Session) =>
  requirePhase(context, { id, phases: OPEN_PHASES }, session);

async function requirePhase(
  context: PluginContext,
  { id, phases }: { id: string; phases: readonly Phase[] },
  session: Session,
): Promise<StoredWithdrawal> {
  const found = await findWithdrawal(context, id, session);
  if (found === null) throw errors.notFound.create();
  if (!phases.includes(found.phase)) throw withdrawalErrors.over.create({ number: found.number });
  return found;
}

async function audit(
  context: PluginContext,
  {
    type,
    before,
    after,
    request,
  }: { type: string; before: StoredWithdrawal; after: StoredWithdrawal; request: SignedRequest },
  session: Session,
): Promise<void> {
  const told = ({ number, status, phase, reason }: StoredWithdrawal) => ({
    number,
    status,
    phase,
    ...(reason === '' ? {} : { remark: reason }),
  });
  await context.audit(
    {
      type: `wallet.withdrawal.${type}`,
      target: String(after._id),
      before: told(before),
      after: { ...told(after), amount: after.amount, address: after.address },
      request,
    },
    session,
  );
}
