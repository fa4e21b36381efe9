import { AppError, type BodyOf, type ResultOf } from '@waypost/contract';
import { requireRow, type Session, type SignedRequest } from '@waypost/sdk';
import { bookReturn } from '../../agents/book-share.ts';
import { deposits } from '../../chain/deposits/deposit.ts';
import { stepDeposit } from '../../chain/deposits/state.ts';
import { walletErrors } from '../../errors.ts';
import { resumeMember } from '../../members/tend-memberships.ts';
import { followUp } from '../../money/follow-up.ts';
import { namesOf } from '../../money/names-of.ts';
import type { RefundOffer, refundCall } from '../../screens/order/calls.ts';
import { orderResource } from '../../screens/order/resource.ts';
import type { Wallet } from '../../wallet.ts';
import { SALES } from '../sales.ts';
import { stepOrder } from '../state.ts';
import type { StoredOrder } from '../stored.ts';
import { OrderStatus, REFUND_PARTS } from '../values.ts';
import { noteRefund, tellRefunds } from './refund-notices.ts';
import { type RefundSums, refundSums } from './refund-sums.ts';
import { oweShare, takeBack } from './share-debts.ts';
import { planStep, writeStep } from './step-back.ts';

const READ_ALL = 'wallet.order:read_all';
/** Times that a share is looked at anew whose owner spends it at that moment; then all of it is owed. */
const MOST_TRIES = 5;

/** Thrown out of the transaction: the agent has less than when it was looked at. */
class SpentMeanwhile extends Error {}

type Body = BodyOf<typeof refundCall>;
type Done = ResultOf<typeof refundCall>;

/**
 * What an order can be refunded with now.
 * Errors: `not_found` 404; `wallet.not_refundable`, `wallet.order_refunded`, `wallet.refund_later` 409
 */
export async function offerRefund(wallet: Wallet, id: string, request: SignedRequest): Promise<RefundOffer> {
  const { context } = wallet;
  const order = await findOrder(wallet, id, request);
  const sums = refundSums(refundable(order), context.clock.now());
  const { owner, agent, number, price } = order;
  const people = [String(owner), ...(agent === null ? [] : [agent])];
  const names = await namesOf(context, people);
  const parts: RefundOffer['parts'] = [];
  for (const part of REFUND_PARTS) {
    const { refund, shareReturn } = sums[part];
    if (refund === 0n) continue;
    const step = await planStep(wallet, { order, part });
    parts.push({
      part,
      refund: String(refund),
      share_return: String(shareReturn),
      until: step?.until == null ? null : new Date(step.until).toISOString(),
      plan_name: step?.terms.plan_name ?? '',
    });
  }
  return {
    number,
    price,
    parts,
    owner_account: names[String(owner)] ?? '',
    agent_account: order.share === '0' ? '' : (names[agent ?? ''] ?? ''),
  };
}

/**
 * Gives the money of a paid order back. In one transaction: the buyer's balance, the agent's share, the step of the order and of
 * the membership. What the agent has spent already is written down as owed, and taken from the next shares.
 * Errors: those of `offerRefund`; `wallet.refund_changed` 409 where the sum is another than was shown, `wallet.refund_nothing`
 * 409; `ledger_account_closed` 409 for a buyer who has closed the account
 */
export async function refundOrder(wallet: Wallet, body: Body, request: SignedRequest): Promise<Done> {
  const { context } = wallet;
  for (let tries = 0; ; tries += 1) {
    const { agent } = await findOrder(wallet, body.id, request);
    const mayTake = tries < MOST_TRIES && agent !== null ? await availableOf(wallet, agent) : 0n;
    try {
      const { done, owner } = await context.transaction((session) =>
        refundIn(wallet, { body, mayTake, request }, session),
      );
      await followUp(context, 'a refund is told later', () => tellRefunds(context));
      await followUp(context, 'codes of a member are looked at later', () => resumeMember(wallet, owner));
      return done;
    } catch (error) {
      if (!(error instanceof SpentMeanwhile)) throw error;
    }
  }
}

async function refundIn(
  wallet: Wallet,
  { body, mayTake, request }: { body: Body; mayTake: bigint; request: SignedRequest },
  session: Session,
): Promise<{ done: Done; owner: string }> {
  const { context } = wallet;
  const { id, part, reason } = body;
  const order = await findOrder(wallet, id, request, session);
  const { number } = order;
  const owner = String(order.owner);
  const sums = refundSums(refundable(order), context.clock.now())[part];
  if (sums.refund === 0n) throw walletErrors.refundNothing.create({ number });
  if (String(sums.refund) !== body.refund)
    throw walletErrors.refundChanged.create({ number }, { content: await offerRefund(wallet, id, request) });
  const step = await planStep(wallet, { order, part }, session);
  const called = { remark: `${number} ${reason}`.slice(0, 500), request };
  await context.ledger.transfer(
    {
      key: `refund/${id}`,
      type: 'wallet.refund',
      ...called,
      postings: [
        { account: SALES, amount: `-${sums.refund}` },
        { account: owner, amount: String(sums.refund) },
      ],
    },
    session,
  );
  const owed = await returnShare(wallet, { order, sums, mayTake, called }, session);
  if (step !== undefined) await writeStep(wallet, step, session);
  await writeOrder(wallet, { order, sums, reason }, session);
  const told = { refund: String(sums.refund), share_return: String(sums.shareReturn), owed: String(owed) };
  await bookReturn(wallet, { order, refunded: told.refund, returned: told.share_return }, session);
  await noteRefund(context, { _id: id, number, owner, agent: order.agent, reason, ...told }, session);
  await context.audit(
    {
      type: 'wallet.order.refund',
      target: id,
      before: { number, settlement: order.settlement, price: order.price, share: order.share },
      after: { number, settlement: 'refunded', part, ...told, remark: reason },
      request,
    },
    session,
  );
  return { done: told, owner };
}

/** Takes the share back as far as it is there. @returns what is owed */
async function returnShare(
  { context }: Wallet,
  {
    order,
    sums: { shareReturn },
    mayTake,
    called,
  }: {
    order: StoredOrder;
    sums: RefundSums;
    mayTake: bigint;
    called: { remark: string; request: SignedRequest };
  },
  session: Session,
): Promise<bigint> {
  const { agent } = order;
  if (shareReturn === 0n || agent === null) return 0n;
  const id = String(order._id);
  const taken = mayTake < shareReturn ? mayTake : shareReturn;
  try {
    if (taken > 0n)
      await takeBack(context, { key: `share_return/${id}`, agent, amount: taken, called }, session);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ledger_insufficient') throw new SpentMeanwhile();
    throw error;
  }
  const owed = shareReturn - taken;
  if (owed > 0n) await oweShare(context, { order: id, agent, amount: owed }, session);
  return owed;
}

async function writeOrder(
  { context }: Wallet,
  { order, sums, reason }: { order: StoredOrder; sums: RefundSums; reason: string },
  session: Session,
): Promise<void> {
  const id = String(order._id);
  const set = {
    refund: String(sums.refund),
    refund_time: context.clock.date(),
    refund_reason: reason,
    share_return: String(sums.shareReturn),
  };
  await stepOrder(context, { id, event: 'refund', set }, session);
  // What still comes over the chain for it waits for somebody who decides.
  const deposit = await deposits(context).findOne({ order: id }).session(session).lean();
  if (deposit !== null) await stepDeposit(context, { deposit, event: 'refund' }, session);
}

/** A paid order that can be refunded, of whoever the caller may see. */
async function findOrder(
  { context }: Wallet,
  id: string,
  { caller }: SignedRequest,
  session?: Session,
): Promise<StoredOrder> {
  const mayAll = caller.isSuper || caller.permissions.has(READ_ALL);
  const order = await requireRow(
    context
      .model(orderResource)
      .findOne({ _id: id, ...(mayAll ? {} : { owner: caller.id }) })
      .session(session ?? null)
      .lean(),
  );
  const { number } = order;
  if (order.settlement === 'refunded') throw walletErrors.orderRefunded.create({ number });
  if (order.status !== OrderStatus.paid || order.plan === null)
    throw walletErrors.notRefundable.create({ number });
  return order;
}

const refundable = ({ price, share, share_points, from_time, days }: StoredOrder) => ({
  price: BigInt(price),
  share: BigInt(share),
  sharePoints: share_points,
  days,
  from: from_time?.getTime() ?? 0,
});

async function availableOf({ context }: Wallet, account: string): Promise<bigint> {
  const [balance] = await context.ledger.balances([account]);
  return BigInt(balance?.available ?? '0');
}
