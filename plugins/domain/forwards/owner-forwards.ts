import type { OwnerForwards, PluginContext } from '@waypost/sdk';
import { pausedForwards } from './paused-forwards.ts';
import { publishOf } from './publish-forwards.ts';

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
