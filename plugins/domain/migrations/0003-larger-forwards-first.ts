import { type Migration, turnedPositions } from '@waypost/sdk';
import { forwardResource } from '../screens/forward/resource.ts';

/** Forwards of before, whose smallest position was asked first: each path is led on by the same rule as before. */
export const largerForwardsFirst: Migration = {
  number: 3,
  name: 'forwards with larger positions are asked first',
  async up(context) {
    const forwards = context.model(forwardResource);
    const all = await forwards.find({}).sort({ position: 1, _id: 1 }).lean();
    for (const rules of Map.groupBy(all, ({ domain, owner }) => `${domain} ${owner}`).values())
      for (const { _id, position } of turnedPositions(rules))
        await forwards.updateOne({ _id }, { $set: { position } }, { timestamps: false });
  },
};
