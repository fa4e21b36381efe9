import {
  newId,
  newRow,
  type Payer,
  requireRow,
  type Session,
  type SignedRequest,
  type Stored,
} from '@waypost/sdk';
import { walletErrors } from '../errors.ts';
import { findMember, heldTerm, type Member } from '../members/member.ts';
import { daysMs } from '../members/rules.ts';
import { resumeMember } from '../members/tend-memberships.ts';
import { numberOf } from '../money/number-of.ts';
import { type Quote, quoteFor } from '../plans/quote.ts';
import { LIMIT_KINDS, type QuoteKind } from '../plans/values.ts';
import { orderResource } from '../screens/order/resource.ts';
import { planResource } from '../screens/vip_combo/resource.ts';
import { requireMemberships, type Wallet } from '../wallet.ts';
import { payOrder, type ReadForOrder } from './pay-order.ts';
import type { StoredOrder } from './stored.ts';
import { PayType } from './values.ts';

export type StoredPlan = Stored<typeof planResource>;

/** What a buyer presses for, as it was shown. */
export interface PlanWish {
  plan: string;
  /** In smallest units, and what it was then. */
  price: string;
  kind: QuoteKind;
  pay_type: (typeof PayType)[keyof typeof PayType];
  /** Made anew for each press that means another purchase. */
  key: string;
}

const HOUR_MS = 3_600_000;

/** What a plan costs an account now, with the membership that it goes by. */
export async function quotePlan(
  wallet: Wallet,
  { plan, account }: { plan: StoredPlan; account: string },
  session?: Session,
): Promise<{ quote: Quote; member: Member | undefined; payer: Payer }> {
  const { quoteOf, ...known } = await quotesFor(wallet, account, session);
  return { quote: quoteOf(plan), ...known };
}

/** What any plan costs an account now: what is known of the membership is read once. */
export async function quotesFor(
  { context, readSettings }: Wallet,
  account: string,
  session?: Session,
): Promise<{ quoteOf(plan: StoredPlan): Quote; member: Member | undefined; payer: Payer }> {
  const member = await findMember(context, account, session);
  const payer = await requireMemberships(context).payer(account, session);
  const graceMs = daysMs((await readSettings()).grace_days);
  const held = heldTerm(member, payer.until);
  const now = context.clock.now();
  return {
    member,
    payer,
    quoteOf: ({ _id, price, days }) =>
      quoteFor({ plan: String(_id), price: BigInt(price), days }, held, { now, graceMs }),
  };
}

/**
 * Makes an order for a plan as it is now; from the balance it is paid in the same transaction. The same press again is answered
 * with the order that the first made.
 * Errors: `wallet.offer_changed` 409 where the plan is not what the buyer was shown; `wallet.plan_smaller` 409;
 * `wallet.key_used` 409; `wallet.transfer_off` 409; `ledger_insufficient` 409; `not_found` 404.
 */
export async function buyPlan(wallet: Wallet, wish: PlanWish, request: SignedRequest): Promise<StoredOrder> {
  const { context, transfer } = wallet;
  if (wish.pay_type === PayType.trc20 && !(await transfer?.isOn())) throw walletErrors.transferOff.create();
  const owner = request.caller.id;
  let isFollowed = false;
  const pay = (done: () => void) =>
    context.transaction(async (session) => {
      // Whoever is next sees what is committed; this one is answered when its entries of the log are there, too.
      if (!isFollowed) session.once('ended', done);
      isFollowed = true;
      const model = context.model(orderResource);
      const earlier = await model.findOne({ owner, key: wish.key }).session(session).lean();
      if (earlier !== null) return repeatedOrder(earlier, wish);
      const read = await newOrder(wallet, wish, { owner, session });
      const { order } = read;
      if (wish.pay_type !== PayType.balance) await model.create([order], { session });
      await context.audit(
        {
          type: 'wallet.order.add',
          target: String(order._id),
          after: {
            number: order.number,
            plan_name: order.plan_name,
            price: order.price,
            pay_type: order.pay_type,
          },
          request,
        },
        session,
      );
      if (wish.pay_type === PayType.balance)
        return (await payOrder(wallet, { id: String(order._id), request, read }, session)).order;
      await transfer?.open(order, session);
      return order;
    });
  const order = await inTurnOf(wallet, wish, owner, pay);
  await resumeMember(wallet, owner);
  return order;
}

/** What is paid at once changes two balances: the buyer's, and the one of who earns of it. */
async function inTurnOf<T>(
  { context, inTurn }: Wallet,
  { pay_type }: PlanWish,
  owner: string,
  work: (done: () => void) => Promise<T>,
): Promise<T> {
  if (inTurn === undefined || pay_type !== PayType.balance) return work(() => undefined);
  const { superior } = await requireMemberships(context).payer(owner);
  return inTurn(superior === null ? [owner] : [owner, superior], work);
}

/** Another purchase under the key of one that was made is a fault of whoever made the key. */
function repeatedOrder(earlier: StoredOrder, wish: PlanWish): StoredOrder {
  const isSame =
    earlier.plan === wish.plan && earlier.price === wish.price && earlier.pay_type === wish.pay_type;
  if (!isSame) throw walletErrors.keyUsed.create();
  return earlier;
}

async function newOrder(
  wallet: Wallet,
  wish: PlanWish,
  { owner, session }: { owner: string; session: Session },
): Promise<ReadForOrder> {
  const { context } = wallet;
  const plan = await requireRow(
    context.model(planResource).findOne({ _id: wish.plan, remove_time: null }).session(session).lean(),
  );
  const { quote, member, payer } = await quotePlan(wallet, { plan, account: owner }, session);
  const price = String(quote.price);
  if (plan.state !== 'on' || price !== wish.price || quote.kind !== wish.kind)
    throw walletErrors.offerChanged.create({ name: plan.name });
  if (quote.price <= 0n) throw walletErrors.planSmaller.create({ name: plan.name });
  const now = context.clock.date();
  const _id = newId(context);
  const { order_hours } = await wallet.readSettings();
  const order = newRow(
    context,
    orderResource,
    {
      ...Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, plan[kind] ?? null])),
      number: numberOf(now, context.platform.timeZone, _id),
      kind: quote.kind,
      plan: wish.plan,
      plan_name: plan.name,
      days: plan.days,
      list_price: plan.price,
      credit: String(quote.credit),
      price,
      pay_type: wish.pay_type,
      key: wish.key,
      expires_time: new Date(now.getTime() + order_hours * HOUR_MS),
      member_seq: member?.seq ?? 0,
      agent: payer.superior,
    },
    { _id, owner },
  );
  return { order, member, payer };
}
