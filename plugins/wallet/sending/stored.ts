import { newVersion, type PluginContext, type Session, type Stored } from '@waypost/sdk';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';

export type StoredSending = Stored<typeof sendingResource>;

/** Writes a step of a transaction that is still as it was read. @returns undefined: somebody else was first */
export async function writeSending(
  context: PluginContext,
  before: StoredSending,
  set: Partial<StoredSending>,
  session?: Session,
): Promise<StoredSending | undefined> {
  const after = await context
    .model(sendingResource)
    .findOneAndUpdate(
      { _id: before._id, version: before.version, phase: before.phase },
      newVersion(context, set),
      { session: session ?? null, returnDocument: 'after', timestamps: false },
    )
    .lean();
  return after ?? undefined;
}

/** All that was made for a withdrawal, or a step of a run, the newest first. */
export async function sendingsOf(
  context: PluginContext,
  { purpose, subject }: Pick<StoredSending, 'purpose' | 'subject'>,
  session?: Session,
): Promise<StoredSending[]> {
  return await context
    .model(sendingResource)
    .find({ purpose, subject })
    .sort({ attempt: -1 })
    .session(session ?? null)
    .lean();
}
