import type { CollectionDeclaration, MembershipEnd, PluginContext } from '@waypost/sdk';

/** What somebody was told last, and whether the codes answer nobody since. */
export interface Tended {
  /** Id of the account. */
  _id: string;
  /** `<notice> <end>` */
  told: string;
  /** Of which end it was told that it has come, and when: the days of grace begin no earlier. */
  ended_of: string;
  ended_time: Date | null;
  is_paused: boolean;
}
const COLLECTION: CollectionDeclaration<Tended> = {
  name: 'tended',
  onUninstall: 'drop',
  fields: { _id: String, told: String, ended_of: String, ended_time: Date, is_paused: Boolean },
  indexes: [{ keys: { is_paused: 1, _id: 1 } }],
};
export const tended = (context: PluginContext) => context.collection(COLLECTION);

/** Where a slow look over very many goes on. */
interface Place {
  _id: 'ended' | 'paused';
  account: string;
  until: string;
}
const PLACES: CollectionDeclaration<Place> = {
  name: 'tend_place',
  onUninstall: 'drop',
  fields: { _id: String, account: String, until: String },
};
const places = (context: PluginContext) => context.collection(PLACES);

/** Both collections, so that they are there from the start. */
export function declareTended(context: PluginContext): void {
  tended(context);
  places(context);
}

/** Behind whom a look goes on; undefined: from the beginning. */
export async function placeOf(
  context: PluginContext,
  name: Place['_id'],
): Promise<MembershipEnd | undefined> {
  const found = await places(context).findById(name).lean();
  return found === null || found.account === '' ? undefined : { account: found.account, until: found.until };
}

/** Keeps it; undefined: the next look begins anew. */
export async function keepPlace(
  context: PluginContext,
  name: Place['_id'],
  { account, until }: MembershipEnd = { account: '', until: '' },
): Promise<void> {
  await places(context).updateOne({ _id: name }, { $set: { account, until } }, { upsert: true });
}

/** What is known of those whose memberships end. */
export async function knownOf(
  context: PluginContext,
  ends: readonly MembershipEnd[],
): Promise<ReadonlyMap<string, Tended>> {
  const found = await tended(context)
    .find({ _id: { $in: ends.map(({ account }) => account) } })
    .lean();
  return new Map(found.map((one) => [one._id, one]));
}
