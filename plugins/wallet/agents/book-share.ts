import {
  againWhenTaken,
  dayOf,
  newRow,
  type PluginContext,
  type Session,
  type TogetherWrites,
  writeTogether,
} from '@waypost/sdk';
import type { StoredOrder } from '../orders/stored.ts';
import { shareResource } from '../screens/agent_divided_into/resource.ts';
import { agentCustomers, agentSums, NOTHING, type Sums } from './sums.ts';

const MONTH_LETTERS = 'yyyy-mm'.length;

/** What happened to the sums of an agent; what is left out is nothing. */
export interface ShareBooking extends Partial<Sums> {
  agent: string;
  customer: string;
  /** When it happened: the day it counts on. */
  time: Date;
}

/** An order that was just paid, as it is about to stand: with its agent and share. */
type PaidOrder = Pick<
  StoredOrder,
  '_id' | 'number' | 'owner' | 'plan' | 'plan_name' | 'price' | 'agent' | 'share' | 'share_points'
> & { paid_time: Date };

/** A transaction, and what of it is written at once at its end. */
export interface Writing {
  session: Session;
  writes: TogetherWrites;
}

/**
 * Counts an order in the sums of the agent above its buyer, in the transaction that pays it. Orders without an agent, and money
 * for the own balance, count nowhere.
 */
export async function bookSale(
  { context }: { context: PluginContext },
  order: PaidOrder,
  writing: Writing,
): Promise<void> {
  const { agent, plan, price, share, share_points, paid_time, number, plan_name } = order;
  if (agent === null || plan === null) return;
  const customer = String(order.owner);
  const row = newRow(context, shareResource, {
    number,
    order: String(order._id),
    agent,
    customer,
    plan_name,
    price,
    points: share_points,
    earned: share,
    returned: '0',
    time: paid_time,
  });
  writing.writes.insert(context.model(shareResource), row);
  const sums = { orders: 1, turnover: BigInt(price), earned: BigInt(share) };
  await addShare({ context }, { agent, customer, time: paid_time, ...sums }, writing);
}

/**
 * Counts what was given back of an order, and what was taken back of its share, in the transaction that does so and on its day.
 * @param returned smallest units; both of this refund alone, not of all so far
 */
export async function bookReturn(
  { context }: { context: PluginContext },
  {
    order,
    refunded,
    returned,
    time = context.clock.date(),
  }: {
    order: PaidOrder | StoredOrder;
    refunded: string;
    returned: string;
    /** When it was given back; left out: now. */
    time?: Date;
  },
  session: Session,
): Promise<void> {
  const { agent, plan } = order;
  if (agent === null || plan === null) return;
  const model = context.model(shareResource);
  const row = await model
    .findOne({ order: String(order._id) })
    .session(session)
    .lean();
  if (row !== null)
    await model.updateOne(
      { _id: row._id },
      { $set: { returned: String(BigInt(row.returned) + BigInt(returned)) } },
      { session },
    );
  await bookShare(
    { context },
    {
      agent,
      customer: String(order.owner),
      time,
      refunded: BigInt(refunded),
      returned: BigInt(returned),
    },
    session,
  );
}

/**
 * Adds to the sums of an agent: of the day, the month and the customer, in the transaction of what is counted. Nothing is read
 * for it, so that many payments at once wait for each other no longer than they do at the agent's balance.
 */
export async function bookShare(
  wallet: { context: PluginContext },
  booking: ShareBooking,
  session: Session,
): Promise<void> {
  const writes = writeTogether();
  await addShare(wallet, booking, { session, writes });
  await writes.send(session);
}

async function addShare(
  { context }: { context: PluginContext },
  { agent, customer, time, ...given }: ShareBooking,
  { session, writes }: Writing,
): Promise<void> {
  const sums = { ...NOTHING, ...given };
  const isOrder = sums.orders > 0;
  const day = dayOf(context.platform.timeZone, time.getTime());
  // Sums that another transaction has begun since this one did make it run again: it then adds to them.
  const { upsertedCount } = await againWhenTaken(() =>
    agentCustomers(context).updateOne(
      { _id: `${agent}/${customer}` },
      {
        $inc: sums,
        $setOnInsert: { agent, customer, first_time: time },
        ...(isOrder ? { $max: { last_time: time } } : {}),
      },
      { session, upsert: true },
    ),
  );
  const add = (kind: 'day' | 'month', period: string) =>
    writes.upsert(
      agentSums(context),
      { _id: `${agent}/${period}` },
      { $inc: { ...sums, customers: isOrder ? upsertedCount : 0 }, $setOnInsert: { agent, kind, period } },
    );
  add('day', day);
  add('month', day.slice(0, MONTH_LETTERS));
}
