import {
  type CollectionDeclaration,
  type MembershipEnd,
  OWNER_CODES,
  type OwnerCodes,
  type PluginContext,
} from '@waypost/sdk';
import { tellRefunds } from '../orders/refund/refund-notices.ts';
import { OrderStatus } from '../orders/values.ts';
import { orderResource } from '../screens/order/resource.ts';
import { requireMemberships, type Wallet } from '../wallet.ts';
import { type Notice, tellMember } from './notices.ts';
import { daysMs, standingOf } from './rules.ts';

/** Name of the job that looks after memberships. */
export const TEND = 'tend_memberships';
/** Read at once, and told in one run: inboxes take so many of a plugin in a minute. */
const PORTION = 500;
const MOST_TOLD = 50;
/** The beginning of all time, for spans. */
const EVER = new Date(0).toISOString();

/** What somebody was told last, and whether the codes answer nobody since. */
interface Tended {
  /** Id of the account. */
  _id: string;
  /** `<notice> <end>` */
  told: string;
  /** Of which end it was told that it has come, and when: the days of grace begin no earlier. */
  ended_of: string;
  ended_time: Date | null;
  is_paused: boolean;
}
const COLLECTION: CollectionDeclaration = {
  name: 'tended',
  onUninstall: 'drop',
  fields: { _id: String, told: String, ended_of: String, ended_time: Date, is_paused: Boolean },
  indexes: [{ keys: { is_paused: 1 } }],
};
const tended = (context: PluginContext) => context.collection<Tended>(COLLECTION);

/** Reminds members, pauses the codes of whoever is none any more, and ends orders that nobody paid. */
export async function keepMemberships(wallet: Wallet): Promise<void> {
  const { context } = wallet;
  tended(context);
  context.jobs.define(TEND, (_data, signal) => tendMemberships(wallet, signal));
  await context.jobs.every('1 minute', TEND);
}

export async function tendMemberships(wallet: Wallet, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  await expireOrders(wallet.context);
  await tellRefunds(wallet.context);
  await resumeMembers(wallet, signal);
  const { grace_days, reminder_days } = await wallet.readSettings();
  const now = wallet.context.clock.now();
  const to = new Date(now + daysMs(Math.max(reminder_days, 1))).toISOString();
  let told = 0;
  let after: MembershipEnd | undefined;
  while (!signal.aborted && told < MOST_TOLD) {
    const some = await requireMemberships(wallet.context).ending({ from: EVER, to, after, limit: PORTION });
    const known = await knownOf(wallet.context, some);
    for (const end of some) {
      if (signal.aborted || told >= MOST_TOLD) break;
      const before = known.get(end.account);
      const endedTold = before?.ended_of === end.until ? before.ended_time?.getTime() : undefined;
      const until = Date.parse(end.until);
      const notice = noticeOf({ until, endedTold, now, grace_days, reminder_days });
      if (notice === undefined || before?.told === `${notice} ${end.until}`) continue;
      await tend(wallet.context, { ...end, notice, graceDays: grace_days });
      told += 1;
    }
    after = some.at(-1);
    if (some.length < PORTION) return;
  }
}

async function knownOf(
  context: PluginContext,
  ends: readonly MembershipEnd[],
): Promise<ReadonlyMap<string, Tended>> {
  const found = await tended(context)
    .find({ _id: { $in: ends.map(({ account }) => account) } })
    .lean<Tended[]>();
  return new Map(found.map((one) => [one._id, one]));
}

/**
 * What is to be told of an end at a moment; undefined: nothing yet. Nobody's codes are paused who was not told of the end
 * before: the days of grace begin with that, where it came late.
 */
export function noticeOf({
  until,
  endedTold,
  now,
  grace_days,
  reminder_days,
}: {
  until: number;
  endedTold: number | undefined;
  now: number;
  grace_days: number;
  reminder_days: number;
}): Notice | undefined {
  if (now >= until)
    return endedTold !== undefined && now >= Math.max(until, endedTold) + daysMs(grace_days)
      ? 'over'
      : 'ended';
  if (reminder_days === 0) return undefined;
  return now >= until - daysMs(1) ? 'last_day' : now >= until - daysMs(reminder_days) ? 'soon' : undefined;
}

/** Told after the codes are paused: what is told is so, and a run that breaks off between both begins again. */
async function tend(
  context: PluginContext,
  end: MembershipEnd & { notice: Notice; graceDays: number },
): Promise<void> {
  const is_paused = end.notice === 'over';
  if (is_paused) await context.require<OwnerCodes>(OWNER_CODES, '^1.2')?.pause(end.account);
  await tended(context).updateOne({ _id: end.account }, { $set: { is_paused } }, { upsert: true });
  await tellMember(context, end);
  const ended = { ended_of: end.until, ended_time: context.clock.date() };
  await tended(context).updateOne(
    { _id: end.account },
    { $set: { told: `${end.notice} ${end.until}`, ...(end.notice === 'ended' ? ended : {}) } },
  );
}

/** Lets codes answer again whose owner is a member again, by whatever way. */
async function resumeMembers(wallet: Wallet, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  const paused = await tended(wallet.context).find({ is_paused: true }).lean<Tended[]>();
  for (const { _id } of paused) {
    if (signal.aborted) return;
    await resumeMember(wallet, _id);
  }
}

/** The same for one account, at once after it has paid or was given days. */
export async function resumeMember({ context, readSettings }: Wallet, account: string): Promise<void> {
  if ((await tended(context).exists({ _id: account, is_paused: true })) === null) return;
  const until = await requireMemberships(context).until(account);
  const { grace_days: graceDays } = await readSettings();
  if (standingOf(until, { now: context.clock.now(), graceDays }) === 'over') return;
  await context.require<OwnerCodes>(OWNER_CODES, '^1.2')?.resume(account);
  await tended(context).updateOne({ _id: account }, { $set: { is_paused: false } });
}

/** Orders that nobody has paid in time. What arrives later all the same is for whoever receives transfers. */
async function expireOrders(context: PluginContext): Promise<void> {
  await context.model(orderResource).updateMany(
    {
      ...{ status: OrderStatus.unpaid, settlement: 'waiting' },
      expires_time: { $lte: context.clock.date() },
    } as never,
    { $set: { settlement: 'expired', update_time: context.clock.date() }, $inc: { version: 1 } } as never,
    { timestamps: false },
  );
}
