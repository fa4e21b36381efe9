import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { publishCodes } from '../codes/publish-codes.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';

/** Why an account's codes answer nobody: another plugin says so, or the visits of the day are used up. */
const REASONS = ['membership', 'visits'] as const;
export type PauseReason = (typeof REASONS)[number];

/** An account whose codes answer nobody for now. */
export interface PausedOwner {
  /** Id of the account. */
  _id: string;
  reasons: PauseReason[];
  /** When the last of them came or went. */
  changed: Date;
}

const COLLECTION: CollectionDeclaration<PausedOwner> = {
  name: 'paused_owner',
  onUninstall: 'drop',
  fields: { _id: String, reasons: [String], changed: Date },
  indexes: [{ keys: { reasons: 1 } }, { keys: { changed: 1 } }],
};
/** Codes of one transaction. */
const PORTION = 200;
/** Longer than a transaction may take, milliseconds. */
const SETTLED_MS = 10 * 60_000;

export const pausedOwners = (context: PluginContext) => context.collection(COLLECTION);

/** Whether what somebody makes now answers nobody, as all else of theirs. */
export async function isOwnerPaused(
  context: PluginContext,
  owner: string,
  session: Session,
): Promise<boolean> {
  return (
    (await pausedOwners(context)
      .exists({ _id: owner, 'reasons.0': { $exists: true } })
      .session(session)) !== null
  );
}

/** @returns how many codes answer nobody from now on */
export async function pauseOwner(
  context: PluginContext,
  owner: string,
  reason: PauseReason,
): Promise<number> {
  const changed = context.clock.date();
  await pausedOwners(context).updateOne(
    { _id: owner },
    { $addToSet: { reasons: reason }, $set: { changed } },
    { upsert: true },
  );
  return publish(context, owner);
}

/** @returns how many codes answer again: none while there is another reason */
export async function resumeOwner(
  context: PluginContext,
  owner: string,
  reason: PauseReason,
): Promise<number> {
  const changed = context.clock.date();
  await pausedOwners(context).updateOne({ _id: owner }, { $pull: { reasons: reason }, $set: { changed } });
  return publish(context, owner);
}

/**
 * Brings the codes of accounts in line that were paused or resumed a moment ago: a code that was being made, or given away, at
 * that very moment was made by what held before.
 */
export async function settlePaused(context: PluginContext): Promise<void> {
  const model = pausedOwners(context);
  const recent = { changed: { $gte: new Date(context.clock.now() - SETTLED_MS) } };
  for (const { _id } of await model.find(recent).lean()) await publish(context, _id);
  await model.deleteMany({ reasons: [], changed: { $lt: recent.changed.$gte } });
}

async function publish(context: PluginContext, owner: string): Promise<number> {
  for (let count = 0; ; ) {
    const done = await publishPortion(context, owner);
    count += done;
    if (done < PORTION) return count;
  }
}

/** Codes are another's to change: neither version nor time tell of it. */
function publishPortion(context: PluginContext, owner: string): Promise<number> {
  const model = context.model(codeResource);
  return context.transaction(async (session) => {
    // Asked here: one who pauses and one who resumes at once come to the same end.
    const is_paused = await isOwnerPaused(context, owner, session);
    const others = { owner, is_paused: is_paused ? { $ne: true } : true };
    const found = await model.find(others).limit(PORTION).session(session).lean();
    if (found.length === 0) return 0;
    const some = { _id: { $in: found.map(({ _id }) => _id) } };
    await model.updateMany(some, { $set: { is_paused } }, { session, timestamps: false });
    await publishCodes(
      context,
      found.map((code) => ({ ...code, is_paused })),
      session,
    );
    return found.length;
  });
}
