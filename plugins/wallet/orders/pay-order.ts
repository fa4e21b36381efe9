import { AppError, errors } from '@waypost/contract';
import {
  type Payer,
  type PluginContext,
  type RequestContext,
  type Session,
  type TogetherWrites,
  writeTogether,
} from '@waypost/sdk';
import { bookSale } from '../agents/book-share.ts';
import { walletErrors } from '../errors.ts';
import { findMember, type Member } from '../members/member.ts';
import { writeMembership } from '../members/write-membership.ts';
import { orderResource } from '../screens/order/resource.ts';
import { requireMemberships, type Wallet } from '../wallet.ts';
import { takeDebts } from './refund/share-debts.ts';
import { SALES } from './sales.ts';
import { basisPoints, shareOf } from './share.ts';
import { canStep, stateAfter, stepOrder } from './state.ts';
import type { StoredOrder } from './stored.ts';
import { OrderStatus } from './values.ts';

/** What agents could not be given. */
const REFUSALS: readonly string[] = ['ledger_account_closed', 'ledger_account_unknown', 'ledger_too_much'];

/** What whoever calls has read or written in the same transaction. */
export interface ReadForOrder {
  order: StoredOrder;
  member: Member | undefined;
  payer: Payer;
}

/**
 * Pays an order from the balance of its owner within a transaction: the money, the share of the direct superior, the step of the
 * order and the membership are there together or not at all. What has arrived by a transfer is put onto the balance first, in
 * the same transaction. An order that is paid already is answered as it is, and nothing changes.
 * Errors: `ledger_insufficient` 409; `wallet.order_over` 409 for one that can be paid no more; `wallet.order_stale` 409 where the
 * membership is another than the one that it was made for; `not_found` 404.
 */
export async function payOrder(
  wallet: Wallet,
  {
    id,
    event = 'pay',
    request,
    read,
  }: {
    id: string;
    event?: 'pay' | 'pay_by_chain';
    request?: RequestContext | undefined;
    read?: ReadForOrder;
  },
  session: Session,
): Promise<{ order: StoredOrder; isRepeated: boolean }> {
  const { context } = wallet;
  const model = context.model(orderResource);
  const order = read?.order ?? (await model.findById(id).session(session).lean());
  if (order === null) throw errors.notFound.create();
  if (order.status === OrderStatus.paid) return { order, isRepeated: true };
  if (!canStep(event, order)) throw walletErrors.orderOver.create({ number: order.number });
  const account = String(order.owner);
  const member = read === undefined ? await findMember(context, account, session) : read.member;
  if (order.plan !== null && (member?.seq ?? 0) !== order.member_seq)
    throw walletErrors.orderStale.create({ number: order.number });
  const called = { remark: remarkOf(order), ...(request === undefined ? {} : { request }) };
  const { journal } = await context.ledger.transfer(
    {
      key: `order/${id}`,
      type: 'wallet.order',
      ...called,
      postings: [
        { account, amount: `-${order.price}` },
        { account: SALES, amount: order.price },
      ],
    },
    session,
  );
  const share = await payShare(wallet, order, { called, session, payer: read?.payer });
  const writes = writeTogether();
  const writing = { session, writes };
  const span =
    order.plan === null
      ? {}
      : await writeMembership(wallet, { order, member, until: read?.payer.until }, writing);
  const paid_time = context.clock.date();
  const paid = { paid_time, journal, ...share, ...span };
  await bookSale(wallet, { ...order, ...share, paid_time }, writing);
  const after =
    read === undefined
      ? await stepOrder(context, { id, event, set: paid }, session)
      : addPaid(context, { ...order, ...paid, ...stateAfter(event) }, writes);
  await writes.send(session);
  await context.audit(
    {
      type: 'wallet.order.pay',
      target: id,
      before: { status: order.status, number: order.number },
      after: { status: after.status, number: order.number, price: order.price, share: after.share },
      ...(request === undefined ? {} : { request }),
    },
    session,
  );
  return { order: after, isRepeated: false };
}

/** One that is paid in the transaction that makes it. */
function addPaid(context: PluginContext, order: StoredOrder, writes: TogetherWrites): StoredOrder {
  writes.insert(context.model(orderResource), order);
  return order;
}

const remarkOf = ({ number, plan_name }: StoredOrder): string =>
  plan_name === '' ? number : `${number} ${plan_name}`;

/** What the direct superior earns: out of what was just paid, so that both together are the price. */
async function payShare(
  { context }: Wallet,
  order: StoredOrder,
  {
    called,
    session,
    payer,
  }: {
    called: { remark: string; request?: RequestContext };
    session: Session;
    payer: Payer | undefined;
  },
): Promise<Pick<StoredOrder, 'agent' | 'share' | 'share_points'>> {
  if (order.plan === null) return { agent: order.agent, share: '0', share_points: 0 };
  const { superior, share_ratio } =
    payer ?? (await requireMemberships(context).payer(String(order.owner), session));
  const nobody = { agent: superior, share: '0', share_points: 0 };
  const points = basisPoints(share_ratio);
  const share = String(shareOf(BigInt(order.price), points));
  if (superior === null || share === '0') return nobody;
  try {
    await context.ledger.transfer(
      {
        key: `share/${order._id}`,
        type: 'wallet.share',
        ...called,
        postings: [
          { account: SALES, amount: `-${share}` },
          { account: superior, amount: share },
        ],
      },
      session,
    );
    // What is owed of refunded orders comes out of what was just earned.
    await takeDebts(
      context,
      { agent: superior, share: BigInt(share), order: String(order._id), called },
      session,
    );
    return { agent: superior, share, share_points: points };
  } catch (error) {
    // Whoever has closed the account earns nothing more: the customer buys all the same.
    if (error instanceof AppError && REFUSALS.includes(error.code)) return nobody;
    throw error;
  }
}
