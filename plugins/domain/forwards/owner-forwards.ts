import type { OwnerForwards, PluginContext } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import { pausedForwards } from './paused-forwards.ts';
import { publishForwards } from './publish-forwards.ts';

/** What the plugin offers to others as `domain.owner_forwards`. */
export const ownerForwards = (context: PluginContext): OwnerForwards => ({
  async pause(owner) {
    const model = pausedForwards(context);
    // Asked again and again while a membership is over: once all is withdrawn there is nothing to do.
    if ((await model.exists({ _id: owner, is_published: true })) !== null) return;
    await model.updateOne({ _id: owner }, { $set: { is_published: false } }, { upsert: true });
    await publishOf(context, owner);
    await model.updateOne({ _id: owner }, { $set: { is_published: true } });
  },
  async resume(owner) {
    await pausedForwards(context).deleteOne({ _id: owner });
    await publishOf(context, owner);
  },
});

/**
 * Publishes the rules of each domain of an account anew, also of one without rules: whoever makes its first one at this moment
 * meets this transaction, and begins anew with what holds now.
 */
async function publishOf(context: PluginContext, owner: string): Promise<void> {
  const model = context.model(domainResource);
  const domains = await model.find({ owner }, { _id: 1 }).lean();
  for (const { _id } of domains)
    await context.transaction(async (session) => {
      const domain = await model.findById(_id).session(session).lean();
      if (domain !== null) await publishForwards(context, domain, session);
    });
}
