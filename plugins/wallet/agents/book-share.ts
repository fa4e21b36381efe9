import { dayOf, newRow, type PluginContext, type Session } from '@waypost/sdk';
import type { StoredOrder } from '../orders/stored.ts';
import { shareResource } from '../screens/agent_divided_into/resource.ts';
import { agentCustomers, agentSums, NOTHING, type Sums } from './sums.ts';

/** MongoDB's error for a unique index, and its label for what makes a transaction run again. */
const DUPLICATE_KEY = 11_000;
const TRANSIENT = 'TransientTransactionError';
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

/**
 * Counts an order in the sums of the agent above its buyer, in the transaction that pays it. Orders without an agent, and money
 * for the own balance, count nowhere.
 */
export async function bookSale(
  { context }: { context: PluginContext },
  order: PaidOrder,
  session: Session,
): Promise<void> {
  const { agent, plan, price, share, share_points, paid_time, number, plan_name } = order;
  if (agent === null || plan === null) return;
  const customer = String(order.owner);
  await context.model(shareResource).create(
    [
      newRow(context, shareResource, {
        ...{ number, order: String(order._id), agent, customer, plan_name, price },
        ...{ points: share_points, earned: share, returned: '0', time: paid_time },
      }),
    ] as never,
    { session },
  );
  const sums = { orders: 1, turnover: BigInt(price), earned: BigInt(share) };
  await bookShare({ context }, { agent, customer, time: paid_time, ...sums }, session);
}

/**
 * Counts what was given back of an order, and what was taken back of its share, in the transaction that does so and on its day.
 * @param returned smallest units; both of this refund alone, not of all so far
 */
export async function bookReturn(
  { context }: { context: PluginContext },
  { order, refunded, returned }: { order: PaidOrder | StoredOrder; refunded: string; returned: string },
  session: Session,
): Promise<void> {
  const { agent, plan } = order;
  if (agent === null || plan === null) return;
  const model = context.model(shareResource);
  const row = await model
    .findOne({ order: String(order._id) } as never)
    .session(session)
    .lean();
  if (row !== null)
    await model.updateOne(
      { _id: row._id } as never,
      { $set: { returned: String(BigInt(row.returned) + BigInt(returned)) } } as never,
      { session },
    );
  await bookShare(
    { context },
    {
      ...{ agent, customer: String(order.owner), time: context.clock.date() },
      ...{ refunded: BigInt(refunded), returned: BigInt(returned) },
    },
    session,
  );
}

/**
 * Adds to the sums of an agent: of the day, the month and the customer, in the transaction of what is counted. Nothing is read
 * for it, so that many payments at once wait for each other no longer than they do at the agent's balance.
 */
export async function bookShare(
  { context }: { context: PluginContext },
  { agent, customer, time, ...given }: ShareBooking,
  session: Session,
): Promise<void> {
  const sums = { ...NOTHING, ...given };
  const isOrder = sums.orders > 0;
  const day = dayOf(context.platform.timeZone, time.getTime());
  await againWhenTaken(async () => {
    const { upsertedCount } = await agentCustomers(context).updateOne(
      { _id: `${agent}/${customer}` },
      {
        $inc: sums,
        $setOnInsert: { agent, customer, first_time: time },
        ...(isOrder ? { $max: { last_time: time } } : {}),
      },
      { session, upsert: true },
    );
    const period = (kind: 'day' | 'month', name: string) => ({
      updateOne: {
        filter: { _id: `${agent}/${name}` },
        update: {
          $inc: { ...sums, customers: isOrder ? upsertedCount : 0 },
          $setOnInsert: { agent, kind, period: name },
        },
        upsert: true,
      },
    });
    await agentSums(context).bulkWrite(
      [period('day', day), period('month', day.slice(0, MONTH_LETTERS))] as never,
      { session, timestamps: false },
    );
  });
}

/** Sums that another transaction has begun since this one did make it run again: it then adds to them. */
async function againWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isTaken(error)) error.addErrorLabel(TRANSIENT);
    throw error;
  }
}

const isTaken = (error: unknown): error is Error & { addErrorLabel(label: string): void } =>
  error instanceof Error && 'addErrorLabel' in error && 'code' in error && error.code === DUPLICATE_KEY;
