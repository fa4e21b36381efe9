import {
  type CollectionDeclaration,
  ENTITLEMENTS,
  ENTITLEMENTS_VERSIONS,
  type Entitlements,
  type PluginContext,
  SITE_MESSAGES,
  type SiteMessages,
  todayOf,
} from '@waypost/sdk';
import type { ReadSettings } from '../settings.ts';
import { pausedOwners, pauseOwner, resumeOwner, settlePaused } from './paused-owners.ts';

/** Name of the job that holds accounts to the visits that they may have in a day. */
const HOLD = 'hold_visit_limits';
const DAY_MS = 86_400_000;
/** Days without too many visits after which the days of grace begin anew. */
const FORGIVEN_DAYS = 30;

/** An account that had more visits on a day than it may have. */
interface VisitOverrun {
  /** Id of the account. */
  _id: string;
  /** When the days of grace began. */
  since: Date;
  /** The last time, and of which day its owner was told. */
  last: Date;
  told_day: string;
}

const COLLECTION: CollectionDeclaration<VisitOverrun> = {
  name: 'visit_overrun',
  onUninstall: 'drop',
  fields: { _id: String, since: Date, last: Date, told_day: String },
  indexes: [{ keys: { last: 1 } }],
};
const overruns = (context: PluginContext) => context.collection(COLLECTION);

/**
 * Holds accounts to the visits of a day: whoever has more is told, and visits go on for the days of grace; then visitors read
 * that the link is paused, until the day is over. Counted are visits of people, seconds after they came.
 */
export async function holdVisitLimits(context: PluginContext, readSettings: ReadSettings): Promise<void> {
  overruns(context);
  pausedOwners(context);
  context.jobs.define(HOLD, async (_data, signal) => {
    await settlePaused(context);
    await lookAtVisits(context, readSettings, signal);
  });
  await context.jobs.every('1 minute', HOLD);
}

export async function lookAtVisits(
  context: PluginContext,
  readSettings: ReadSettings,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const entitlements = context.require<Entitlements>(ENTITLEMENTS, ENTITLEMENTS_VERSIONS);
  if (entitlements === undefined) return;
  const today = todayOf(context);
  const number = Number(today.replaceAll('-', ''));
  const views = new Map(
    (await context.visits.ownerDays({ first: number, last: number })).map((one) => [
      one.owner,
      one.view_number,
    ]),
  );
  const isOver = async (owner: string): Promise<number | null> => {
    const most = (await entitlements.limitsOf(owner)).visits;
    return most !== null && (views.get(owner) ?? 0) >= most ? most : null;
  };
  const held = await pausedOwners(context).find({ reasons: 'visits' }).lean();
  // Another day, or a larger plan.
  for (const { _id } of held) {
    if (signal.aborted) return;
    if ((await isOver(_id)) === null) await resumeOwner(context, _id, 'visits');
  }
  const { visit_limit_days } = await readSettings();
  for (const owner of views.keys()) {
    if (signal.aborted) return;
    const most = await isOver(owner);
    if (most === null) continue;
    const { isInGrace, told } = await noteOverrun(context, { owner, today, days: visit_limit_days });
    if (!isInGrace) await pauseOwner(context, owner, 'visits');
    if (!told) await tellOverrun(context, { owner, today, most, days: visit_limit_days, isInGrace });
  }
}

const dayOf = (today: string, isInGrace: boolean): string => `${today} ${isInGrace ? 'grace' : 'paused'}`;

/** @returns whether the days of grace go on, and whether its owner was told so today */
async function noteOverrun(
  context: PluginContext,
  { owner, today, days }: { owner: string; today: string; days: number },
): Promise<{ isInGrace: boolean; told: boolean }> {
  const model = overruns(context);
  const now = context.clock.date();
  const known = await model.findById(owner).lean();
  const isForgiven = known === null || now.getTime() - known.last.getTime() > FORGIVEN_DAYS * DAY_MS;
  const since = isForgiven ? now : known.since;
  const isInGrace = now.getTime() < since.getTime() + days * DAY_MS;
  await model.updateOne({ _id: owner }, { $set: { since, last: now } }, { upsert: true });
  return { isInGrace, told: known?.told_day === dayOf(today, isInGrace) };
}

/** One who cannot be told holds up none of the others; it is tried again at the next look. */
async function tellOverrun(
  context: PluginContext,
  {
    owner,
    today,
    most,
    days,
    isInGrace,
  }: { owner: string; today: string; most: number; days: number; isInGrace: boolean },
): Promise<void> {
  const told_day = dayOf(today, isInGrace);
  try {
    await context.require<SiteMessages>(SITE_MESSAGES, '^1')?.tell({
      to: { accounts: [owner] },
      words: `qr.notice.visit_limit.${isInGrace ? 'grace' : 'paused'}`,
      params: { most: String(most), days: String(days) },
      plain: { title: today, content: `${most}` },
      occasion: `${owner} visits ${told_day}`,
      screen: 'today_statistics',
    });
  } catch (error) {
    context.log.error({ error, owner }, 'an account was not told that it has too many visits');
    return;
  }
  await overruns(context).updateOne({ _id: owner }, { $set: { told_day } });
}
