import { YesNo } from '@waypost/contract';
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
import { publishCodes } from '../codes/publish-codes.ts';
import { codesOf, keptOf } from './room.ts';

/** Name of the job that holds accounts to the single visits that may be kept of their codes. */
export const HOLD_KEPT = 'hold_kept_visits';
/** Codes of one transaction. */
const PORTION = 200;

/** An account whose open logs keep nothing for now. */
interface HeldLogs {
  /** Id of the account. */
  _id: string;
  is_told: boolean;
  since: Date;
}
const COLLECTION: CollectionDeclaration<HeldLogs> = {
  name: 'held_logs',
  onUninstall: 'drop',
  fields: { _id: String, is_told: Boolean, since: Date },
};
const heldLogs = (context: PluginContext) => context.collection(COLLECTION);

/**
 * Holds accounts to the single visits that may be kept: while there are as many, open logs keep no more, and their owner is
 * told; once some are cleared or too old, or the plan is larger, they go on. Counting is dear, so that some minutes pass.
 */
export async function holdKeptVisits(context: PluginContext): Promise<void> {
  heldLogs(context);
  context.jobs.define(HOLD_KEPT, (_data, signal) => lookAtLogs(context, signal));
  await context.jobs.every('10 minutes', HOLD_KEPT);
}

async function lookAtLogs(context: PluginContext, signal: Pick<AbortSignal, 'aborted'>): Promise<void> {
  const entitlements = context.require<Entitlements>(ENTITLEMENTS, ENTITLEMENTS_VERSIONS);
  if (entitlements === undefined) return;
  /** How many may be kept, where so many are; undefined: there is room. */
  const reached = async (owner: string): Promise<number | undefined> => {
    const most = (await entitlements.limitsOf(owner)).kept_visits;
    return most !== null && (await keptOf(context, owner)) >= most ? most : undefined;
  };
  for (const { _id } of await heldLogs(context).find({}).lean()) {
    if (signal.aborted) return;
    if ((await reached(_id)) === undefined) await goOn(context, _id);
  }
  const today = Number(todayOf(context).replaceAll('-', ''));
  for (const { owner } of await context.visits.ownerDays({ first: today, last: today })) {
    if (signal.aborted) return;
    if (!(await hasOpenLog(context, owner))) continue;
    const most = await reached(owner);
    if (most !== undefined) await hold(context, owner, most);
  }
}

const hasOpenLog = async (context: PluginContext, owner: string): Promise<boolean> =>
  (await codesOf(context).exists({ owner, open_log: YesNo.yes, remove_time: null })) !== null;

/** Stops keeping, also of logs that were opened since it was stopped; tells the owner once. */
async function hold(context: PluginContext, owner: string, most: number): Promise<void> {
  await heldLogs(context).updateOne(
    { _id: owner },
    { $setOnInsert: { is_told: false, since: context.clock.date() } },
    { upsert: true },
  );
  await markLogs(context, owner, true);
  const held = await heldLogs(context).findById(owner).lean();
  if (held === null || held.is_told) return;
  try {
    await context.require<SiteMessages>(SITE_MESSAGES, '^1')?.tell({
      to: { accounts: [owner] },
      words: 'qr.notice.kept_limit',
      params: { most: String(most) },
      plain: { title: 'Single visits', content: String(most) },
      occasion: `${owner} kept_visits ${held.since.toISOString()}`,
      screen: 'visitor',
    });
    await heldLogs(context).updateOne({ _id: owner }, { $set: { is_told: true } });
  } catch (error) {
    // The next look tries it again; the others must not wait for it.
    context.log.error({ error, owner }, 'an account was not told that no more visits are kept');
  }
}

async function goOn(context: PluginContext, owner: string): Promise<void> {
  await markLogs(context, owner, false);
  await heldLogs(context).deleteOne({ _id: owner });
}

async function markLogs(context: PluginContext, owner: string, is_log_held: boolean): Promise<void> {
  while ((await markPortion(context, owner, is_log_held)) === PORTION);
}

/** Codes are their owner's to change: neither version nor time tell of it. */
function markPortion(context: PluginContext, owner: string, is_log_held: boolean): Promise<number> {
  const model = codesOf(context);
  const others = is_log_held
    ? { owner, open_log: YesNo.yes, is_log_held: { $ne: true } }
    : { owner, is_log_held: true };
  return context.transaction(async (session) => {
    const found = await model.find(others).limit(PORTION).session(session).lean();
    if (found.length === 0) return 0;
    const some = { _id: { $in: found.map(({ _id }) => _id) } };
    await model.updateMany(some, { $set: { is_log_held } }, { session, timestamps: false });
    await publishCodes(
      context,
      found.map((code) => ({ ...code, is_log_held })),
      session,
    );
    return found.length;
  });
}
