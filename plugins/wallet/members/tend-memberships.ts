import {
  type MembershipEnd,
  OWNER_CODES,
  OWNER_FORWARDS,
  OWNER_FORWARDS_VERSIONS,
  type OwnerCodes,
  type OwnerForwards,
  type PluginContext,
} from '@waypost/sdk';
import { tellRefunds } from '../orders/refund/refund-notices.ts';
import { requireMemberships, type Wallet } from '../wallet.ts';
import { type Notice, tellMember } from './notices.ts';
import { tellPaidOuts } from './paid-out-notices.ts';
import { daysMs, standingOf } from './rules.ts';
import { declareTended, keepPlace, knownOf, placeOf, tended } from './tended.ts';

/** Name of the job that looks after memberships. */
export const TEND = 'tend_memberships';
/** Read at once, and told in one run: inboxes take so many of a plugin in a minute. */
const PORTION = 500;
const MOST_TOLD = 50;
/** Members whose codes are paused that are looked at in one run. */
const MOST_PAUSED = 1_000;
/** Days behind the grace within which each end is looked at in each run. */
const RECENT_DAYS = 2;
/** The beginning of all time, for spans. */
const EVER = new Date(0).toISOString();

/** Reminds members, and pauses the codes and forwards of whoever is none any more. */
export async function keepMemberships(wallet: Wallet): Promise<void> {
  const { context } = wallet;
  declareTended(context);
  context.jobs.define(TEND, (_data, signal) => tendMemberships(wallet, signal));
  await context.jobs.every('1 minute', TEND);
}

export async function tendMemberships(wallet: Wallet, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  const { context } = wallet;
  await tellRefunds(context);
  await tellPaidOuts(context);
  await resumeMembers(wallet, signal);
  const { grace_days, reminder_days } = await wallet.readSettings();
  const now = context.clock.now();
  const round: Round = { wallet, signal, now, grace_days, reminder_days, told: 0 };
  const from = new Date(now - daysMs(grace_days + RECENT_DAYS)).toISOString();
  const to = new Date(now + daysMs(Math.max(reminder_days, 1))).toISOString();
  let after: MembershipEnd | undefined;
  for (let isMore = true; isMore && mayGoOn(round); ) {
    const some = await requireMemberships(context).ending({ from, to, after, limit: PORTION });
    await tendSome(round, some);
    after = some.at(-1);
    isMore = some.length === PORTION;
  }
  // Those before are told and paused, but for ends that operators have typed: some are looked at each time.
  if (!mayGoOn(round)) return;
  const place = await placeOf(context, 'ended');
  const old = await requireMemberships(context).ending({
    from: EVER,
    to: from,
    after: place,
    limit: PORTION,
  });
  const last = await tendSome(round, old);
  await keepPlace(
    context,
    'ended',
    old.length < PORTION && last === old.at(-1) ? undefined : (last ?? place),
  );
}

/** One run of the job. */
interface Round {
  wallet: Wallet;
  signal: Pick<AbortSignal, 'aborted'>;
  now: number;
  grace_days: number;
  reminder_days: number;
  told: number;
}
const mayGoOn = ({ signal, told }: Round): boolean => !signal.aborted && told < MOST_TOLD;

/** @returns the last one that was looked at */
async function tendSome(round: Round, some: readonly MembershipEnd[]): Promise<MembershipEnd | undefined> {
  const { wallet, now, grace_days, reminder_days } = round;
  const { context } = wallet;
  const known = await knownOf(context, some);
  let last: MembershipEnd | undefined;
  for (const end of some) {
    if (!mayGoOn(round)) return last;
    const previous = last;
    last = end;
    const before = known.get(end.account);
    const endedTold = before?.ended_of === end.until ? before.ended_time?.getTime() : undefined;
    const until = Date.parse(end.until);
    const notice = noticeOf({ until, endedTold, now, grace_days, reminder_days });
    if (notice === undefined || before?.told === `${notice} ${end.until}`) continue;
    round.told += 1;
    try {
      if (await tend(context, { ...end, notice, graceDays: grace_days })) continue;
      // So much is told at once: the next run goes on with this one.
      round.told = MOST_TOLD;
      return previous;
    } catch (error) {
      // The next run tries it again; the others must not wait for it.
      context.log.error({ error, account: end.account, notice }, 'a member could not be looked after');
    }
  }
  return last;
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

/**
 * Told after the codes are paused: what is told is so, and a run that breaks off between both begins again.
 * @returns false: so much is told at once, it is told later
 */
async function tend(
  context: PluginContext,
  end: MembershipEnd & { notice: Notice; graceDays: number },
): Promise<boolean> {
  const is_paused = end.notice === 'over';
  if (is_paused) {
    await context.require<OwnerCodes>(OWNER_CODES, '^1.2')?.pause(end.account);
    await forwardsOf(context)?.pause(end.account);
  }
  await tended(context).updateOne({ _id: end.account }, { $set: { is_paused } }, { upsert: true });
  if (!(await tellMember(context, end))) return false;
  const ended = { ended_of: end.until, ended_time: context.clock.date() };
  await tended(context).updateOne(
    { _id: end.account },
    { $set: { told: `${end.notice} ${end.until}`, ...(end.notice === 'ended' ? ended : {}) } },
  );
  return true;
}

/** Undefined while the plugin of the domains is off: then nothing forwards. */
const forwardsOf = (context: PluginContext) =>
  context.require<OwnerForwards>(OWNER_FORWARDS, OWNER_FORWARDS_VERSIONS);

/** Lets codes answer again whose owner is a member again, by whatever way; of very many some in each run. */
async function resumeMembers(wallet: Wallet, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  const { context } = wallet;
  const place = await placeOf(context, 'paused');
  const paused = await tended(context)
    .find({ is_paused: true, ...(place === undefined ? {} : { _id: { $gt: place.account } }) })
    .sort({ _id: 1 })
    .limit(MOST_PAUSED)
    .lean();
  let last = place;
  for (const { _id } of paused) {
    if (signal.aborted) break;
    last = { account: _id, until: '' };
    try {
      await resumePaused(wallet, _id);
    } catch (error) {
      context.log.error({ error, account: _id }, 'codes of a member could not be let answer again');
    }
  }
  const isThrough =
    paused.length < MOST_PAUSED && (paused.length === 0 || last?.account === paused.at(-1)?._id);
  await keepPlace(context, 'paused', isThrough ? undefined : last);
}

/** The same for one account, at once after it has paid or was given days. */
export async function resumeMember(wallet: Wallet, account: string): Promise<void> {
  if ((await tended(wallet.context).exists({ _id: account, is_paused: true })) !== null)
    await resumePaused(wallet, account);
}

async function resumePaused({ context, readSettings }: Wallet, account: string): Promise<void> {
  const until = await requireMemberships(context).until(account);
  const { grace_days: graceDays } = await readSettings();
  if (standingOf(until, { now: context.clock.now(), graceDays }) === 'over') {
    // Where their plugin was off when the membership ended, or an earlier release has ended it.
    await forwardsOf(context)?.pause(account);
    return;
  }
  await context.require<OwnerCodes>(OWNER_CODES, '^1.2')?.resume(account);
  await forwardsOf(context)?.resume(account);
  await tended(context).updateOne({ _id: account }, { $set: { is_paused: false } });
}
