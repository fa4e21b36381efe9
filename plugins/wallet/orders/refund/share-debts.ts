import type { CollectionDeclaration, PluginContext, RequestContext, Session } from '@waypost/sdk';
import { SALES } from '../sales.ts';

/** Of a refunded order what the agent had spent already: it is taken from the shares that come next. */
interface ShareDebt {
  /** Id of the refunded order. */
  _id: string;
  agent: string;
  /** What was owed at first, and what is owed still; smallest units. */
  amount: string;
  left: string;
  is_open: boolean;
  time: Date;
}

const COLLECTION: CollectionDeclaration<ShareDebt> = {
  name: 'share_debt',
  onUninstall: 'keep',
  fields: { _id: String, agent: String, amount: String, left: String, is_open: Boolean, time: Date },
  indexes: [{ keys: { agent: 1, is_open: 1, time: 1 } }],
};
export const shareDebts = (context: PluginContext) => context.collection(COLLECTION);

/** Debts that one share pays at most: the rest is taken from the next one. */
const MOST_AT_ONCE = 50;
export const RETURN_TYPE = 'wallet.share_return';

/** Writes down what an agent still owes of a refunded order. */
export async function oweShare(
  context: PluginContext,
  { order, agent, amount }: { order: string; agent: string; amount: bigint },
  session: Session,
): Promise<void> {
  const debt = { agent, amount: String(amount), left: String(amount), is_open: true };
  await shareDebts(context).create([{ _id: order, ...debt, time: context.clock.date() }], { session });
}

/**
 * Takes what an agent owes out of a share that was given in this very transaction: never more than it, the oldest debt first, so
 * that nobody has less by it than before.
 * @returns what was taken
 */
export async function takeDebts(
  context: PluginContext,
  {
    agent,
    share,
    order,
    called,
  }: {
    agent: string;
    share: bigint;
    /** That the share was of. */
    order: string;
    called: { remark: string; request?: RequestContext };
  },
  session: Session,
): Promise<bigint> {
  const debts = await shareDebts(context)
    .find({ agent, is_open: true })
    .sort({ time: 1, _id: 1 })
    .limit(MOST_AT_ONCE)
    .session(session)
    .lean();
  let taken = 0n;
  for (const { _id, left } of debts) {
    const part = min(BigInt(left), share - taken);
    if (part === 0n) break;
    taken += part;
    const rest = BigInt(left) - part;
    await shareDebts(context).updateOne(
      { _id },
      { $set: { left: String(rest), is_open: rest > 0n } },
      { session },
    );
  }
  if (taken > 0n)
    await takeBack(context, { key: `share_debt/${order}`, agent, amount: taken, called }, session);
  return taken;
}

/** Takes a share back, or a part of it. Errors: `ledger_insufficient` 409 where the agent has less. */
export async function takeBack(
  context: PluginContext,
  {
    key,
    agent,
    amount,
    called,
  }: { key: string; agent: string; amount: bigint; called: { remark: string; request?: RequestContext } },
  session: Session,
): Promise<void> {
  await context.ledger.transfer(
    {
      key,
      type: RETURN_TYPE,
      ...called,
      postings: [
        { account: agent, amount: `-${amount}` },
        { account: SALES, amount: String(amount) },
      ],
    },
    session,
  );
}

/** What is owed still of refunded orders, by their ids; 0 where nothing is. */
export async function owedOf(
  context: PluginContext,
  orders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await shareDebts(context)
    .find({ _id: { $in: orders }, is_open: true })
    .lean();
  return new Map(found.map(({ _id, left }) => [_id, left]));
}

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
