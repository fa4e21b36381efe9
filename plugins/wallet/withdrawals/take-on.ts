import { errors } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type PluginContext,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { refuseDisputed } from './disputed.ts';
import { payoutErrors, withdrawalErrors } from './errors.ts';
import { findWithdrawal, type StoredWithdrawal, writeStep } from './stored.ts';
import { PAYING_MS, type Phase } from './values.ts';

/** Phases in which somebody can say that they pay it. */
const TAKEN_ON: readonly Phase[] = ['approved', 'paying', 'undecided'];

type Paying = Pick<StoredWithdrawal, 'phase' | 'payer' | 'paying_since'>;

/** Whether somebody pays it for so long that it may have been forgotten: it may be paid by then all the same. */
export const isForgotten = ({ phase, paying_since }: Paying, now: number): boolean =>
  phase === 'paying' && now >= (paying_since?.getTime() ?? 0) + PAYING_MS;

/**
 * Takes an approved withdrawal on: whoever has is the only one who may pay it and enter its transaction. What another one pays for
 * more than an hour is taken over by whoever has read that it may be paid already. Twice by one person is once.
 * Errors: `wallet.withdrawal_being_paid`, `wallet.withdrawal_over`, `wallet.withdrawal_person_disputed` 409; `not_found` 404
 */
export async function takeOn(
  context: PluginContext,
  { id, is_warned: isWarned }: { id: string; is_warned?: true | undefined },
  request: SignedRequest,
): Promise<StoredWithdrawal> {
  const payer = request.caller.id;
  return context.transaction(async (session) => {
    const before = await findWithdrawal(context, id, session);
    if (before === null) throw errors.notFound.create();
    if (!TAKEN_ON.includes(before.phase)) throw withdrawalErrors.over.create({ number: before.number });
    // What is being paid already is taken over all the same.
    if (before.phase !== 'paying') await refuseDisputed(context, String(before.owner), session);
    if (before.phase === 'paying') {
      if (before.payer === payer) return before;
      if (!isWarned || !isForgotten(before, context.clock.now())) throw await beingPaid(context, before);
    }
    const after = await writeStep(
      context,
      before,
      // Once somebody has had it in hand the signer leaves it alone: what is let go may have been paid all the same.
      { phase: 'paying', payer, paying_since: context.clock.date(), is_by_hand: true },
      session,
    );
    const type = before.phase === 'paying' ? 'take_over' : 'take_on';
    await auditPayout(context, { type, before, after, request }, session);
    return after;
  });
}

/**
 * Lets go of a withdrawal that the caller has taken on and has not paid: somebody else may.
 * Errors: `wallet.withdrawal_being_paid` of one that another pays, `wallet.withdrawal_over` 409; `not_found` 404
 */
export async function letGo(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<StoredWithdrawal> {
  return context.transaction(async (session) => {
    const before = await findWithdrawal(context, id, session);
    if (before === null) throw errors.notFound.create();
    if (before.phase !== 'paying') throw withdrawalErrors.over.create({ number: before.number });
    if (before.payer !== request.caller.id) throw await beingPaid(context, before);
    const after = await writeStep(context, before, { phase: 'approved', ...NOBODY }, session);
    await context.audit(
      {
        type: 'wallet.withdrawal.let_go',
        target: id,
        before: await told(context, before),
        after: { number: after.number, phase: after.phase },
        request,
      },
      session,
    );
    return after;
  });
}

/**
 * Has the signer pay an approved withdrawal that somebody had in hand, or that was sent in vain.
 * Errors: `wallet.withdrawal_over`, `wallet.withdrawal_person_disputed` 409; `wallet.payout_unlisted` 409 where nobody can tell whether it was paid; `not_found` 404
 */
export async function sendAgain(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<StoredWithdrawal> {
  return context.transaction(async (session) => {
    const before = await findWithdrawal(context, id, session);
    if (before === null) throw errors.notFound.create();
    const isWaiting = before.phase === 'undecided' || (before.phase === 'approved' && before.is_by_hand);
    if (!isWaiting) throw withdrawalErrors.over.create({ number: before.number });
    // It would be looked at once more, and come to the same.
    if (before.fault === 'unlisted') throw payoutErrors.unlisted.create();
    await refuseDisputed(context, String(before.owner), session);
    const set = { phase: 'approved', is_by_hand: false, fault: '', has_alarm: false } as const;
    const after = await writeStep(context, before, set, session);
    await auditPayout(context, { type: 'send_again', before, after, request }, session);
    return after;
  });
}

/** What is written where nobody pays it any more. */
export const NOBODY = { payer: '', paying_since: null } as const;

/**
 * Refuses to enter a transaction of a withdrawal that somebody else pays, or that nobody has taken on.
 * Errors: `wallet.withdrawal_not_taken`, `wallet.withdrawal_being_paid`, `wallet.withdrawal_over` 409
 */
export async function requirePaidBy(
  context: PluginContext,
  row: StoredWithdrawal,
  person: string,
): Promise<void> {
  if (row.phase === 'approved') throw withdrawalErrors.notTaken.create({ number: row.number });
  if (row.phase !== 'paying') throw withdrawalErrors.over.create({ number: row.number });
  if (row.payer !== person) throw await beingPaid(context, row);
}

/** The refusal of what somebody pays, with who that is. */
export const beingPaid = async (context: PluginContext, row: Paying) =>
  withdrawalErrors.beingPaid.create({ account: await nameOf(context, row.payer) });

async function nameOf(context: PluginContext, id: string): Promise<string> {
  if (id === '') return '';
  return (await context.require<AccountStates>(ACCOUNT_STATES, '^1')?.names([id]))?.[id] ?? id;
}

const told = async (context: PluginContext, { number, phase, payer }: StoredWithdrawal) => ({
  number,
  phase,
  ...(payer === '' ? {} : { paying_by: await nameOf(context, payer) }),
});

/** Writes down who may pay what, and where, from now on. */
async function auditPayout(
  context: PluginContext,
  step: {
    type: 'take_on' | 'take_over' | 'send_again';
    before: StoredWithdrawal;
    after: StoredWithdrawal;
    request: SignedRequest;
  },
  session: Session,
): Promise<void> {
  const { number, phase, payout, address } = step.after;
  await context.audit(
    {
      type: `wallet.withdrawal.${step.type}`,
      target: step.after._id,
      before: await told(context, step.before),
      after: { number, phase, payout, address },
      request: step.request,
    },
    session,
  );
}
