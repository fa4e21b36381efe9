import { newVersion, type PluginContext, type Session, type Stored } from '@waypost/sdk';
import { withdrawalResource } from './resource.ts';

export type StoredWithdrawal = Stored<typeof withdrawalResource>;

export async function findWithdrawal(
  context: PluginContext,
  id: string,
  session?: Session,
): Promise<StoredWithdrawal | null> {
  return await context
    .model(withdrawalResource)
    .findById(id)
    .session(session ?? null)
    .lean();
}

/**
 * Writes a step of a withdrawal that is still as it was read, within a transaction. @throws Error where it is not, which a
 * transaction that runs again never meets
 */
export async function writeStep(
  context: PluginContext,
  before: StoredWithdrawal,
  set: Partial<StoredWithdrawal>,
  session: Session,
): Promise<StoredWithdrawal> {
  const after = await context
    .model(withdrawalResource)
    .findOneAndUpdate(
      { _id: before._id, version: before.version, phase: before.phase },
      newVersion(context, set),
      { session, returnDocument: 'after', timestamps: false },
    )
    .lean();
  if (after === null) throw new Error(`the withdrawal ${String(before._id)} is not as it was read`);
  return after;
}
