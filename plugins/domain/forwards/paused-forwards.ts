import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';

/** An account whose forwarding rules lead nobody for now. */
interface PausedForwards {
  /** Id of the account. */
  _id: string;
  /** What visits go by is in line with it. */
  is_published: boolean;
}
const COLLECTION: CollectionDeclaration<PausedForwards> = {
  name: 'paused_forwards',
  onUninstall: 'drop',
  fields: { _id: String, is_published: Boolean },
};
export const pausedForwards = (context: PluginContext) => context.collection(COLLECTION);

export const areForwardsPaused = async (
  context: PluginContext,
  owner: string,
  session: Session | null,
): Promise<boolean> => (await pausedForwards(context).exists({ _id: owner }).session(session)) !== null;
