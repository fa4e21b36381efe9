import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import type { StoredCode } from '../codes/link.ts';
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
}

const COLLECTION: CollectionDeclaration = {
  name: 'paused_owner',
  onUninstall: 'drop',
  fields: { _id: String, reasons: [String] },
  indexes: [{ keys: { reasons: 1 } }],
};
/** Codes of one transaction. */
const PORTION = 200;

export const pausedOwners = (context: PluginContext) => context.collection<PausedOwner>(COLLECTION);

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
  await pausedOwners(context).updateOne({ _id: owner }, { $addToSet: { reasons: reason } }, { upsert: true });
  return publish(context, owner, true);
}

/** @returns how many codes answer again: none while there is another reason */
export async function resumeOwner(
  context: PluginContext,
  owner: string,
  reason: PauseReason,
): Promise<number> {
  const model = pausedOwners(context);
  await model.updateOne({ _id: owner }, { $pull: { reasons: reason } });
  await model.deleteOne({ _id: owner, reasons: [] });
  if ((await model.exists({ _id: owner })) !== null) return 0;
  return publish(context, owner, false);
}

async function publish(context: PluginContext, owner: string, is_paused: boolean): Promise<number> {
  for (let count = 0; ; ) {
    const done = await publishPortion(context, owner, is_paused);
    count += done;
    if (done < PORTION) return count;
  }
}

/** Codes are another's to change: neither version nor time tell of it. */
function publishPortion(context: PluginContext, owner: string, is_paused: boolean): Promise<number> {
  const model = context.model(codeResource);
  return context.transaction(async (session) => {
    const others = { owner, is_paused: is_paused ? { $ne: true } : true };
    const found = (await model
      .find(others as never)
      .limit(PORTION)
      .session(session)
      .lean()) as StoredCode[];
    if (found.length === 0) return 0;
    const some = { _id: { $in: found.map(({ _id }) => _id) } } as never;
    await model.updateMany(some, { $set: { is_paused } } as never, { session, timestamps: false });
    await publishCodes(
      context,
      found.map((code) => ({ ...code, is_paused })),
      session,
    );
    return found.length;
  });
}
