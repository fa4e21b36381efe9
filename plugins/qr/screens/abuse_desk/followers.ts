import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';

/** Somebody who reported a code that had as many open reports as are kept: follows the one that theirs was counted on. */
export interface ReportFollower {
  /** Hash of the key that they follow it by. */
  _id: string;
  report: string;
  address: string;
  time: Date;
}

const COLLECTION: CollectionDeclaration<ReportFollower> = {
  name: 'report_follower',
  onUninstall: 'drop',
  fields: { _id: String, report: String, address: String, time: Date },
  indexes: [{ keys: { report: 1 } }],
};

export const followersOf = (context: PluginContext) => context.collection(COLLECTION);

export async function addFollower(
  context: PluginContext,
  follower: ReportFollower,
  session: Session,
): Promise<void> {
  await followersOf(context).create([follower], { session });
}

/** The reports are gone, and with them what there was to follow. */
export async function forgetFollowers(context: PluginContext, reports: readonly string[]): Promise<void> {
  await followersOf(context).deleteMany({ report: { $in: [...reports] } });
}
